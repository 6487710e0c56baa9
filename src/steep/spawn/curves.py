"""Curves: a value for every floor, such as a weight or a count.

Floors count from 1; all floors deeper than MAX_FLOORS have that floor's value. In
tables, floors 0 and 1 both mean from the start. All values are exact.

The shapes over a range of floors are modelled on those of Dungeon Crawl Stone
Soup's monster tables, with formulas of their own, given at each class.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from numbers import Real
from typing import Protocol, overload

from steep.core.input_errors import brief
from steep.core.rule_decorator import rule
from steep.core.ruleset import GROWTH_PARTS, MAX_FLOORS, MAX_HP, POWER, STATS, FloorsBelow, MonsterKind
from steep.spawn.exact_numbers import Number, SpawnError, Value, divided, exact, exact_floor
from steep.spawn.table_notations import Raising, check_order, raising_floor, raising_number, read_pairs


class Curve(Protocol):
    """A non-negative value for every floor."""

    def at(self, floor: int) -> Value:
        """The value on a floor, counted from 1."""

    @property
    def last(self) -> int:
        """The last floor on which the value changes; 1 if it never does."""


def values_of(curve: Curve, floors: int = MAX_FLOORS) -> list[Value]:
    """The values on floors 1 to `floors`; index 0 is floor 1."""
    if isinstance(curve, Steps | Product):
        return curve.values(floors)
    return [curve.at(floor) for floor in range(1, floors + 1)]


def last_change(values: Sequence[object]) -> int:
    """The last floor whose value differs from the one above; 1 if none does. `values` starts with floor 1."""
    last = len(values)
    while last > 1 and values[last - 1] == values[last - 2]:
        last -= 1
    return max(last, 1)


@dataclass(frozen=True, slots=True)
class Steps:
    """A value by floor that holds until the next entry; 0 before the first."""

    entries: tuple[tuple[int, Value], ...] = ()
    """(floor, value) in order of floor, from 1. Only changes are kept, so equal curves have equal entries."""
    formula: bool = field(default=False, compare=False, repr=False)
    """Whether a formula such as a ramp gives the entries, rather than a person writing each."""

    @classmethod
    def of(cls, values: Mapping[int, Number], where: str = "steps") -> Steps:
        """The curve with these values from these floors on, in any order. Messages begin with `where`."""
        floors = sorted_floors(values, where)
        return cls(changes([(floor, exact(values[floor], f"{where} on floor {floor}")) for floor in floors]))

    @classmethod
    def from_pairs(cls, pairs: Iterable[Sequence[Number]], where: str = "pairs") -> Steps:
        """The curve of ``(floor, value)`` pairs, as the tutorials for tcod (2020), rot.js and Godot write counts.

        Their loops stop at the first floor that is too deep, so floors must be in rising
        order: raises `SpawnError` if an entry would never take effect.
        """
        return cls.of(read_pairs(pairs, raising_floor, raising_number, Raising(where)), where)

    @classmethod
    def along(cls, curve: Curve) -> Steps:
        """The curve as Steps, with the same value on every floor. Equal curves get equal Steps."""
        if isinstance(curve, Steps):
            return curve
        return cls(changes(enumerate(values_of(curve), 1)))

    @property
    def last(self) -> int:
        """The last floor on which the value changes; 1 if it never does."""
        return self.entries[-1][0] if self.entries else 1

    def at(self, floor: int) -> Value:
        """The value on a floor, counted from 1."""
        value: Value = 0
        for start, entered in self.entries:
            if start > floor:
                break
            value = entered
        return value

    def values(self, floors: int) -> list[Value]:
        """The values on floors 1 to `floors`; index 0 is floor 1."""
        values: list[Value] = [0] * floors
        for start, entered in self.entries:
            values[start - 1 :] = [entered] * (floors - start + 1)
        return values


@overload
def from_dungeon_level(table: Iterable[Sequence[Number]]) -> Steps: ...
@overload
def from_dungeon_level(table: Iterable[Sequence[Number]], dungeon_level: int) -> Value: ...
def from_dungeon_level(table: Iterable[Sequence[Number]], dungeon_level: int | None = None) -> Steps | Value:
    """The curve of ``[value, level]`` pairs, as the tutorials on RogueBasin and for tcod (2019) write them.

    With a level, returns the value on that floor, like the tutorials' function of this
    name. That function searches backwards and relies on rising levels: raises
    `SpawnError` if an entry would never take effect.
    """
    where = "from_dungeon_level"
    steps = Steps.of(read_pairs(table, raising_floor, raising_number, Raising(where), value_first=True), where)
    return steps if dungeon_level is None else steps.at(dungeon_level)


def sorted_floors(values: Mapping[int, object], where: str) -> list[int]:
    """The floors that have values, in rising order. Raises `SpawnError` for floors 0 and 1: both mean the first."""
    floors = sorted(exact_floor(floor, where) for floor in values)
    for before, floor in pairwise(floors):
        check_order(before, floor, Raising(where))
    return floors


def changes(values: Iterable[tuple[int, Value]]) -> tuple[tuple[int, Value], ...]:
    """The (floor, value) pairs where the value differs from the one before; floors are in rising order."""
    entries: list[tuple[int, Value]] = []
    before: Value = 0
    for floor, value in values:
        if value != before:
            entries.append((max(floor, 1), value))
            before = value
    return tuple(entries)


@dataclass(frozen=True, slots=True)
class Ramp:
    """A value that changes linearly from point to point.

    Between neighbouring points (f, v) and (g, u), floor x has the value
    v + (u - v) * (x - f) / (g - f). Before the first point the value is 0; after the
    last it stays the same.
    """

    points: tuple[tuple[int, Value], ...]
    """(floor, value) in order of floor, from 1."""

    @classmethod
    def of(cls, points: Mapping[int, Number], where: str = "ramp") -> Ramp:
        """The ramp through these values on these floors. Raises `SpawnError` for no points or invalid ones."""
        floors = sorted_floors(points, where)
        if not floors:
            raise SpawnError(where, "no points", "one value by floor, or more")
        return cls(tuple((max(floor, 1), exact(points[floor], f"{where} on floor {floor}")) for floor in floors))

    @property
    def last(self) -> int:
        """The last floor on which the value changes; 1 if it never does."""
        return last_change(values_of(self))

    def at(self, floor: int) -> Value:
        """The value on a floor, counted from 1."""
        start, value = self.points[0]
        if floor < start:
            return 0
        for end, reached in self.points[1:]:
            if floor < end:
                return divided(value * (end - floor) + reached * (floor - start), end - start)
            start, value = end, reached
        return value


@dataclass(frozen=True, slots=True)
class Shape(ABC):
    """A weight over a range of floors, of which each floor gets a fraction.

    With a tail of n floors the weight fades out on both sides: k floors outside the
    range, k from 1 to n, it is (n + 1 - k) / (n + 1) of its value on the range's
    nearest floor. Farther away it is 0.
    """

    weight: Value
    floors: tuple[int, int] = (1, MAX_FLOORS)
    """First and last floor of the range."""
    tail: int = 0
    """Floors."""

    def __post_init__(self) -> None:
        """Raise `SpawnError` for an invalid weight, range or tail."""
        where = type(self).__name__.lower()
        if not isinstance(self.floors, tuple | list) or len(self.floors) != 2:
            raise SpawnError(f"{where}.floors", brief(self.floors), "a pair of floors")
        low, high = (max(exact_floor(floor, f"{where}.floors"), 1) for floor in self.floors)
        if low > high:
            raise SpawnError(f"{where}.floors", f"floor {low} before floor {high}", "the first floor, then the last")
        if type(self.tail) is not int or not 0 <= self.tail <= MAX_FLOORS:
            raise SpawnError(f"{where}.tail", brief(self.tail), f"a whole number of floors from 0 to {MAX_FLOORS}")
        # The fields are frozen; here they get their normal form.
        object.__setattr__(self, "weight", exact(self.weight, f"{where}.weight"))
        object.__setattr__(self, "floors", (low, high))

    @abstractmethod
    def share(self, floor: int) -> tuple[int, int]:
        """The fraction of the weight that a floor of the range gets, as numerator and denominator."""

    @property
    def last(self) -> int:
        """The last floor on which the value changes; 1 if it never does."""
        return last_change(values_of(self))

    def at(self, floor: int) -> Value:
        """The value on a floor, counted from 1."""
        low, high = self.floors
        floor = min(floor, MAX_FLOORS)
        beyond = max(low - floor, floor - high, 0)
        if beyond > self.tail:
            return 0
        part, whole = self.share(min(max(floor, low), high))
        return divided(self.weight * part * (self.tail + 1 - beyond), whole * (self.tail + 1))


@dataclass(frozen=True, slots=True)
class Flat(Shape):
    """The full weight w on every floor of the range."""

    def share(self, floor: int) -> tuple[int, int]:  # noqa: ARG002
        """All of it."""
        return 1, 1


@dataclass(frozen=True, slots=True)
class Rise(Shape):
    """On floor x of the range a to b: w * (x - a + 1) / (b - a + 1). Smallest on a, full on b."""

    def share(self, floor: int) -> tuple[int, int]:
        """The position in the range, from its start, counting the floor itself."""
        low, high = self.floors
        return floor - low + 1, high - low + 1


@dataclass(frozen=True, slots=True)
class Fall(Shape):
    """On floor x of the range a to b: w * (b - x + 1) / (b - a + 1). Full on a, smallest on b."""

    def share(self, floor: int) -> tuple[int, int]:
        """The position in the range, from its end, counting the floor itself."""
        low, high = self.floors
        return high - floor + 1, high - low + 1


@dataclass(frozen=True, slots=True)
class Peak(Shape):
    """On floor x of the range a to b: w * (1 - |2x - a - b| / (b - a + 2)).

    Full in the middle of the range, which is between two floors if their number is
    even; 0 just outside.
    """

    def share(self, floor: int) -> tuple[int, int]:
        """1 minus the distance from the middle, relative to half the range plus one floor."""
        low, high = self.floors
        return high - low + 2 - abs(2 * floor - low - high), high - low + 2


@dataclass(frozen=True, slots=True)
class SemiPeak(Shape):
    """On floor x of the range a to b: w * (1 - |2x - a - b| / (2 * (b - a))); w if a is b.

    Full in the middle of the range, half on its first and last floor.
    """

    def share(self, floor: int) -> tuple[int, int]:
        """1 minus half the distance from the middle, relative to half the range."""
        low, high = self.floors
        span = 2 * max(high - low, 1)
        return span - abs(2 * floor - low - high), span


SHAPES: dict[str, type[Shape]] = {"flat": Flat, "rise": Rise, "fall": Fall, "peak": Peak, "semi-peak": SemiPeak}
"""The shapes by name."""


@dataclass(frozen=True, slots=True)
class Within:
    """A curve from a first to a last floor, and 0 on all others."""

    curve: Curve
    first: int = 1
    until: int = MAX_FLOORS
    """MAX_FLOORS means no limit, since deeper floors have that floor's value."""

    def __post_init__(self) -> None:
        """Raise `SpawnError` for limits that are invalid or in the wrong order."""
        first, until = max(exact_floor(self.first, "within.first"), 1), max(exact_floor(self.until, "within.until"), 1)
        if first > until:
            raise SpawnError("within", f"from {first} until {until}", "the first floor, then the last")

    @property
    def last(self) -> int:
        """The last floor on which the value changes; 1 if it never does."""
        return last_change(values_of(self))

    def at(self, floor: int) -> Value:
        """The value on a floor, counted from 1."""
        return self.curve.at(floor) if self.first <= min(floor, MAX_FLOORS) <= self.until else 0


