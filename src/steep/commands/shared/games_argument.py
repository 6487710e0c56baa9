"""Games that were played, where a command takes a ruleset: a table, or a folder of `steep measure --out`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from click.core import ParameterSource

from steep import lab
from steep.commands.shared.output import warn
from steep.core.input_errors import InputError

GAMES = "or games that were played: a table (.jsonl, .csv, .parquet) or a folder of measure --out"


def read_columns(words: Sequence[str]) -> dict[str, str]:
    """The values of --columns: the columns of Steep by those of the file."""
    found: dict[str, str] = {}
    for word in words:
        theirs, equals, ours = word.rpartition("=")
        if not equals or not theirs or not ours or theirs in found:
            raise InputError(f'--columns: found "{word}"; allowed: THEIRS=OURS, as depth=floor, each of theirs once')
        found[theirs] = ours
    return found


def read_games_at(argument: str, columns: Mapping[str, str]) -> lab.Games | None:
    """The games of a table, of a version of it (`FILE@VERSION`) or of a folder; None for what can be no such."""
    from steep.lab.tables.games import split_version, stands_for_games

    if not stands_for_games(argument):
        return None
    path, version = split_version(argument)
    games = lab.read_games(path, columns, version=version)
    warn_of_games(games)
    return games


def warn_of_games(games: lab.Games) -> None:
    """Say which rows were left out, if any were. That there are some is a caution of the result."""
    if games.bad.count:
        warn("\n".join([f"rows of {games.path} that are left out:", *games.bad.lines()]))


def refuse_columns(columns: Mapping[str, str]) -> None:
    """Raise `InputError` for --columns where there is no table, unless a file of defaults gave it."""
    refuse_options({"columns": columns or None}, "is for tables of games; found rulesets only")


def refuse_options(given: Mapping[str, object], why: str) -> None:
    """Raise `InputError` for the first of these parameters that was given on the command line.

    A default of a file is for all commands and so may be of no use to one. `why` follows the option's name.
    """
    for name, value in given.items():
        if value is not None and is_asked_for(name):
            raise InputError(f"{name}: {why}")


def is_asked_for(parameter: str) -> bool:
    """Whether the value of a parameter is not the default of a file."""
    return click.get_current_context().get_parameter_source(parameter) is not ParameterSource.DEFAULT_MAP
