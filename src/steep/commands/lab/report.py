"""The command `steep report`: how games fared that are in a table, or in a folder of `steep measure --out`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from steep import lab
from steep.commands.shared.games_argument import read_columns
from steep.commands.shared.options import Columns, Format, Option
from steep.core.input_errors import InputError


def run(
    path: Annotated[
        Path,
        Option("a table of games (.jsonl, .csv, .parquet), or what measure --out wrote", metavar="FILE|DIR"),
    ],
    *,
    columns: Columns = (),
    version: Annotated[str | None, Option("only the games of this version", metavar="V")] = None,
    out: Annotated[Path | None, Option("write the report to this file", metavar="FILE.html")] = None,
    strict: Annotated[bool, Option("exit 1 when a row cannot be used")] = False,
    form: Format = "text",
) -> int:
    """Read the games, print the figures, and write the report to --out.

    $ steep report games.csv --out report.html
    $ steep report games.csv --columns depth=floor dead=died --version 1.2
    $ steep report measured/ --format json
    """
    from steep.commands.shared.games_argument import warn_of_games
    from steep.commands.shared.print_result import print_result
    from steep.lab.tables.games import TABLES, is_table

    called = read_columns(columns)
    if path.is_dir() and version is None:
        measured = lab.Measurement.load(path)
        if out is not None:
            lab.report(measured).save(out)
        print_result(measured.result, form)
        return 0
    if not path.is_dir() and not is_table(path):
        raise InputError(f"{path}: found no table; allowed: {TABLES}, or a folder of steep measure --out")
    games = lab.read_games(path, called, version=version)
    if out is not None:
        lab.report(games).save(out)
    warn_of_games(games)
    print_result(games.result, form)
    return 1 if strict and games.bad.count else 0
