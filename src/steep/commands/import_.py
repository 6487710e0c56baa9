"""The command `steep import`: read the tables of a project as a ruleset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from steep.commands.shared import output
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Option, Value
from steep.commands.shared.output import remark, say_utf8, write_error
from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.core.input_errors import InputError
from steep.importing import Imported, fitting_adapter, import_project
from steep.importing.literals.columns import columns_file, columns_toml, parse_columns
from steep.importing.literals.shapes import Columns
from steep.importing.output.keep_hero import kept_hero
from steep.importing.output.write_base_and_own_file import base_of, write_base_and_own_file
from steep.lab.results.result import write_text


class Json(Value):
    """A file of JSON."""

    def read(self, text: str) -> Path:
        """The path."""
        if not text.endswith(".json"):
            raise InputError(f"found {text}; allowed: a file that ends in .json")
        return Path(text)


class ColumnNames(Value):
    """Keys or columns of a table."""

    def read(self, text: str) -> Columns:
        """The table's names by what they mean."""
        return parse_columns(text)


@command
def import_(
    path: Annotated[Path, Option("the project's folder, or one file of it", metavar="FILE|FOLDER")],
    *,
    out: Annotated[Path | None, Option("write there (default: to standard output)")] = None,
    report: Annotated[Path | None, Option("also write a JSON report of what was read and what was not", Json())] = None,
    adapter: Annotated[bool, Option("only name the example adapter with which the lab plays such a game")] = False,
    hero: Annotated[str | None, Option("which hero, if the project has several")] = None,
    columns: Annotated[
        Columns | None,
        Option(
            "which key or column of a table is which; kept beside it", ColumnNames(), metavar="kind=NAME,weight=NAME"
        ),
    ] = None,
) -> int:
    """Read the tables of a project in any language as a ruleset, without running it.

    Returns 1 if something is missing that a person must fill in.

    $ steep import ../my-roguelike --out mine.toml
    $ steep import spawns.csv --columns kind=NAME,floor=LEVEL,weight=W --out mine.toml
    $ steep import ../my-roguelike --adapter
    """
    if adapter:
        return name_adapter(path)
    imported = imported_again(path, out) if hero is None and out is not None and columns is None else None
    imported = imported or import_project(path, hero=hero, columns=columns)
    if columns is not None:
        write_text(columns_file(path), columns_toml(columns))
        remark(f"columns kept in {columns_file(path).name}")
    missing = imported.missing
    mistakes: tuple[str, ...] = ()
    if out is None:
        say_utf8(imported.toml)
    else:
        from steep.play.files.user_files import write_whole

        written = write_base_and_own_file(imported.toml, imported.title, out, write_whole)
        missing = tuple(line for line in missing if line.partition(":")[0] in written.missing)
        if written.gone:
            remark("\n".join(["no longer in the project:", *(f"  {line}" for line in written.gone)]))
        mistakes = written.mistakes
    remark("\n".join(imported.report))
    if output.quiet and (short := imported.findings.short()):
        # What is not read is no remark: an exit code of 0 would say that all is well.
        write_error(short)
    if report is not None:
        text = json.dumps(imported.findings.as_data() | {"todo": [*imported.missing]}, indent=2, ensure_ascii=False)
        write_text(report, f"{text}\n")
    if mistakes and out is not None:
        write_error("\n".join([f"{out.name} does not load:", *(f"  {line}" for line in mistakes)]))
        return 1
    if not missing:
        return 0
    where = f" in {out.name}" if out is not None else ""
    title = f"missing; replace each {TODO}{where}, else the ruleset does not load:"
    write_error("\n".join([title, *(f"  {line}" for line in missing)]))
    return 1


def name_adapter(path: Path) -> int:
    """Say which example of an adapter fits a project. Returns 1 if none does."""
    example = fitting_adapter(path)
    if example is None:
        write_error(f"{path}: no example adapter fits it; docs/own-game.md says how to write one")
        return 1
    if not example.endswith(".py"):
        remark(f"copy {example} into {path}, put your game in the place of the one in it, and try it as it says")
        return 0
    remark(f"copy {example} into {path} as lab.py, change the names at its top, and try it:")
    remark("  steep measure --game lab:Game --bot explorer --games 2")
    return 0


def imported_again(path: Path, out: Path) -> Imported | None:
    """The project with the hero that the base file names; None if it names none. Raises `InputError` if it is gone."""
    base = base_of(out)
    hero = kept_hero([base])
    try:
        return import_project(path, hero=hero) if hero is not None else None
    except InputError as problem:
        where = f"kept in {base.name}; choose another, or delete its line there"
        raise InputError(f"{problem} ({where})" if str(problem).startswith("--hero") else str(problem)) from None