@dataclass(frozen=True, slots=True)
class Product:
    """Curves multiplied floor by floor, such as a weight and the multipliers of its tags."""

    factors: tuple[Curve, ...]

    @property
    def last(self) -> int:
        """The last floor on which the value changes; 1 if it never does."""
        return last_change(values_of(self))

    def at(self, floor: int) -> Value:
        """The value on a floor, counted from 1."""
        return divided(math.prod(factor.at(floor) for factor in self.factors), 1)

    def values(self, floors: int) -> list[Value]:
        """The values on floors 1 to `floors`; index 0 is floor 1."""
        columns = [values_of(factor, floors) for factor in self.factors]
        return [divided(math.prod(row), 1) for row in zip(*columns, strict=True)]


def curve_of(given: Curve | Number | Mapping[int, Number], where: str) -> Curve:
    """The curve that is given as a curve, as a number for every floor, or as values by floor."""
    if isinstance(given, Mapping):
        return Steps.of(given, where)
    if not isinstance(given, int | float | Fraction) and hasattr(given, "at"):
        return given
    if not isinstance(given, Real):
        spellings = "a number, values by floor as in {3: 15, 5: 30}, or a curve; pairs through Steps.from_pairs"
        raise SpawnError(where, brief(given), f"{spellings} or from_dungeon_level")
    return Steps(changes([(1, exact(given, where))]))


