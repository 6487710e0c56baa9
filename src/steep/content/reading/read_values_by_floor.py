"""The ways to write a value by floor in TOML. The curves themselves are in `steep.spawn.curves`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steep.content.reading.value_types import (
    REQUIRED,
    Field,
    FieldType,
    checked,
    integer,
    is_integer,
    one_of,
    read_entry,
)
from steep.content.ruleset_errors import Location, shown
from steep.core.ruleset import MAX_FLOORS
from steep.spawn.curves import SHAPES, Curve, Ramp, Steps, Within, changes, values_of
from steep.spawn.dice import MAX_DICE, Dice, DiceSteps
from steep.spawn.exact_numbers import SpawnError, Value, divided
from steep.spawn.table_notations import check_order, read_pairs

FLOOR = f"a floor from 0 to {MAX_FLOORS}"
FLOOR_KEY = f"{FLOOR}, written in plain digits (0 and 1 both mean the first floor)"

WEIGHT_PARTS = 2520
"""Weights from formulas are rounded to 1 / WEIGHT_PARTS. All numbers from 1 to 10 divide it."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that a curve may have."""

    low: int
    high: int
    size_key: str
    """The key for the size of a shape: "value" or "weight"."""
    rounded: Callable[[Value], Value]
    """Rounds a number that comes from a formula."""

    @property
    def allowed(self) -> str:
        """The allowed numbers, as messages describe them."""
        return f"a whole number from {self.low:_} to {self.high:_}"

    def read(self, found: object, at: Location) -> int | None:
        """A number; None once a mistake is reported."""
        if is_integer(found, self.low, self.high):
            return found
        at.reject_value(found, self.allowed)
        return None


@dataclass(frozen=True, slots=True)
class Spelling:
    """One form of table for a curve."""

    marks: tuple[str, ...]
    """Keys that identify this form; one is enough."""
    keys: tuple[Field, ...]
    make: Callable[[dict[str, Any]], Curve]


def subkey(name: str, type_: FieldType, default: object = REQUIRED) -> Field:
    """A key in a table for a curve."""
    return Field(name, type_, default, "", cosmetic=False)


ANY_FLOOR = checked(FLOOR, lambda found: is_integer(found, 0, MAX_FLOORS))

TAIL = subkey("tail", integer(0, MAX_FLOORS), 0)

LIMITS = (subkey("from", ANY_FLOOR, 1), subkey("until", ANY_FLOOR, MAX_FLOORS))
"""Keys that any table for a curve may have. On floors outside these limits the value is 0."""


def by_floor(low: int, high: int) -> FieldType:
    """Whole numbers by floor. Numbers from formulas are rounded down."""
    return curve_type(Numbers(low, high, "value", int))


def weight_by_floor(high: int) -> FieldType:
    """Weights by floor. Numbers from formulas are rounded to the nearest 1 / WEIGHT_PARTS."""
    return curve_type(Numbers(0, high, "weight", in_parts))


def dice_by_floor(max_sum: int) -> FieldType:
    """Dice by floor whose sum is at most `max_sum`."""
    one = f'dice as "2d4+1", at most {MAX_DICE} of them, or a whole number, from 0 to {max_sum}'
    allowed = f'{one}, or such by floor: {{ 1 = "1d4", 5 = "2d4+1" }}, floors from 0 to {MAX_FLOORS}'

    def roll(found: object, at: Location, wanted: str) -> Dice | None:
        try:
            dice = Dice.of(found) if isinstance(found, str | int) else None
        except SpawnError:
            dice = None
        if dice is None or dice.maximum > max_sum:
            at.reject_value(found, wanted)
            return None
        return dice

    def read(found: object, at: Location) -> DiceSteps | None:
        if not isinstance(found, dict):
            dice = roll(found, at, allowed)
            return None if dice is None else DiceSteps.of({1: dice})
        rolled = {floor: roll(found[key], at.under(key), one) for floor, key in floors_of(found, at, ())}
        if None in rolled.values():
            return None
        return DiceSteps.of({floor: dice for floor, dice in rolled.items() if dice is not None})

    return FieldType(allowed, read)


