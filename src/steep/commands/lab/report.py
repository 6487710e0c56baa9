"""The command `steep report`: how games fared that are in a table, or in a folder of `steep measure --out`."""

from __future__ import annotations

import argparse

from steep.commands.shared.games_argument import read_columns
from steep.commands.shared.games_as_text import print_games
from steep.commands.shared.measurement_as_text import print_measurement
from steep.core.input_errors import InputError
from steep.lab import Measurement, read_games, report
from steep.lab.tables.games import TABLES, is_table


def run(options: argparse.Namespace) -> int:
    """Read the games, print the figures, and write the report to --out."""
    columns = read_columns(options.columns)
    if options.path.is_dir() and not columns and options.version is None:
        measured = Measurement.load(options.path)
        if options.out is not None:
            report(measured).save(options.out)
        print_measurement(measured, options.format)
        return 0
    if not options.path.is_dir() and not is_table(options.path):
        raise InputError(f"{options.path}: found no table; allowed: {TABLES}, or a folder of steep measure --out")
    games = read_games(options.path, columns, version=options.version)
    if options.out is not None:
        report(games).save(options.out)
    print_games(games, options.format)
    return 1 if options.strict and games.bad.count else 0
