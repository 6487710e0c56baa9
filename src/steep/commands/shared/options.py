"""Options beside the parameters of a command's function, and the types of their values.

A command is a function. What stands before the `*` of its parameters are arguments, what comes after it are options;
each is annotated with an `Option`. Options that several commands take are declared here, once. A value that is not
allowed raises `InputError`: a line with the option, what was found, what is allowed and the nearest valid name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from click.shell_completion import CompletionItem

from steep.core.input_errors import InputError, nearest
from steep.core.random_streams import MAX_SEED
from steep.lab.simulate.simulation_task import MAX_FLOORS, MAX_GAMES, MAX_TURNS
from steep.play.numbers_from_text import number_of_text

FORMS = ("text", "json", "csv", "markdown")
"""How a command that reports prints."""

FORMS_OF_GATES = (*FORMS, "github")
"""How a command prints that fails where something is wrong."""


class Value(click.ParamType[Any, Any]):
    """A type of values. `read` makes one of a text; by default it is the text, which the command itself reads."""

    name = "text"

    def read(self, option: str, text: str) -> Any:  # noqa: ARG002
        """The value of a text; `option` begins the message. Raises `InputError`."""
        return text

    def known(self) -> Iterable[str]:
        """The names that a shell offers."""
        return ()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """What click calls with a text, or with a value that is read already."""
        return self.read(name_of(param), value) if param is not None and isinstance(value, str) else value

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem[Any]]:
        """The names that begin with what is typed; where there is none, files."""
        before, comma, last = incomplete.rpartition(",")
        names = [f"{before}{comma}{name}" for name in self.known() if name.startswith(last) and name.isprintable()]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


@dataclass(frozen=True)
class Whole(Value):
    """A whole number in a range, in ASCII digits."""

    low: int
    high: int
    what: str

    def read(self, option: str, text: str) -> int:
        """The number."""
        return number_of_text(option, text, self.low, self.high, self.what)


@dataclass(frozen=True)
class Decimal(Value):
    """A decimal number in a range, in ASCII digits."""

    low: float
    high: float
    what: str

    def read(self, option: str, text: str) -> float:
        """The number."""
        written = re.fullmatch(r"\d{1,9}(\.\d{1,12})?|\.\d{1,12}", text, re.ASCII)
        if written and self.low <= float(text) <= self.high:
            return float(text)
        raise InputError(f'{option}: found "{text}"; {self.what} is a number from {self.low:g} to {self.high:g}')


@dataclass(frozen=True)
class OneOf(Value):
    """One of a few words."""

    words: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    """Words that are gone, and what they are called now."""

    def read(self, option: str, text: str) -> str:
        """The word."""
        if text in self.words:
            return text
        now = dict(self.renamed).get(text)
        hint = f'; "{text}" is called {now} now' if now else nearest(text, self.words)
        raise InputError(f'{option}: found "{text}"; allowed: {", ".join(self.words)}{hint}')

    def known(self) -> Iterable[str]:
        """The words."""
        return self.words


class File(Value):
    """A path."""

    def read(self, option: str, text: str) -> Path:  # noqa: ARG002
        """The path."""
        return Path(text)


class RulesetName(Value):
    """A ruleset's name, or a path."""

    def known(self) -> Iterable[str]:
        """The bundled rulesets and the user's own."""
        from steep.play.files.user_file_paths import Dirs

        for folder in (Path(__file__).parents[2] / "rulesets", Dirs().rulesets):
            yield from sorted(path.stem for path in folder.glob("*.toml"))


class BotNames(Value):
    """Names of bots, separated by commas. The lab reads them, and a game of one's own may have other bots."""

    def known(self) -> Iterable[str]:
        """All bots."""
        from steep.bots.bots_by_name import BOTS

        return BOTS


class BotName(BotNames):
    """The name of a bot."""

    def read(self, option: str, text: str) -> str:
        """The name. Raises `InputError` if there is no such bot."""
        from steep.bots.bots_by_name import find_bot

        if "," in text:
            raise InputError(f'{option}: found "{text}"; allowed: one bot')
        find_bot(text)
        return text


