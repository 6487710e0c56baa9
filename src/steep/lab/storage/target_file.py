# ruff: noqa: E501, RUF009 -- lines of a table; field() declares dataclass fields
"""A target: the bands in which the figures of some bots should lie, and the numbers that may move to get there.

It is a TOML file. Every mistake in it is reported like one in a ruleset. Which numbers a ruleset has is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from steep.bots.bots_by_name import BOTS
from steep.content.json_schema import DRAFT
from steep.content.reading.declarations import REQUIRED, FieldType, Schema, read_entry, table_schema
from steep.content.reading.find_and_read_ruleset_files import parse
from steep.content.reading.value_types import checked, converted, either, integer, is_integer, list_schema
from steep.content.ruleset_errors import Location, Mistake, RulesetError, shown
from steep.content.sections import field, fields_of
from steep.core.input_errors import InputError
from steep.core.random_streams import MAX_SEED
from steep.core.read_untrusted_files import read_regular_file
from steep.lab.simulate.simulation_task import Task
from steep.play.files.atomic_writes import reason_of

MAX_BYTES = 256 * 1024
"""Of a target file."""

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


def is_number(found: object, low: float, high: float) -> bool:
    """Whether a value is a number from `low` to `high`."""
    return type(found) in (int, float) and low <= found <= high  # type: ignore[operator]


def pair_of(what: str, low: int, high: int, *, whole: bool = False) -> FieldType:
    """Two numbers, the lowest and the highest that are allowed. Read as a tuple."""
    allowed = (
        f"[low, high], two {'whole numbers' if whole else 'numbers'} from {low:_} to {high:_} in rising order{what}"
    )

    def fits(found: object) -> bool:
        if not isinstance(found, list) or len(found) != 2:
            return False
        fit = all(is_integer(each, low, high) if whole else is_number(each, low, high) for each in found)
        return fit and found[0] <= found[1]

    number = {"type": "integer" if whole else "number", "minimum": low, "maximum": high}
    return converted(allowed, lambda found: tuple(found) if fits(found) else None, list_schema(number, 2, 2))


CONFIDENCE = checked(
    "a number from 50 to 99.99: percent",
    lambda found: is_number(found, 50, 99.99),
    {"type": "number", "minimum": 50, "maximum": 99.99},
)
PERCENT_BAND = pair_of(": percent", 0, 100)
RATIO_BAND = pair_of("", 0, 1_000)

OTHERS = "*"
"""The key of what no other key of the table names."""

FLOORS = f'a floor from 1 to {MAX_FLOOR:_} or a range of them such as "2-5"'
"""Keys of tables by floor."""


def bands_by_floor() -> FieldType:
    """A band for each of some floors. Read as a dictionary."""
    return by_floor(f"a table of floors and bands in percent, as {{ 3 = [85, 100], 4-6 = [60, 75] }}: {FLOORS}")


def ratios_by_floor() -> FieldType:
    """A band for each of some floors, and for the others together. Read as a dictionary."""
    allowed = f'a table of floors and bands, as {{ "*" = [0, 2], 4 = [0, 3] }}: `*`, for all others, or {FLOORS}'
    return by_floor(allowed, RATIO_BAND, others=True)


def by_floor(allowed: str, bands_are: FieldType = PERCENT_BAND, *, others: bool = False) -> FieldType:
    """A band for each of some floors. Read as a dictionary."""
    key = f"`*` or {FLOORS}" if others else FLOORS

    def read(found: object, at: Location) -> dict[int | str, Pair] | None:
        if not isinstance(found, dict) or not found:
            at.reject_value(found, allowed)
            return None
        bands: dict[int | str, Pair] = {}
        for name, value in found.items():
            here = at.under(name)
            if others and name == OTHERS:
                bands[OTHERS] = bands_are.read(value, here)
                continue
            match = RANGE_OF_FLOORS.fullmatch(name)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
            if not 1 <= first <= last <= MAX_FLOOR:
                here.reject(f"found the floor {shown(name)}", key)
                continue
            band = bands_are.read(value, here)
            for floor in range(first, last + 1):
                if floor in bands:
                    here.reject(f"found floor {floor} again", "each floor once")
                    break
                bands[floor] = band
        return bands

    floors = r"^(\*|[0-9]{1,4}(-[0-9]{1,4})?)$" if others else "^[0-9]{1,4}(-[0-9]{1,4})?$"
    return FieldType(allowed, read, keyed_schema(bands_are.schema, floors))


def keyed_schema(value: Schema, keys: str = ".") -> Schema:
    """The schema of a table of one entry or more. `keys` is a pattern of their keys."""
    return {"type": "object", "minProperties": 1, "patternProperties": {keys: value}, "additionalProperties": False}


def bands_by_killer() -> FieldType:
    """A band for each of some killers, and for the others. Read as a dictionary. Names are checked with a ruleset."""
    allowed = 'a table of kinds and bands in percent, as { "*" = [0, 15], ogre = [0, 20] }: `*` is any other kind'

    def read(found: object, at: Location) -> dict[str, Pair] | None:
        if not isinstance(found, dict) or not found:
            at.reject_value(found, allowed)
            return None
        return {name: PERCENT_BAND.read(value, at.under(name)) for name, value in found.items()}

    return FieldType(allowed, read, keyed_schema(PERCENT_BAND.schema))


def paths() -> FieldType:
    """A key of the ruleset, or a list of keys. Read as a tuple."""
    allowed = f'a key of the ruleset such as "monsters.troll.power", or a list of at most {MAX_PATHS} of them'

    def listed(found: Any) -> tuple[str, ...] | None:
        each_path = found if isinstance(found, list) else [found]
        fits = 1 <= len(each_path) <= MAX_PATHS and all(isinstance(each, str) and each for each in each_path)
        return tuple(each_path) if fits else None

    path: Schema = {"type": "string", "minLength": 1}
    return converted(allowed, listed, either(path, list_schema(path, 1, MAX_PATHS)))


# Aligned columns read better here than the formatter's layout.
# fmt: off

@dataclass(frozen=True, slots=True, kw_only=True)
class BotBands:
    """What should hold for a bot."""

    survival:     dict[int, Pair] | None = field(bands_by_floor(), None, "percent of all heroes who leave the floor alive")
    hazard:       dict[int, Pair] | None = field(bands_by_floor(), None, "percent of the heroes who reach the floor and die there")
    wins:         Pair | None = field(PERCENT_BAND, None, "percent of all games that are won")
    median_floor: Pair | None = field(pair_of(": floors", 1, MAX_FLOOR + 1, whole=True), None, "the first floor by whose end half of all heroes have died; one more than the last if fewer die")
    killers:      dict[str, Pair] | None = field(bands_by_killer(), None, "percent of all deaths, by who killed the hero; `*` is the deadliest not named")
    hazard_ratio: dict[int | str, Pair] | None = field(ratios_by_floor(), None, "hazard, divided by the mean of the floors beside it; `*` is the highest of those not named")
    cleared:      Pair | None = field(pair_of(": floors", 0, MAX_FLOOR), None, "floors that a game leaves alive, mean")
    turns:        Pair | None = field(pair_of(": turns", 0, MAX_TURNS), None, "turns of a game, mean")


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Numbers of the ruleset that may move, together, and how far."""

    path:    tuple[str, ...] = field(paths(), REQUIRED, "what moves: the key of a number, of numbers by floor, or of dice; `*` stands for every key, as in `monsters.*.hp`")
    between: Pair | None = field(pair_of("", -MAX_BOUND, MAX_BOUND, whole=True), None, "the lowest and the highest number that they may become, all of them the same")
    percent: Pair | None = field(pair_of(": percent of what is written", 0, MAX_PERCENT, whole=True), None, "how much of what is written they may become, all of them as much")

    def __str__(self) -> str:
        return ", ".join(self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """How much is played in tuning."""

    budget: int = field(integer(1, 100 * MAX_GAMES), 50_000, "games in all, of all bots, before the last measurement")
    games:  int = field(integer(10, MAX_GAMES),       200,    "games of each bot when numbers are tried for the first time")
    seed:   int = field(integer(0, MAX_SEED),        0,      "the seed of the first game, and of the search; all numbers are tried on the same seeds")


BANDS = checked(
    "a table [bands.BOT] for each bot",
    lambda found: isinstance(found, dict),
    keyed_schema(table_schema(fields_of(BotBands).values())),
)
MOVES = checked(
    f"a list of at most {MAX_MOVES} tables [[move]]",
    lambda found: isinstance(found, list) and len(found) <= MAX_MOVES,
    list_schema(table_schema(fields_of(Move).values()), 0, MAX_MOVES),
)
TUNE = checked("a table", lambda found: isinstance(found, dict), table_schema(fields_of(Tuning).values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The keys above all sections."""

    floors:     tuple[int, int] = field(pair_of(": floors", 1, MAX_FLOOR, whole=True), (1, 10), "games start on the first and are won by leaving the last alive")
    games:      int   = field(integer(1, MAX_GAMES),  2_000,     "games of each bot in a check, and in the last measurement of tuning")
    seed:       int   = field(integer(0, MAX_SEED),   1_000_000, "the seed of the first of these games; the next ones follow")
    turns:      int   = field(integer(1, MAX_TURNS),  20_000,    "the turns after which a game is stopped")
    confidence: float = field(CONFIDENCE, 95.0, "of all intervals together, in percent")
    reached:    int   = field(integer(1, MAX_GAMES),  300,       "games that must reach a floor, or there is no `hazard_ratio` of it")
    bands:      dict[str, Any] = field(BANDS, REQUIRED, "what should hold, for each bot")
    move:       list[Any] = field(MOVES, (), "the numbers that may move")
    tune:       dict[str, Any] = field(TUNE, (), "how much is played in tuning")

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
    """Of `killers`: a kind of monster, "own fire", "hunger" or "terrain", or OTHERS."""
    but: tuple[int | str, ...] = ()
    """Where it is the highest of others: floors or killers that are not among them."""
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
    """Of all intervals together, a share."""
    bands: tuple[Band, ...]
    moves: tuple[Move, ...]
    tuning: Tuning

    def with_budget(self, budget: int) -> Target:
        """The same target with another budget. Raises `InputError` when its seeds cannot be played."""
        tuning = replace(self.tuning, budget=budget)
        mistakes: list[Mistake] = []
        reject_seeds(self.tasks[0].seed, self.tasks[0].games, tuning, Location(mistakes, "--budget"))
        if mistakes:
            raise RulesetError(mistakes)
        return replace(self, tuning=tuning)

    def with_games(self, games: int | None, seed: int | None) -> Target:
        """The same target, checked by another number of games or on other seeds."""
        tasks = (
            replace(task, games=task.games if games is None else games, seed=task.seed if seed is None else seed)
            for task in self.tasks
        )
        return replace(self, tasks=tuple(tasks))


def target_schema() -> Schema:
    """The JSON Schema of a target's file."""
    return {"$schema": DRAFT, "title": "Steep's target", **table_schema(fields_of(Head).values())}


def read_target(path: Path, *, tuning: bool = False, players: Collection[str] = BOTS) -> Target:
    """Read a target file. Raises `InputError` with all mistakes in it.

    With `tuning`, its seeds are checked to be others than those that tuning may play. `players` may have bands.
    """
    try:
        text = read_regular_file(path, MAX_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{path}: found no target file") from None
    except OSError as error:
        raise InputError(f"{path}: the target cannot be read: {reason_of(error)}") from None
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: found byte {error.start} that is not UTF-8; allowed: TOML, encoded as UTF-8"
        ) from None
    mistakes: list[Mistake] = []
    at = Location(mistakes, str(path))
    table = parse(text, at)
    target = None if table is None else target_of(table, at, tuning=tuning, players=players)
    if mistakes or target is None:
        raise RulesetError(mistakes)
    return target


def target_of(table: dict[str, Any], at: Location, *, tuning: bool, players: Collection[str] = BOTS) -> Target | None:
    """The target that a table describes. Reports mistakes."""
    head = Head(**section(Head, table, at))
    bands = [
        band
        for bot, held in (head.bands or {}).items()
        for band in bands_of(bot, held, head.floors, head.reached, players, at.under("bands"))
    ]
    if head.bands == {}:
        at.under("bands").reject("found no bot", "a table [bands.BOT] for each bot that plays, as [bands.explorer]")
    moves = [move_of(found, at.under("move").entry(number)) for number, found in enumerate(head.move or (), 1)]
    reject_shared_numbers(moves, at.under("move"))
    plan = Tuning(**section(Tuning, head.tune or {}, at.under("tune")))
    if head.seed is not None and head.games is not None:
        known = None not in (plan.budget, plan.seed)
        reject_seeds(head.seed, head.games, plan if tuning and moves and known else None, at)
    if at.mistakes:
        return None
    bots = dict.fromkeys(band.bot for band in bands)
    tasks = tuple(Task(bot, head.seed, head.games, *head.floors, head.turns) for bot in bots)
    return Target(tasks, head.confidence / 100, tuple(bands), tuple(each for each in moves if each), plan)


def reject_seeds(seed: int, games: int, tuning: Tuning | None, at: Location) -> None:
    """Report seeds that are too large, or that a check and tuning have in common."""
    if seed + games - 1 > MAX_SEED:
        at.under("seed").reject_value(seed, f"at most {MAX_SEED + 1 - games}, as there are {games:_} games")
    if tuning is None:
        return
    last = tuning.seed + tuning.budget - 1
    if last > MAX_SEED:
        at.under("tune").under("seed").reject_value(
            tuning.seed, f"at most {MAX_SEED + 1 - tuning.budget}, as the budget is {tuning.budget:_} games"
        )
    elif seed <= last and tuning.seed < seed + games:
        at.under("seed").reject(
            f"found {seed}, among the seeds {tuning.seed} to {last} that tuning may play",
            "other seeds, as a check on the seeds of tuning would find nothing",
        )


def reject_shared_numbers(moves: Sequence[Move | None], at: Location) -> None:
    """Report numbers that two moves name. Which numbers a ruleset has is not known here, so `*` stands for any."""
    named: list[tuple[int, str]] = []
    for number, move in enumerate(moves, 1):
        for path in move.path if move else ():
            other = next(((before, taken) for before, taken in named if share_numbers(path, taken)), None)
            if other is not None:
                found = f'found "{path}", ' + (
                    f"which is in move[{other[0]}], too"
                    if path == other[1]
                    else f'some of whose numbers "{other[1]}" of move[{other[0]}] moves, too'
                )
                at.entry(number).under("path").reject(found, "each number in one move")
            named.append((number, path))


def share_numbers(a: str, b: str) -> bool:
    """Whether two paths can name the same number: one begins as the other, where `*` is any key."""
    return all(one == other or "*" in (one, other) for one, other in zip(a.split("."), b.split("."), strict=False))


def section(made: type[Any], found: object, at: Location) -> dict[str, Any]:
    """The values of a section with defaults filled in; None for a bad one."""
    return read_entry(found, tuple(fields_of(made).values()), at)


def bands_of(
    bot: str,
    found: object,
    floors: tuple[int, int] | None,
    reached: int | None,
    players: Collection[str],
    at: Location,
) -> Iterator[Band]:
    """The bands of a bot. Reports mistakes."""
    here = at.under(bot)
    if bot not in players:
        why = "which is not a known bot" if players is BOTS else "who has no games"
        here.reject_name(bot, f"found {shown(bot)}, {why}", players)
        return
    read = section(BotBands, found, here)
    if isinstance(found, dict) and not found:
        here.reject("found no bands", f"some of {', '.join(fields_of(BotBands))}")
    first, last = floors or (1, MAX_FLOOR)
    for measure, value in read.items():
        by_key: dict[int | str, Pair | None] = (value or {}) if measure in BY_KEY else {"": value}
        named = tuple(key for key in by_key if key != OTHERS)
        for key, pair in by_key.items():
            if pair is None:
                continue
            floor = key if isinstance(key, int) else None
            if floor is not None and not first <= floor <= last:
                here.under(measure).reject(f"found floor {floor}", f"the floors {first} to {last} of the games")
            scale = 100 if measure in PERCENTS else 1
            yield Band(
                bot,
                measure,
                floor,
                pair[0] / scale,
                pair[1] / scale,
                killer=str(key) if measure == "killers" else "",
                but=named if key == OTHERS else (),
                reached=(reached or 1) if measure == "hazard_ratio" else 1,
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


def move_of(found: object, at: Location) -> Move | None:
    """A move. Reports mistakes."""
    before = len(at.mistakes)
    move = Move(**section(Move, found, at))
    if len(at.mistakes) > before:
        return None
    given = [key for key in ("between", "percent") if getattr(move, key) is not None]
    if len(given) != 1:
        at.reject(f"found {' and '.join(given) or 'neither between nor percent'}", "one of the two")
        return None
    return move
