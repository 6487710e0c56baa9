"""Values by floor in TOML: plain ones, `ramp` and `shape`. The curves themselves are in `steep.spawn.curves`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from steep.content.reading.declarations import REQUIRED, Field, FieldType, Schema, read_entry, table_schema
from steep.content.reading.value_types import (
    DICE_SCHEMA,
    checked,
    either,
    integer,
    is_integer,
    list_schema,
    one_of,
    whole,
)
from steep.content.ruleset_errors import Location, shown
from steep.core.ruleset import MAX_FLOORS
from steep.spawn.curves import SHAPES, Curve, Ramp, Steps, Within, changes, values_of
from steep.spawn.dice import MAX_DICE, Dice, DiceSteps
from steep.spawn.exact_numbers import SpawnError, Value, divided
from steep.spawn.table_notations import check_order

FLOOR = f"a floor from 0 to {MAX_FLOORS}"
FLOOR_KEY = f"{FLOOR}, written in plain digits (0 and 1 both mean the first floor)"

WEIGHT_PARTS = 2520
"""Weights from formulas are rounded to 1 / WEIGHT_PARTS. All numbers from 1 to 10 divide it."""


def subkey(name: str, type_: FieldType, default: object = REQUIRED) -> Field:
    """A key in a table for a curve."""
    return Field(name, type_, default, "", cosmetic=False)


def by_floor_schema(value: Schema, **others: Schema) -> Schema:
    """The schema of a table with a value for each of some floors, and perhaps other keys."""
    floors = {"^([0-9]|[1-9][0-9]|100)$": value}
    return {"type": "object", "patternProperties": floors, "properties": others, "additionalProperties": False}


ANY_FLOOR = checked(FLOOR, lambda found: is_integer(found, 0, MAX_FLOORS), whole(0, MAX_FLOORS))

TAIL = subkey("tail", integer(0, MAX_FLOORS), 0)

LIMITS = (subkey("from", ANY_FLOOR, 1), subkey("until", ANY_FLOOR, MAX_FLOORS))
"""Keys that any table for a curve may have. On floors outside these limits the value is 0."""


def by_floor(low: int, high: int) -> FieldType:
    """Whole numbers by floor. Numbers from formulas are rounded down."""
    return curve_type(integer(low, high), "value", int)


def weight_by_floor(high: int) -> FieldType:
    """Weights by floor. Numbers from formulas are rounded to the nearest 1 / WEIGHT_PARTS."""
    return curve_type(integer(0, high), "weight", in_parts)


def weights_by_key(family: str, high: int) -> FieldType:
    """A table of kinds and their weights by floor. Read as pairs in alphabetical order."""
    weight = weight_by_floor(high)
    allowed = f"a table of {family} and their weights, each a whole number from 0 to {high:_}, or by floor"

    def read(found: object, at: Location) -> tuple[tuple[str, Steps], ...] | None:
        if not isinstance(found, dict):
            at.reject_value(found, allowed)
            return None
        weights = {key: weight.read(value, at.under(key)) for key, value in found.items()}
        return tuple(sorted((key, value) for key, value in weights.items() if value is not None))

    schema = {"type": "object", "additionalProperties": weight.schema}
    return FieldType(allowed, read, schema, family=family, curves=True)


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

    schema = either(whole(0, max_sum), DICE_SCHEMA)
    return FieldType(allowed, read, either(schema, by_floor_schema(schema)))


def in_parts(value: Value) -> Value:
    """Round a weight to the nearest 1 / WEIGHT_PARTS, halves up, so that denominators stay small."""
    if WEIGHT_PARTS % value.denominator == 0:
        return value
    return divided((2 * WEIGHT_PARTS * value.numerator + value.denominator) // (2 * value.denominator), WEIGHT_PARTS)


def curve_type(number: FieldType, size_key: str, rounded: Callable[[Value], Value]) -> FieldType:
    """A curve in any of its forms. Read as `Steps` with the same value on every floor.

    `size_key` is the key for the size of a shape, and `rounded` rounds a number that comes from a formula.
    """
    allowed = (
        f"{number.allowed}, or such numbers by floor: {{ 1 = 2, 4 = 3 }}, {{ ramp = … }} or {{ shape = … }}, "
        f"floors from 0 to {MAX_FLOORS}"
    )
    ramp = (subkey("ramp", points_of(number)), *LIMITS)
    shape = (
        subkey("shape", one_of(tuple(SHAPES))), subkey(size_key, number), subkey("floors", floor_range()), TAIL, *LIMITS
    )  # fmt: skip

    def read_curve(found: dict[str, Any], at: Location) -> Curve | None:
        """The curve that a table describes, or None once a mistake is reported."""
        formula = shape if found.keys() & {"shape", "floors", "tail"} else ramp if "ramp" in found else LIMITS
        limits = found if formula is not LIMITS else {key.name: found[key.name] for key in LIMITS if key.name in found}
        given = read_entry(limits, formula, at)
        if formula is LIMITS:
            by_floor = {key: found[key] for key in found if key not in limits}
            values = read_floors(by_floor, number, at, ("shape", "ramp", "from", "until"))
            given["values"] = None if values is None else Steps.of(values)
        if None in given.values():
            return None
        if formula is shape:
            return limited(SHAPES[given["shape"]](given[size_key], given["floors"], given["tail"]), given, at)
        return limited(Ramp.of(given["ramp"]) if formula is ramp else given["values"], given, at)

    def read(found: object, at: Location) -> Steps | None:
        if isinstance(found, dict):
            curve = read_curve(found, at)
            if curve is None or isinstance(curve, Steps):
                return curve
            formula = not isinstance(curve.curve if isinstance(curve, Within) else curve, Steps)
            return Steps(changes(enumerate(map(rounded, values_of(curve)), 1)), formula)
        if number.read(found, Location([], "")) is None:
            at.reject_value(found, allowed)
            return None
        assert isinstance(found, int)
        return Steps.of({1: found})

    plain = by_floor_schema(number.schema, **{key.name: key.type.schema for key in LIMITS})
    return FieldType(allowed, read, either(number.schema, plain, table_schema(ramp), table_schema(shape)))


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
        list_schema(whole(0, MAX_FLOORS), 2, 2),
    )


def points_of(number: FieldType) -> FieldType:
    """The points of a ramp: values by floor."""
    allowed = f"{number.allowed} by floor as in {{ 1 = 10, 5 = 40 }}, one or more"

    def read(found: object, at: Location) -> dict[int, int] | None:
        if isinstance(found, dict) and found:
            return read_floors(found, number, at)
        at.reject_value(found, allowed)
        return None

    return FieldType(allowed, read, {**by_floor_schema(number.schema), "minProperties": 1})


def read_floors(
    found: dict[str, Any], number: FieldType, at: Location, words: Sequence[str] = ()
) -> dict[int, int] | None:
    """The values by floor that a table gives, or None once a mistake is reported.

    `words` are keys that may be hinted at when a key is no floor.
    """
    values: dict[int, int] = {}
    mistakes_before = len(at.mistakes)
    for level, key in floors_of(found, at, words):
        value = number.read(found[key], at.under(key))
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