class Floors(Value):
    """Floors A to B, or one."""

    def read(self, option: str, text: str) -> tuple[int, int]:
        """The first and the last."""
        match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text, re.ASCII)
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
            if 1 <= first <= last <= MAX_FLOORS:
                return first, last
        wanted = f"A-B, two floors from 1 to {MAX_FLOORS} in rising order, as in 1-8, or one floor"
        raise InputError(f'{option}: found "{text}"; allowed: {wanted}')


@dataclass(frozen=True)
class Option:
    """What stands beside a parameter of a command's function."""

    help: str
    type: Value | None = None
    """By default that of the annotation: a text, a path or, for a bool, none."""
    metavar: str | None = None
    name: str = ""
    """Where it is not the parameter's."""
    was: tuple[str, ...] = ()
    """The names that it had."""
    several: bool = False
    """It may be given more than once, and takes several words."""


def in_words(value: object) -> str:
    """A value as it would be typed."""
    if isinstance(value, tuple):
        return ("-" if isinstance(value[0], int) else ",").join(map(str, value))
    return str(value)


def name_of(param: click.Parameter) -> str:
    """What a parameter is called on the command line."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name


RULESET = "a name, or a path to a .toml file"

Ruleset = Annotated[str, Option(RULESET, RulesetName(), metavar="RULESET")]
RulesetOption = Annotated[str, Option(RULESET, RulesetName(), metavar="R")]
FloorsOfGame = Annotated[
    tuple[int, int],
    Option(
        "start on floor A; leaving floor B alive wins (default: all, or 1-10 of a dungeon without end)",
        Floors(),
        metavar="A-B",
    ),
]
SEED = Whole(0, MAX_SEED, "a seed")
FLOOR = Whole(1, MAX_FLOORS, "a floor")
TURNS = Whole(1, MAX_TURNS, "the turn limit of a game")
Seed = Annotated[int, Option("the first game's seed; the next ones follow", SEED, metavar="S")]
FloorsOfDungeon = Annotated[
    tuple[int, int], Option("floors A to B, or one floor", Floors(), metavar="A-B", was=("--floor",))
]
Games = Annotated[int, Option("games per bot", Whole(1, MAX_GAMES, "the number of games"), metavar="N")]
Turns = Annotated[int, Option("stop a game after T turns", TURNS, metavar="T")]
Jobs = Annotated[
    int,
    Option(
        "games played at a time (default: one per core)", Whole(1, 1_024, "the number of games at a time"), metavar="J"
    ),
]
Bot = Annotated[str, Option("the bot that plays", BotName(), metavar="B")]
Bots = Annotated[str, Option("the bot that plays, or several separated by commas", BotNames(), metavar="B", name="bot")]
Cluster = Annotated[str, Option("play on the workers of a Dask scheduler", metavar="ADDRESS")]
Columns = Annotated[
    tuple[str, ...],
    Option(
        "what columns of a table, and ends of a visit, are called where that differs: depth=floor dead=died",
        metavar="THEIRS=OURS",
        several=True,
    ),
]
Samples = Annotated[
    int,
    Option(
        "generate each floor K times, rounded up to a hundred (default: as many as take a second or two)",
        Whole(1, 10_000_000, "the number of samples"),
        metavar="K",
    ),
]
Format = Annotated[
    str,
    Option("how to print: text, json, csv or markdown", OneOf(FORMS, (("table", "text"),)), metavar="F", name="format"),
]
FormatOfGate = Annotated[
    str,
    Option(
        "how to print: text, json, csv, markdown or github",
        OneOf(FORMS_OF_GATES, (("table", "text"),)),
        metavar="F",
        name="format",
    ),
]
Ui = Annotated[
    str,
    Option(
        "where to show it (default: a window if possible)",
        OneOf(("window", "terminal")),
        metavar="window|terminal",
    ),
]
DataDir = Annotated[Path, Option("where saves, replays and scores live", metavar="FOLDER")]
