# ruff: noqa: E501, RUF009 -- lines of a table; field() declares dataclass fields
"""A target: the bands in which the figures of some bots should lie, and the numbers that may move to get there.

It is a TOML file. Every mistake in it is reported like one in a ruleset. Which numbers a ruleset has is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from steep.bots.choose_action import BOTS
from steep.content.reading.declarations import REQUIRED, FieldType, Schema, read_entry, table_schema
from steep.content.reading.find_and_read_ruleset_files import file_problem, read_source
from steep.content.reading.value_types import (
    checked,
    converted,
    either,
    integer,
    is_integer,
    list_schema,
    table_list,
)
from steep.content.ruleset_errors import MAX_BYTES, Location, Mistake, RulesetError, shown
from steep.content.schema_and_tables import DRAFT
from steep.content.sections import field, fields_of
from steep.core.input_errors import InputError, brief, checked_number
from steep.core.random_streams import MAX_SEED
from steep.lab.simulate.simulation_task import Task

MAX_FLOOR = 1_000
MAX_GAMES = 1_000_000
MAX_TURNS = 500_000
MAX_MOVES = 32
MAX_PATHS = 64
"""Numbers that move together."""
MAX_BOUND = 1_000_000
MAX_PERCENT = 10_000

RANGE_OF_FLOORS = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)

Pair = tuple[float, float]
"""The lowest and the highest value allowed."""

OTHERS = "*"
"""The key of what no other key of the table names."""

GIVEN = "target"
"""What a target that is no file is called in messages."""


def is_number(found: object, low: float, high: float) -> bool:
    """Whether a value is a number from `low` to `high`."""
    return type(found) in (int, float) and low <= found <= high  # type: ignore[operator]


def pair_of(what: str, low: int, high: int, *, whole: bool = False) -> FieldType:
    """Two numbers, the lowest and the highest that are allowed. Read as a tuple."""
    fits = is_integer if whole else is_number

    def pair(found: Any) -> Pair | None:
        two = isinstance(found, list) and len(found) == 2 and all(fits(each, low, high) for each in found)
        return (found[0], found[1]) if two and found[0] <= found[1] else None

    numbers = "whole numbers" if whole else "numbers"
    allowed = f"[low, high], two {numbers} from {low:_} to {high:_} in rising order{what}"
    number = {"type": "integer" if whole else "number", "minimum": low, "maximum": high}
    return converted(allowed, pair, list_schema(number, 2, 2))


def bands_by(
    key: str, keys: Callable[[str], Sequence[int | str]], pattern: str, band: FieldType, like: str
) -> FieldType:
    """A band for each of some keys. Read as a dictionary. `keys` gives what a key stands for; nothing if it is none."""
    allowed = f"a table of {like}"

    def read(found: object, at: Location) -> dict[int | str, Pair] | None:
        if not isinstance(found, dict) or not found:
            at.reject_value(found, allowed)
            return None
        bands: dict[int | str, Pair] = {}
        for name, value in found.items():
            here, named = at.under(name), keys(name)
            again = [each for each in named if each in bands]
            if not named:
                here.reject(f"found the floor {shown(name)}", key)
            elif again:
                here.reject(f"found floor {again[0]} again", "each floor once")
            bands |= dict.fromkeys(named, band.read(value, here))
        return bands

    return FieldType(allowed, read, keyed_schema(band.schema, pattern))


def floors_in(name: str) -> Sequence[int]:
    """The floors of a key such as ``3`` or ``2-5``; none where it is another."""
    match = RANGE_OF_FLOORS.fullmatch(name)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    return range(first, last + 1) if first >= 1 and last <= MAX_FLOOR else ()


def keyed_schema(value: Schema, keys: str = ".") -> Schema:
    """The schema of a table of one entry or more. `keys` is a pattern of their keys."""
    return {"type": "object", "minProperties": 1, "patternProperties": {keys: value}, "additionalProperties": False}


def table_of(made: type[Any], allowed: str) -> FieldType:
    """A table with the keys of a class. Read as one of it, with None for a value that is not allowed."""
    fields = fields_of(made).values()
    return FieldType(allowed, lambda found, at: made(**read_entry(found, fields, at)), table_schema(fields))


def bands_of_bots() -> FieldType:
    """The bands of each of some bots. Read as a dictionary of `BotBands`."""
    allowed = "a table [bands.BOT] for each bot that plays, such as [bands.explorer]"
    bands = table_of(BotBands, allowed)

    def read(found: object, at: Location) -> dict[str, BotBands] | None:
        if not isinstance(found, dict) or not found:
            at.reject("found no bot" if found == {} else f"found {shown(found)}", allowed)
            return None
        return {bot: bands.read(held, at.under(bot)) for bot, held in found.items()}

    return FieldType(allowed, read, keyed_schema(bands.schema))


def paths() -> FieldType:
    """A key of the ruleset, or a list of keys. Read as a tuple."""
    allowed = f'a key of the ruleset such as "monsters.troll.power", or a list of at most {MAX_PATHS} of them'

    def listed(found: Any) -> tuple[str, ...] | None:
        each_path = found if isinstance(found, list) else [found]
        fits = 1 <= len(each_path) <= MAX_PATHS and all(isinstance(each, str) and each for each in each_path)
        return tuple(each_path) if fits else None

    path: Schema = {"type": "string", "minLength": 1}
    return converted(allowed, listed, either(path, list_schema(path, 1, MAX_PATHS)))


CONFIDENCE = checked(
    "a number from 50 to 99.99: percent",
    lambda found: is_number(found, 50, 99.99),
    {"type": "number", "minimum": 50, "maximum": 99.99},
)
PERCENT_BAND = pair_of(": percent", 0, 100)

FLOORS = f'a floor from 1 to {MAX_FLOOR:_}, or a range such as "2-5"'
BY_FLOOR = bands_by(
    FLOORS,
    floors_in,
    "^[0-9]{1,4}(-[0-9]{1,4})?$",
    PERCENT_BAND,
    f"floors and bands in percent, such as {{ 3 = [85, 100], 4-6 = [60, 75] }}: {FLOORS}",
)
RATIOS = bands_by(
    f"`*` or {FLOORS}",
    lambda name: (OTHERS,) if name == OTHERS else floors_in(name),
    r"^(\*|[0-9]{1,4}(-[0-9]{1,4})?)$",
    pair_of("", 0, 1_000),
    f'floors and bands, such as {{ "*" = [0, 2], 4 = [0, 3] }}: `*`, for all others, or {FLOORS}',
)
BY_KILLER = bands_by(
    "any kind",
    lambda name: (name,),
    ".",
    PERCENT_BAND,
    'kinds and bands in percent, such as { "*" = [0, 15], ogre = [0, 20] }: `*` is any other kind',
)
"""Which kinds there are is checked with a ruleset."""


# Aligned columns read better here than the formatter's layout.
# fmt: off

@dataclass(frozen=True, slots=True, kw_only=True)
class BotBands:
    """What should hold for a bot."""

    survival:     dict[int, Pair] | None = field(BY_FLOOR, None, "percent of all heroes who leave the floor alive")
    hazard:       dict[int, Pair] | None = field(BY_FLOOR, None, "percent of the heroes who reach the floor and die there")
    wins:         Pair | None = field(PERCENT_BAND, None, "percent of all games that are won")
    median_floor: Pair | None = field(pair_of(": floors", 1, MAX_FLOOR + 1, whole=True), None, "the floor by whose end half of all heroes have died; one more than the last if fewer die")
    killers:      dict[str, Pair] | None = field(BY_KILLER, None, "percent of all deaths, by who killed the hero; `*` is the deadliest not named")
    hazard_ratio: dict[int | str, Pair] | None = field(RATIOS, None, "hazard, divided by the mean of the floors beside it; `*` is the highest of those not named")
    cleared:      Pair | None = field(pair_of(": floors", 0, MAX_FLOOR), None, "floors that a game leaves alive, mean")
    turns:        Pair | None = field(pair_of(": turns", 0, MAX_TURNS), None, "turns of a game, mean")


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Numbers of the ruleset that may move, together, and how far."""

    path:    tuple[str, ...] = field(paths(), REQUIRED, "what moves: the key of a number, of numbers by floor, or of dice; `*` stands for every key, as in `monsters.*.hp`")
    between: Pair | None = field(pair_of("", -MAX_BOUND, MAX_BOUND, whole=True), None, "the lowest and the highest number that they may become; all get the same number")
    percent: Pair | None = field(pair_of(": percent of what is written", 0, MAX_PERCENT, whole=True), None, "the lowest and the highest percentage of what is written; all get the same percentage")

    def __str__(self) -> str:
        return ", ".join(self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """How much is played in tuning."""

    budget: int = field(integer(1, 100 * MAX_GAMES), 50_000, "games in all, of all bots, before the last measurement")
    games:  int = field(integer(10, MAX_GAMES),       200,    "games of each bot when numbers are tried for the first time")
    seed:   int = field(integer(0, MAX_SEED),        0,      "the seed of the first game, and of the search")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The keys above all sections."""

    floors:     tuple[int, int] | None = field(pair_of(": floors", 1, MAX_FLOOR, whole=True), (1, 10), "games start on the first; leaving the last alive wins")
    games:      int   = field(integer(1, MAX_GAMES),  2_000,     "games of each bot in a check, and in the last measurement of tuning")
    seed:       int   = field(integer(0, MAX_SEED),   1_000_000, "the seed of the first of these games")
    turns:      int   = field(integer(1, MAX_TURNS),  20_000,    "the turns after which a game is stopped")
    confidence: float = field(CONFIDENCE, 95.0, "of all intervals together, in percent")
    reached:    int   = field(integer(1, MAX_GAMES),  300,       "games that must reach a floor for its `hazard_ratio`")
    bands:      dict[str, BotBands] = field(bands_of_bots(), REQUIRED, "what should hold, for each bot")
    move:       tuple[Move, ...] = field(table_list(Move, 0, MAX_MOVES), (), "the numbers that may move")
    tune:       Tuning | None = field(table_of(Tuning, "a table"), None, "how much is played in tuning")

# fmt: on

PERCENTS = ("survival", "hazard", "wins", "killers")
BY_KEY = ("survival", "hazard", "killers", "hazard_ratio")


@dataclass(frozen=True, slots=True)
class Band:
    """One figure of a bot, and the values that it may have."""

    bot: str
    measure: str
    """A key of `BotBands`."""
    floor: int | None
    """None for a figure of whole games."""
    low: float
    """Shares are from 0 to 1."""
    high: float
    killer: str = ""
    """For `killers`: a kind of monster, "own fire", "hunger" or "terrain", or OTHERS."""
    but: tuple[int | str, ...] = ()
    """For the highest of all others: the floors or killers that are not among them."""
    reached: int = 1
    """Games that must reach a floor, or it has no `hazard_ratio`."""

    @property
    def is_of_others(self) -> bool:
        """Whether the figure is the highest of all floors or killers that no other band names."""
        return self.killer == OTHERS or (self.measure == "hazard_ratio" and self.floor is None)

    @property
    def is_share(self) -> bool:
        """Whether the figure is a share of games."""
        return self.measure in PERCENTS

    @property
    def subject(self) -> str:
        """The figure in words."""
        name = self.measure.replace("_", " ")
        if self.killer:
            return "deaths by any other killer" if self.is_of_others else f"deaths by {self.killer}"
        if self.is_of_others:
            return f"{name}, any other floor"
        return name if self.floor is None else f"{name}, floor {self.floor}"


@dataclass(frozen=True, slots=True)
class Target:
    """A valid target."""

    tasks: tuple[Task, ...]
    """The games of a check: one task for each bot, otherwise the same."""
    confidence: float
    """The confidence of all intervals together, as a share."""
    bands: tuple[Band, ...]
    moves: tuple[Move, ...]
    tuning: Tuning

    def with_games(self, games: int | None, seed: int | None) -> Target:
        """The same target, checked by another number of games or on other seeds. Raises `InputError`."""
        games = self.tasks[0].games if games is None else checked_number("games", games, 1, MAX_GAMES)
        seed = self.tasks[0].seed if seed is None else checked_number("seed", seed, 0, MAX_SEED)
        if seed + games - 1 > MAX_SEED:
            raise InputError(f"seed: found {seed}; the last of {games} games would have a seed beyond {MAX_SEED}")
        return replace(self, tasks=tuple(replace(task, games=games, seed=seed) for task in self.tasks))

    def for_tuning(self, budget: int | None, file: str) -> Target:
        """The same target, perhaps with another budget. Raises `InputError` if a check and tuning share seeds."""
        tuning = self.tuning if budget is None else replace(self.tuning, budget=budget)
        mistakes: list[Mistake] = []
        at, task, last = Location(mistakes, file), self.tasks[0], tuning.seed + tuning.budget - 1
        if last > MAX_SEED:
            allowed = f"at most {MAX_SEED + 1 - tuning.budget}, as the budget is {tuning.budget:_} games"
            at.under("tune").under("seed").reject_value(tuning.seed, allowed)
        elif task.seed <= last and tuning.seed < task.seed + task.games:
            at.under("seed").reject(
                f"found {task.seed}, among the seeds {tuning.seed} to {last} that tuning may play",
                "other seeds, as a check on the seeds of tuning would find nothing",
            )
        if mistakes:
            raise RulesetError(mistakes)
        return replace(self, tuning=tuning)


def target_schema() -> Schema:
    """The JSON Schema of a target's file."""
    return {"$schema": DRAFT, "title": "Steep's target", **table_schema(fields_of(Head).values())}


TargetSource = Target | Path | str | Mapping[str, Any]
"""A target: a path to its file, what such a file says as a dictionary, or a loaded one."""


def file_of(source: TargetSource) -> str:
    """The path of a target; empty when it is no file."""
    return str(source) if isinstance(source, Path | str) else ""


def read_target(source: TargetSource, *, players: Collection[str] = BOTS) -> Target:
    """Read a target, if it is not loaded. `players` may have bands. Raises `InputError` with all mistakes in it."""
    if isinstance(source, Target):
        return source
    if not isinstance(source, Path | str | Mapping):
        raise InputError(f"{GIVEN}: found {brief(source)}; allowed: a path to a target file, or a dictionary")
    mistakes: list[Mistake] = []
    if isinstance(source, Mapping):
        table = as_toml(source)
    else:
        problem, allowed = file_problem(Path(source))
        if problem:
            raise InputError(f"{source}: found {problem}; allowed: {allowed}")
        read = read_source(Path(source), mistakes, MAX_BYTES)
        table = None if read is None else read.table
    at = Location(mistakes, file_of(source) or GIVEN)
    target = None if table is None else target_of(table, at, players=players)
    if target is None:
        raise RulesetError(mistakes)
    return target


def as_toml(value: Any) -> Any:
    """A value as a TOML file would have it: keys are words, there are lists but no tuples, and numbers are Python's."""
    if hasattr(value, "tolist"):  # NumPy's numbers and arrays
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): as_toml(held) for key, held in value.items()}
    return [as_toml(held) for held in value] if isinstance(value, list | tuple) else value


