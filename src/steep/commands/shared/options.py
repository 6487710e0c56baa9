"""The options of commands, and types of values that click lacks.

A command is a function. Its parameters before the `*` are arguments, and those after it are options. Each is annotated
with an `Option`. Options that several commands share are declared here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from steep import lab
from steep.commands.shared.output import warn
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.lab.simulate.simulation_task import MAX_FLOORS, MAX_GAMES, MAX_TURNS

FORMS = ("text", "json", "csv", "markdown")
"""How commands that report print."""

FORMS_OF_GATES = (*FORMS, "github")
"""How commands that can fail a build print."""


class Value(click.ParamType[Any, Any]):
    """A type of values that click lacks. `read` makes a value from a text. By default it is the text."""

    name = "text"

    def read(self, text: str) -> Any:
        """The value of a text. Raises `InputError` with what was found and what is allowed."""
        return text

    def known(self) -> Iterable[str]:
        """The names that a shell offers."""
        return ()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Called by click with a text, or with a value that was already read."""
        try:
            return self.read(value) if isinstance(value, str) else value
        except InputError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem[Any]]:
        """Completions: the names that begin with what is typed, or else files."""
        before, comma, last = incomplete.rpartition(",")
        names = [f"{before}{comma}{name}" for name in self.known() if name.startswith(last) and name.isprintable()]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


class Decimal(click.FloatRange):
    """A number in a range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Click would accept NaN."""
        number = super().convert(value, param, ctx)
        return self.fail(f"{value!r} is not a number", param, ctx) if math.isnan(number) else number


class RulesetName(Value):
    """A ruleset's name, or a path."""

    def known(self) -> Iterable[str]:
        """The bundled rulesets and the user's own."""
        from steep.play.files.user_file_paths_and_settings import Dirs

        for folder in (Path(__file__).parents[2] / "rulesets", Dirs().rulesets):
            yield from sorted(path.stem for path in folder.glob("*.toml"))


class BotNames(Value):
    """Names of bots, separated by commas. The lab checks them, because other games may have other bots."""

    def known(self) -> Iterable[str]:
        """All bots."""
        from steep.bots.choose_action import BOTS

        return BOTS


class BotName(BotNames):
    """The name of a bot."""

    def read(self, text: str) -> str:
        """The name. Raises `InputError` if there is no such bot."""
        from steep.bots.choose_action import find_bot

        if "," in text:
            raise InputError(f'found "{text}"; allowed: one bot')
        find_bot(text)
        return text


class Floors(Value):
    """Floors A to B, or one."""

    def read(self, text: str) -> tuple[int, int]:
        """The first and the last."""
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text, re.ASCII)
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
            if 1 <= first <= last <= MAX_FLOORS:
                return first, last
        wanted = f"A-B, two floors from 1 to {MAX_FLOORS} in rising order, such as 1-8, or one floor"
        raise InputError(f'found "{text}"; allowed: {wanted}')


@dataclass(frozen=True)
class Option:
    """The annotation of a parameter of a command's function."""

    help: str
    type: click.ParamType[Any, Any] | None = None
    """By default that of the annotation: a text, a path or a flag."""
    metavar: str | None = None
    name: str = ""
    """Its name, if it differs from the parameter's."""
    several: bool = False
    """It may be given more than once, and takes several words."""


def in_words(value: object) -> str:
    """A value in the form in which it is typed."""
    if isinstance(value, tuple):
        return ("-" if isinstance(value[0], int) else ",").join(map(str, value))
    return str(value)


