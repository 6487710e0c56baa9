"""The options of commands of the lab that are not yet parameters of a function."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from steep import DEFAULT_RULESET
from steep.commands.shared.command_of_function import QUIET, telling_option
from steep.core.input_errors import InputError, nearest

DEFAULTS = f"(default: {DEFAULT_RULESET})"

RULESET = "a name, or a path to a .toml file"

GAMES = "or games that were played: a table (.jsonl, .csv, .parquet) or a folder of measure --out"

NEW_BASELINE = {"bot": "explorer", "games": "2000", "seed": "0", "turns": "20000"}
"""Defaults of a new baseline but for its floors, as words for the options of `add_games`."""


def add_format(parser: argparse.ArgumentParser, *more: str) -> None:
    """Add the --format option. `more` are formats of this command alone."""
    parser.add_argument("--format", choices=("text", "json", "csv", *more), default="text", help="how to print")


class Parser(argparse.ArgumentParser):
    """A parser whose error messages are one line and suggest the nearest valid word."""

    def error(self, message: str) -> NoReturn:
        """Raise `InputError` instead of printing the usage."""
        chosen = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        hint = nearest(chosen[1], re.findall(r"\w+", chosen[2])) if chosen else ""
        raise InputError(f"{message}{hint}; see {self.prog} --help")

    def options(self) -> list[str]:
        """All option strings of this parser."""
        return [option for action in self._actions for option in action.option_strings]


def command_of_parser(name: str, summary: str, module: str) -> click.Command:
    """A command whose options are those of a parser."""
    parser = Parser(prog=f"steep {name}", description=f"{summary[0].upper()}{summary[1:]}.", add_help=False)
    OPTIONS[name](parser)

    def run(words: Sequence[str]) -> int:
        options, rest = parser.parse_known_args(words)
        if rest:
            hint = nearest(rest[0], parser.options()) if rest[0].startswith("-") else ""
            raise InputError(f"steep {name} does not take {rest[0]}{hint}; see steep {name} --help")
        code: int = importlib.import_module(f"steep.commands.{module}").run(options)
        return code

    tell = telling_option(["-h", "--help"], lambda _: parser.format_help(), "show this message")
    return click.Command(
        name,
        context_settings={"ignore_unknown_options": True},
        params=[click.Argument(["words"], nargs=-1, type=click.UNPROCESSED), QUIET, tell],
        callback=run,
        add_help_option=False,
    )


def add_games(parser: argparse.ArgumentParser, bot: str, games: str) -> None:
    """Options of commands in which bots play games. `bot` and `games` are defaults."""
    parser.add_argument(
        "--bot", metavar="B", default=bot, help=f"the bot that plays, or several separated by commas (default: {bot})"
    )
    add_playing(parser, games)
    parser.add_argument(
        "--floors",
        metavar="A-B",
        help="start on floor A; leaving floor B alive wins (default: all, or 1-10 of a dungeon without end)",
    )


def add_playing(parser: argparse.ArgumentParser, games: str) -> None:
    """Options for how many games are played, and how."""
    parser.add_argument("--games", metavar="N", default=games, help=f"games per bot (default: {games})")
    parser.add_argument(
        "--seed", metavar="S", default="0", help="the first game's seed; the next ones follow (default: 0)"
    )
    parser.add_argument("--turns", metavar="T", default="20000", help="stop a game after T turns (default: 20000)")
    parser.add_argument("--jobs", metavar="J", help="games played at a time (default: one per core)")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """The option to play on a cluster."""
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the workers of a Dask scheduler")


def add_columns(parser: argparse.ArgumentParser) -> None:
    """The option that names the columns of tables of games."""
    parser.add_argument(
        "--columns",
        metavar="THEIRS=OURS",
        nargs="+",
        default=[],
        help="what columns of a table, and ends of a visit, are called where that differs: depth=floor dead=died",
    )


def check_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep check`. Options for the games default to those of the baseline or the target."""
    parser.add_argument("ruleset", metavar="RULESET|FILE", help=f"{RULESET}; {GAMES}")
    add_columns(parser)
    compared = parser.add_mutually_exclusive_group(required=True)
    compared.add_argument(
        "--baseline", metavar="FILE", type=Path, help="the baseline to compare with; that of a table is another table"
    )
    compared.add_argument("--target", metavar="FILE", type=Path, help="the target whose bands should hold")
    parser.add_argument("--strict", action="store_true", help="exit 1 also when there are too few games to tell")
    parser.add_argument("--update", action="store_true", help="write a new baseline from the ruleset as it is now")
    parser.add_argument("--tolerance", metavar="POINTS", help="ignore differences up to this size (default: 0)")
    parser.add_argument(
        "--false-alarms",
        metavar="RATE",
        help="how often an unchanged ruleset may be reported as drifted (default: 0.001)",
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        default=Path(),
        help="where to write a replay that shows a drift (default: the current folder)",
    )
    add_games(parser, NEW_BASELINE["bot"], NEW_BASELINE["games"])
    parser.set_defaults(**dict.fromkeys(NEW_BASELINE))
    add_cluster(parser)
    add_format(parser, "markdown", "github")


def tune_options(parser: argparse.ArgumentParser) -> None:
    """Options of `steep tune`."""
    parser.add_argument("ruleset", metavar="RULESET", help=RULESET)
    parser.add_argument(
        "--target", metavar="FILE", type=Path, required=True, help="what should hold, and which numbers may move"
    )
    parser.add_argument(
        "--towards",
        metavar="FILE|DIR",
        help="aim at the survival of games that were played: a table, or a folder of measure --out",
    )
    add_columns(parser)
    parser.add_argument("--budget", metavar="N", help="games to play at most (default: what the target says, or 50000)")
    parser.add_argument("--jobs", metavar="J", help="games played at a time (default: one per core)")
    parser.add_argument("--state", metavar="FILE", type=Path, help="keep what was played in this file")
    parser.add_argument("--resume", action="store_true", help="go on from --state")
    parser.add_argument(
        "--write", metavar="FILE", type=Path, help="write the tuned ruleset: over its own file, or one that extends it"
    )
    parser.add_argument(
        "--strict", action="store_true", help="exit 1 and write nothing also when there are too few games to tell"
    )
    add_format(parser)


OPTIONS = {
    "check": check_options,
    "tune": tune_options,
}