def target_of(table: dict[str, Any], at: Location, *, players: Collection[str] = BOTS) -> Target | None:
    """The target that a table describes. Reports mistakes, and is None once there is one."""
    head = Head(**read_entry(table, fields_of(Head).values(), at))
    for number, move in enumerate(head.move or (), 1):
        here = at.under("move").entry(number)
        given = [key for key in ("between", "percent") if getattr(move, key) is not None]
        if not here.rejected and len(given) != 1:
            here.reject(f"found {' and '.join(given) or 'neither between nor percent'}", "one of the two")
    bands = [
        band
        for bot, held in (head.bands or {}).items()
        for band in bands_of(bot, held, head, players, at.under("bands").under(bot))
    ]
    if head.seed is not None and head.games is not None and head.seed + head.games - 1 > MAX_SEED:
        allowed = f"at most {MAX_SEED + 1 - head.games}, as there are {head.games:_} games"
        at.under("seed").reject_value(head.seed, allowed)
    if at.mistakes or head.floors is None:
        return None
    tasks = (Task(bot, head.seed, head.games, *head.floors, head.turns) for bot in head.bands)
    return Target(
        tuple(tasks),
        head.confidence / 100,
        tuple(bands),
        head.move,
        head.tune or Tuning(**read_entry({}, fields_of(Tuning).values(), at)),
    )