def in_parts(value: Value) -> Value:
    """Round a weight to the nearest 1 / WEIGHT_PARTS, halves up, so that denominators stay small."""
    if WEIGHT_PARTS % value.denominator == 0:
        return value
    return divided((2 * WEIGHT_PARTS * value.numerator + value.denominator) // (2 * value.denominator), WEIGHT_PARTS)


def curve_type(numbers: Numbers) -> FieldType:
    """A curve in any of its forms. Read as `Steps` with the same value on every floor."""
    allowed = (
        f"{numbers.allowed}, or such numbers by floor: {{ 1 = 2, 4 = 3 }}, [[1, 2], [4, 3]], {{ ramp = … }}, "
        f"{{ shape = … }} or {{ value_level = … }}, floors from 0 to {MAX_FLOORS}"
    )
    spellings = spellings_of(numbers)

    def read(found: object, at: Location) -> Steps | None:
        if isinstance(found, dict):
            curve = read_curve(found, spellings, numbers, at)
            if curve is None or isinstance(curve, Steps):
                return curve
            formula = not isinstance(curve.curve if isinstance(curve, Within) else curve, Steps)
            return Steps(changes(enumerate(map(numbers.rounded, values_of(curve)), 1)), formula)
        if isinstance(found, list):
            values = pairs_of(found, numbers, at)
            return None if values is None else Steps.of(values)
        if is_integer(found, numbers.low, numbers.high):
            return Steps.of({1: found})
        at.reject_value(found, allowed)
        return None

    return FieldType(allowed, read)


def spellings_of(numbers: Numbers) -> tuple[Spelling, ...]:
    """The forms of table for a curve, except the plain one with values by floor."""
    size_key = numbers.size_key
    size = subkey(size_key, integer(numbers.low, numbers.high))
    shape = (subkey("shape", one_of(tuple(SHAPES))), size, subkey("floors", floor_range()), TAIL)
    ramp, backwards = subkey("ramp", points_of(numbers)), subkey("value_level", levels_of(numbers))
    return (
        Spelling(
            ("shape", "floors", "tail"),
            shape,
            lambda given: SHAPES[given["shape"]](given[size_key], given["floors"], given["tail"]),
        ),
        Spelling(("ramp",), (ramp,), lambda given: Ramp.of(given["ramp"])),
        Spelling(("value_level",), (backwards,), lambda given: Steps.of(given["value_level"])),
        Spelling((size_key,), (size,), lambda given: Steps.of({1: given[size_key]})),
    )


def read_curve(found: dict[str, Any], spellings: tuple[Spelling, ...], numbers: Numbers, at: Location) -> Curve | None:
    """The curve that a table describes, or None once a mistake is reported."""
    spelling = next((each for each in spellings if not found.keys().isdisjoint(each.marks)), None)
    if spelling is not None:
        given = read_entry(found, (*spelling.keys, *LIMITS), at)
        return None if None in given.values() else limited(spelling.make(given), given, at)
    limits = {key.name: found[key.name] for key in LIMITS if key.name in found}
    given = read_entry(limits, LIMITS, at)
    words = [mark for each in spellings for mark in each.marks]
    values = read_floors({key: found[key] for key in found if key not in limits}, numbers, at, words)
    return None if values is None or None in given.values() else limited(Steps.of(values), given, at)


def limited(curve: Curve, given: dict[str, Any], at: Location) -> Curve | None:
    """A curve limited to the floors that `from` and `until` give."""
    first, until = max(given["from"], 1), max(given["until"], 1)
    if first > until:
        at.under("until").reject_value(given["until"], f"at least from, which is {first}")
        return None
    return curve if (first, until) == (1, MAX_FLOORS) else Within(curve, first, until)


def floor_range() -> FieldType:
    """A range of floors: [first, last]."""

    def fits(found: object) -> bool:
        return isinstance(found, list) and len(found) == 2 and all(is_integer(f, 0, MAX_FLOORS) for f in found)

    return checked(
        f"[first, last], two floors from 0 to {MAX_FLOORS} in rising order",
        lambda found: fits(found) and max(found[0], 1) <= max(found[1], 1),
    )


def points_of(numbers: Numbers) -> FieldType:
    """The points of a ramp: values by floor."""
    allowed = f"{numbers.allowed} by floor as in {{ 1 = 10, 5 = 40 }} or [[1, 10], [5, 40]], one or more"

    def read(found: object, at: Location) -> dict[int, int] | None:
        if isinstance(found, dict) and found:
            return read_floors(found, numbers, at)
        if isinstance(found, list) and found:
            return pairs_of(found, numbers, at)
        at.reject_value(found, allowed)
        return None

    return FieldType(allowed, read)


def levels_of(numbers: Numbers) -> FieldType:
    """Pairs [value, level], as in tutorials whose lookup searches the list from its end."""
    allowed = "a list of pairs [value, level]"

    def read(found: object, at: Location) -> dict[int, int] | None:
        if isinstance(found, list):
            return pairs_of(found, numbers, at, value_first=True)
        at.reject_value(found, allowed)
        return None

    return FieldType(allowed, read)


def pairs_of(found: list[Any], numbers: Numbers, at: Location, *, value_first: bool = False) -> dict[int, int] | None:
    """The values by floor that a list of pairs gives, or None once a mistake is reported."""
    mistakes_before = len(at.mistakes)
    values = read_pairs(found, pair_floor, numbers.read, at, value_first=value_first)
    return None if len(at.mistakes) > mistakes_before else values


def read_floors(
    found: dict[str, Any], numbers: Numbers, at: Location, words: Sequence[str] = ()
) -> dict[int, int] | None:
    """The values by floor that a table gives, or None once a mistake is reported.

    `words` are keys that may be hinted at when a key is no floor.
    """
    values: dict[int, int] = {}
    mistakes_before = len(at.mistakes)
    for level, key in floors_of(found, at, words):
        value = numbers.read(found[key], at.under(key))
        if value is not None:
            values[level] = value
    return None if len(at.mistakes) > mistakes_before else values


def floors_of(table: dict[str, Any], at: Location, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The floors in a table and their keys. Reports keys that are no floors, and floors out of order."""
    before = -1
    for key in table:
        here = at.under(key)
        found = key_floor(key, here, words)
        if found is None:
            continue
        check_order(before, found, here)
        before = max(before, found)
        yield found, key


def pair_floor(found: object, at: Location) -> int | None:
    """The floor in a pair; None once a mistake is reported."""
    if is_integer(found, 0, MAX_FLOORS):
        return found
    at.reject(f"found the floor {shown(found)}", FLOOR)
    return None


def key_floor(key: str, at: Location, words: Sequence[str] = ()) -> int | None:
    """The floor that a key names; None once a mistake is reported. `words` are keys that may be hinted at."""
    found = floor_of(key)
    if found is None:
        at.reject(f"found the floor {shown(key)}", FLOOR_KEY + at.hint(key, words))
    return found


def floor_of(key: str) -> int | None:
    """The floor that a key names; None when it names none."""
    if key.isascii() and key.isdecimal() and len(key) <= 3 and key == str(int(key)) and int(key) <= MAX_FLOORS:
        return int(key)
    return None
