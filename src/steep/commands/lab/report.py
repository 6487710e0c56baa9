"""The command `steep report`: how players fared in a table of games, or in a folder of `steep measure --out`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from steep import lab
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Columns, Format, Option, read_columns, read_games_at
from steep.commands.shared.output import print_result
from steep.core.input_errors import InputError


@command
def report(
    path: Annotated[
        str, Option("a table of games (.jsonl, .csv, .parquet), or what measure --out wrote", metavar="FILE|DIR")
    ],
    *,
    columns: Columns = (),
    version: Annotated[str | None, Option("use only the games of this version, like FILE@VERSION")] = None,
    out: Annotated[Path | None, Option("write the report to this file, as an HTML page")] = None,
    strict: Annotated[bool, Option("exit 1 if a row cannot be used")] = False,
    form: Format = "text",
) -> int:
    """Report how bots or people fared on each floor, from a table of any game.

    $ steep report games.csv --out report.html
    $ steep report games.csv --columns depth=floor dead=died --version 1.2
    $ steep report measured/ --format json
    """
    called = read_columns(columns)
    found = lab.read_games(path) if Path(path).is_dir() and version is None else None
    if found is None:
        found = read_games_at(path if version is None else f"{path}@{version}", called)
    if found is None:
        from steep.lab.tables_of_games.games import TABLES

        raise InputError(f"{path}: found no table; allowed: {TABLES}, or a folder of steep measure --out")
    if out is not None:
        lab.report(found).save(out)
    print_result(found.result, form)
    return int(strict and found.store is None and found.bad.count > 0)