def bands_of(bot: str, held: BotBands, head: Head, players: Collection[str], at: Location) -> Iterator[Band]:
    """The bands of a bot. Reports mistakes."""
    if bot not in players:
        why = "which is not a known bot" if players is BOTS else "who has no games"
        at.reject_name(bot, f"found {shown(bot)}, {why}", players)
        return
    values = {measure: getattr(held, measure) for measure in fields_of(BotBands)}
    if not any(values.values()) and not at.rejected:
        at.reject("found no bands", f"some of {', '.join(values)}")
    first, last = head.floors or (1, MAX_FLOOR)
    for measure, value in values.items():
        by_key: dict[int | str, Pair | None] = (value or {}) if measure in BY_KEY else {"": value}
        named = tuple(key for key in by_key if key != OTHERS)
        for key, pair in by_key.items():
            if pair is None:
                continue
            floor = key if isinstance(key, int) else None
            if floor is not None and not first <= floor <= last:
                at.under(measure).reject(f"found floor {floor}", f"the floors {first} to {last} of the games")
            scale = 100 if measure in PERCENTS else 1
            yield Band(
                bot,
                measure,
                floor,
                pair[0] / scale,
                pair[1] / scale,
                killer=str(key) if measure == "killers" else "",
                but=named if key == OTHERS else (),
                reached=head.reached if measure == "hazard_ratio" else 1,
            )


def check_killers(target: Target, killers: Sequence[str], file: str) -> None:
    """Raise `InputError` for bands of killers that a ruleset does not have. `killers` are all that it has."""
    mistakes: list[Mistake] = []
    at = Location(mistakes, file, "bands")
    for band in target.bands:
        if band.killer and band.killer not in (OTHERS, *killers):
            here = at.under(band.bot).under("killers").under(band.killer)
            here.reject_name(band.killer, f"found {shown(band.killer)}, which kills nobody", (OTHERS, *killers))
    if mistakes:
        raise RulesetError(mistakes)