def name_of(param: click.Parameter) -> str:
    """What a parameter is called on the command line."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name


RULESET = "a name, or a path to a .toml file"

Ruleset = Annotated[str, Option(RULESET, RulesetName(), metavar="RULESET")]
RulesetOption = Annotated[str, Option(RULESET, RulesetName())]
FloorsOfGame = Annotated[
    tuple[int, int],
    Option(
        "start on floor A; leaving floor B alive wins (default: all, or 1-10 of an endless dungeon)",
        Floors(),
        metavar="A-B",
    ),
]
SEED = click.IntRange(0, MAX_SEED)
FLOOR = click.IntRange(1, MAX_FLOORS)
TURNS = click.IntRange(1, MAX_TURNS)
Seed = Annotated[int, Option("seed of the first game; the others have the next seeds", SEED)]
FloorsOfDungeon = Annotated[tuple[int, int], Option("floors A to B, or one floor", Floors(), metavar="A-B")]
Games = Annotated[int, Option("games per bot", click.IntRange(1, MAX_GAMES))]
Turns = Annotated[int, Option("stop a game after this many turns", TURNS)]
Jobs = Annotated[int, Option("games played at a time (default: one per core)", click.IntRange(1, 1_024))]
Bot = Annotated[str, Option("the bot that plays", BotName())]
Bots = Annotated[str, Option("the bot that plays, or several separated by commas", BotNames(), name="bot")]
GameCommand = Annotated[
    str, Option("a command that plays by docs/game-protocol.md, in any language", metavar="COMMAND")
]
Cluster = Annotated[str, Option("play on the workers of a Dask scheduler")]
Columns = Annotated[
    tuple[str, ...],
    Option(
        "names of columns or ends that differ in a table: depth=floor dead=died",
        metavar="THEIRS=OURS",
        several=True,
    ),
]
Samples = Annotated[
    int,
    Option(
        "how often to generate each floor, rounded up to a hundred (default: what a second or two allows)",
        click.IntRange(1, 10_000_000),
    ),
]
Format = Annotated[str, Option("how to print", click.Choice(FORMS), name="format")]
FormatOfGate = Annotated[str, Option("how to print", click.Choice(FORMS_OF_GATES), name="format")]
Ui = Annotated[str, Option("where to show it (default: a window if possible)", click.Choice(("window", "terminal")))]
DataDir = Annotated[Path, Option("where saves, replays and scores live", metavar="FOLDER")]


# Games that were played, where a command takes a ruleset: a table, or a folder of `steep measure --out`.

GAMES = "or a table of games (.jsonl, .csv, .parquet), or a folder of measure --out"


def read_columns(words: Sequence[str]) -> dict[str, str]:
    """The values of --columns: Steep's names by those of the file."""
    found: dict[str, str] = {}
    for word in words:
        theirs, equals, ours = word.rpartition("=")
        if not equals or not theirs or not ours or theirs in found:
            raise InputError(f'--columns: found "{word}"; allowed: THEIRS=OURS, such as depth=floor, each name once')
        found[theirs] = ours
    return found


def read_games_at(argument: str, columns: Mapping[str, str]) -> lab.Games | None:
    """The games of a table, of one version in it (`FILE@VERSION`) or of a folder; None if it can be none of these."""
    from steep.lab.tables_of_games.games import split_version, stands_for_games

    if not stands_for_games(argument):
        return None
    path, version = split_version(argument)
    games = lab.read_games(path, columns, version=version)
    warn_of_games(games)
    return games


def warn_of_games(games: lab.Games) -> None:
    """Say which rows were left out. The result has a caution that some were."""
    if games.bad.count:
        warn("\n".join([f"rows of {games.path} that were left out:", *games.bad.lines()]))


def refuse_columns(columns: Mapping[str, str]) -> None:
    """Raise `InputError` for --columns where there is no table, unless a file of defaults gave it."""
    refuse_options({"columns": columns or None}, "is for tables of games; found rulesets only")


def refuse_options(given: Mapping[str, object], why: str) -> None:
    """Raise `InputError` for the first of these parameters that was given on the command line.

    Defaults of a file may not suit every command, so they don't count. `why` follows the option's name.
    """
    for name, value in given.items():
        if value is not None and is_asked_for(name):
            raise InputError(f"{name}: {why}")


def is_asked_for(parameter: str) -> bool:
    """Whether the value of a parameter is not the default of a file."""
    return click.get_current_context().get_parameter_source(parameter) is not ParameterSource.DEFAULT_MAP


def given(**values: Any) -> dict[str, Any]:
    """Those of these parameters that were given, on the command line or in a file of defaults."""
    source_of = click.get_current_context().get_parameter_source
    return {name: value for name, value in values.items() if source_of(name) is not ParameterSource.DEFAULT}


def last_floor_of(floors: tuple[int, int] | None) -> int | None:
    """The last of --floors, for a game that is not Steep's. Raises `InputError` if the first is not 1."""
    if floors is not None and floors[0] != 1:
        found = "-".join(map(str, floors))
        raise InputError(f'--floors: found "{found}"; a game of your own begins on floor 1, as in 1-{floors[1]}')
    return floors and floors[1]
