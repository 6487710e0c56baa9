"""The command `steep export`: write a ruleset's tables in another shape, or into the source that they come from."""

from __future__ import annotations

import argparse

from steep.commands.shared.output import remark, say_utf8
from steep.commands.shared.ruleset_argument import read_rulebook
from steep.content import Rulebook
from steep.content.reading.find_and_read_ruleset_files import read_chain
from steep.core.input_errors import InputError
from steep.exporting import export_ruleset
from steep.play.files.user_file_paths import Dirs


def run(options: argparse.Namespace) -> int:
    """Write the tables; what can't be said goes to standard error."""
    if options.apply and options.in_place is None:
        raise InputError("--apply: allowed only with --in-place FOLDER")
    if options.hero is not None and options.in_place is None:
        raise InputError("--hero: allowed only with --in-place FOLDER")
    rulebook = read_rulebook(options.ruleset)
    if options.in_place is not None:
        return change_source(rulebook, options)
    exported = export_ruleset(rulebook, options.shape)
    say_utf8(exported.text)
    if exported.left_out:
        remark("\n".join([f"not said by tables of {options.shape}:", *(f"  {line}" for line in exported.left_out)]))
    return 0


def change_source(rulebook: Rulebook, options: argparse.Namespace) -> int:
    """Print the changes of a project's numbers as a diff, and with --apply write them; 1 if some can't be made."""
    from steep.exporting.in_place import export_in_place, write_in_place
    from steep.importing.output.keep_hero import kept_hero
    from steep.play.files.atomic_writes import write_whole

    chain = read_chain(rulebook.path, (Dirs().rulesets,), []) if rulebook.path else []
    hero = options.hero or kept_hero(source.path for source in reversed(chain))
    changes = export_in_place(rulebook, options.in_place, hero)
    say_utf8(changes.diff)
    if options.apply:
        write_in_place(changes, write_whole)
    done = "changed" if options.apply else "would change; write them with --apply"
    counts = f"{changes.numbers} numbers in {len(changes.files)} files {done}" if changes.files else "no number changes"
    lines = [counts]
    if changes.refused:
        lines += ["not in the diff:", *(f"  {line}" for line in changes.refused)]
    remark("\n".join(lines))
    return 1 if changes.refused else 0