# Floors below the last one, where the floors above come back in turn.

MOST_RETURNS = 100
"""How often floors come back with stronger monsters. After that, monsters grow no stronger."""


@rule
def is_below(below: FloorsBelow, floor: int) -> bool:
    """Whether a floor is below the last one: a hero that is there has won."""
    return below.count > 0 and floor > below.last_floor


@rule
def floor_above(below: FloorsBelow, floor: int) -> int:
    """The floor whose tables make a floor: the floor itself or, below the last one, the floor that comes back there."""
    if not is_below(below, floor):
        return floor
    return below.first_floor + (floor - below.last_floor - 1) % below.count


@rule
def percent_stronger(below: FloorsBelow, floor: int) -> int:
    """By how many percent monsters are stronger on a floor than on the floor above that comes back there."""
    if not is_below(below, floor):
        return 0
    return min(MOST_RETURNS, (floor - below.last_floor - 1) // below.count + 1) * below.stronger


# The stats, XP and threat of a kind of monster on a floor: stats may grow with the floors.


@rule
def floors_of_growth(kind: MonsterKind, floor: int) -> int:
    """How many floors add to the stats of a kind of monster on a floor."""
    written = (floor_above(kind.below, floor) + kind.deeper - 1) * 100 // (100 + kind.stretched) + 1
    return max(0, min(written, kind.grows_to) - kind.grows_from)


def last_floor_of_growth(kind: MonsterKind) -> int:
    """The last floor that adds to the stats of a kind of monster; 0 or less if none does."""
    if kind.grows_to == 0:
        return 0
    return -(-(kind.grows_to - 1) * (100 + kind.stretched) // 100) + 1 - kind.deeper


@rule
def stat_on(kind: MonsterKind, stat: int, floor: int) -> int:
    """A stat of a kind of monster on a floor, rounded down."""
    value = int(kind.stats[stat]) + int(kind.growth[stat]) * floors_of_growth(kind, floor) // GROWTH_PARTS
    stronger = percent_stronger(kind.below, floor)
    if stronger > 0 and stat == MAX_HP:
        return value + value * stronger // 100
    if stronger > 0 and stat == POWER:
        # The dice stay as they are, so power also rises by what the dice would have to gain.
        attack = kind.attack
        damage = 2 * (value + attack.plus) + attack.dice * (attack.sides + 1)
        return value + max(0, damage) * stronger // 200
    return value


@rule
def xp_on(kind: MonsterKind, floor: int) -> int:
    """XP for killing a monster of a kind on a floor, rounded down."""
    xp = kind.xp + kind.xp_growth * floors_of_growth(kind, floor) // GROWTH_PARTS
    return xp + xp * percent_stronger(kind.below, floor) // 100


@rule
def differs_on(kind: MonsterKind, floor: int) -> bool:
    """Whether a kind of monster has other stats on a floor than those written."""
    return floors_of_growth(kind, floor) > 0 or percent_stronger(kind.below, floor) > 0


@rule
def threat_on(kind: MonsterKind, floor: int) -> int:
    """The threat of a kind of monster on a floor, in thousandths."""
    return int(kind.threat[min(floor, MAX_FLOORS) - 1])


def stats_on(kind: MonsterKind, floor: int) -> list[int]:
    """All stats of a kind of monster on a floor."""
    return [stat_on(kind, stat, floor) for stat in range(STATS)]
