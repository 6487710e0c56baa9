"""The command `steep export`: writes a ruleset's tables in another shape, or into their source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option, Ruleset
from steep.commands.shared.output import remark, say_utf8, write_error
from steep.content import Rulebook
from steep.content.reading.find_and_read_ruleset_files import read_chain
from steep.core.input_errors import InputError
from steep.exporting import SHAPES, export_ruleset
from steep.play.files.rulesets_at_revision import read_rulebook
from steep.play.files.user_file_paths_and_settings import Dirs


@command
def export(
    ruleset: Ruleset,
    *,
    shape: Annotated[
        str | None, Option("tcod-2020, tcod-2019, rotjs, godot or json", click.Choice(tuple(SHAPES)), name="as")
    ] = None,
    in_place: Annotated[
        Path | None,
        Option(
            "print a diff that changes the numbers of the project it was imported from",
            metavar="FOLDER",
        ),
    ] = None,
    apply: Annotated[bool, Option("with --in-place: write the numbers into the files")] = False,
    hero: Annotated[str | None, Option("with --in-place: which hero was imported, if the project has several")] = None,
) -> int:
    """Write a ruleset's tables in the shape of a tutorial's game, or as JSON.

    $ steep export tcod-2020 --as json
    $ steep export mine.toml --in-place ../my-roguelike --apply
    """
    for option, given in (("--apply", apply), ("--hero", hero is not None)):
        if given and in_place is None:
            raise InputError(f"{option}: allowed only with --in-place FOLDER")
    if shape is not None and in_place is not None:
        raise InputError("--as: not allowed with --in-place, which writes the shape that is there")
    rulebook = read_rulebook(ruleset)
    if in_place is not None:
        return change_source(rulebook, in_place, hero, apply=apply)
    if shape is None:
        raise InputError("steep export needs --as SHAPE or --in-place FOLDER; see steep export --help")
    exported = export_ruleset(rulebook, shape)
    say_utf8(exported.text)
    if exported.left_out:
        remark("\n".join([f"tables of {shape} can't hold:", *(f"  {line}" for line in exported.left_out)]))
    return 0


def change_source(rulebook: Rulebook, folder: Path, hero: str | None, *, apply: bool) -> int:
    """Print the changes of a project's numbers as a diff, and with --apply write them; 1 if some can't be made."""
    from steep.exporting.in_place import export_in_place, write_in_place
    from steep.importing.output.keep_hero import kept_hero
    from steep.play.files.user_files import write_whole

    chain = read_chain(rulebook.path, (Dirs().rulesets,), []) if rulebook.path else []
    hero = hero or kept_hero(source.path for source in reversed(chain))
    changes = export_in_place(rulebook, folder, hero)
    say_utf8(changes.diff)
    if apply:
        write_in_place(changes, write_whole)
    done = "changed" if apply else "would change; write them with --apply"
    counts = f"{changes.numbers} numbers in {len(changes.files)} files {done}" if changes.files else "no number changes"
    remark(counts)
    if changes.refused:
        write_error("\n".join(["not in the diff:", *(f"  {line}" for line in changes.refused)]))
    return 1 if changes.refused else 0
