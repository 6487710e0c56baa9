"""How TOML spells values by floor. What a curve is, is known in `steep.spawn.curves`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from steep.content.errors import Place, shown
from steep.content.values import REQUIRED, Accepts, Key, accepting, is_whole, one_of, read_entry, whole
from steep.core.ruleset import MAX_FLOORS
from steep.spawn.curves import SHAPES, Curve, Ramp, Steps, Within, changes, values_of
from steep.spawn.dice import MAX_DICE, Dice, DiceSteps
from steep.spawn.exact import SpawnError, Value, divided

FLOOR = f"a floor from 0 to {MAX_FLOORS}"
FLOOR_KEY = f"{FLOOR}, written in plain digits (0 and 1 both mean from the start)"

WEIGHT_PARTS = 2520
"""A weight that a formula gives is a multiple of one part of this many, which all of 1 to 10 divide."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that a curve is made of."""

    low: int
    high: int
    word: str
    """The key that gives the size of a shape."""
    rounded: Callable[[Value], Value]
    """What becomes of a number that a formula gives."""

    @property
    def allowed(self) -> str:
        """What a message says of one of them."""
        return f"a whole number from {self.low:_} to {self.high:_}"


@dataclass(frozen=True, slots=True)
class Spelling:
    """A table that means a curve."""

    marks: tuple[str, ...]
    """Keys of which any tells it from others."""
    keys: tuple[Key, ...]
    make: Callable[[dict[str, Any]], Curve]


def named(name: str, accepts: Accepts, default: Any = REQUIRED) -> Key:
    """A key of a table that means a curve."""
    return Key(name, accepts, default, "", cosmetic=False)


ANY_FLOOR = accepting(FLOOR, lambda found: is_whole(found, 0, MAX_FLOORS))

TAIL = named("tail", whole(0, MAX_FLOORS), 0)

LIMITS = (named("from", ANY_FLOOR, 1), named("until", ANY_FLOOR, MAX_FLOORS))
"""What any table that means a curve may say besides: on floors before and after, the value is 0."""


def by_floor(low: int, high: int) -> Accepts:
    """Whole numbers by floor; what a formula gives is rounded down."""
    return curve_of(Numbers(low, high, "value", int))


def weight_by_floor(high: int) -> Accepts:
    """Weights by floor; what a formula gives is rounded to the nearest part of WEIGHT_PARTS."""
    return curve_of(Numbers(0, high, "weight", in_parts))


def dice_by_floor(most: int) -> Accepts:
    """Dice by floor whose sum is no more than `most`."""
    one = f'dice as "2d4+1", at most {MAX_DICE} of them, or a whole number, from 0 to {most}'
    allowed = f'{one}, or such by floor: {{ 1 = "1d4", 5 = "2d4+1" }}, floors from 0 to {MAX_FLOORS}'

    def roll(found: object, at: Place, wanted: str) -> Dice | None:
        try:
            dice = Dice.of(found) if isinstance(found, str | int) else None
        except SpawnError:
            dice = None
        if dice is None or dice.most > most:
            at.reject_value(found, wanted)
            return None
        return dice

    def read(found: object, at: Place) -> DiceSteps | None:
        if not isinstance(found, dict):
            dice = roll(found, at, allowed)
            return None if dice is None else DiceSteps.of({1: dice})
        rolled = {floor: roll(found[key], at.under(key), one) for floor, key in floors_of(found, at, ())}
        if None in rolled.values():
            return None
        return DiceSteps.of({floor: dice for floor, dice in rolled.items() if dice is not None})

    return Accepts(allowed, read)


def in_parts(value: Value) -> Value:
    """A weight to the nearest part of WEIGHT_PARTS, halves up: so the weights of a floor have a small denominator."""
    if WEIGHT_PARTS % value.denominator == 0:
        return value
    return divided((2 * WEIGHT_PARTS * value.numerator + value.denominator) // (2 * value.denominator), WEIGHT_PARTS)


def curve_of(numbers: Numbers) -> Accepts:
    """Any spelling of a curve, read as the steps that give the same on every floor."""
    allowed = (
        f"{numbers.allowed}, or such numbers by floor: {{ 1 = 2, 4 = 3 }}, [[1, 2], [4, 3]], {{ ramp = … }}, "
        f"{{ shape = … }} or {{ value_level = … }}, floors from 0 to {MAX_FLOORS}"
    )
    spellings = spellings_of(numbers)

    def read(found: object, at: Place) -> Steps | None:
        if isinstance(found, dict):
            curve = read_curve(found, spellings, numbers, at)
            if curve is None or isinstance(curve, Steps):
                return curve
            formula = not isinstance(curve.curve if isinstance(curve, Within) else curve, Steps)
            return Steps(changes(enumerate(map(numbers.rounded, values_of(curve)), 1)), formula)
        if isinstance(found, list):
            values = read_pairs(found, numbers, at)
            return None if values is None else Steps.of(values)
        if isinstance(found, int) and is_whole(found, numbers.low, numbers.high):
            return Steps.of({1: found})
        at.reject_value(found, allowed)
        return None

    return Accepts(allowed, read)


def spellings_of(numbers: Numbers) -> tuple[Spelling, ...]:
    """The tables that mean a curve, but for the plainest: values by floor."""
    word = numbers.word
    size = named(word, whole(numbers.low, numbers.high))
    shape = (named("shape", one_of(tuple(SHAPES))), size, named("floors", floor_range()), TAIL)
    ramp, backwards = named("ramp", points_of(numbers)), named("value_level", levels_of(numbers))
    return (
        Spelling(
            ("shape", "floors", "tail"),
            shape,
            lambda given: SHAPES[given["shape"]](given[word], given["floors"], given["tail"]),
        ),
        Spelling(("ramp",), (ramp,), lambda given: Ramp.of(given["ramp"])),
        Spelling(("value_level",), (backwards,), lambda given: Steps.of(given["value_level"])),
        Spelling((word,), (size,), lambda given: Steps.of({1: given[word]})),
    )


def read_curve(found: dict[str, Any], spellings: tuple[Spelling, ...], numbers: Numbers, at: Place) -> Curve | None:
    """The curve of a table, or None once it is reported why there is none."""
    spelling = next((each for each in spellings if not found.keys().isdisjoint(each.marks)), None)
    if spelling is not None:
        given = read_entry(found, (*spelling.keys, *LIMITS), at)
        return None if None in given.values() else limited(spelling.make(given), given, at)
    limits = {key.name: found[key.name] for key in LIMITS if key.name in found}
    given = read_entry(limits, LIMITS, at)
    words = [mark for each in spellings for mark in each.marks]
    values = read_floors({key: found[key] for key in found if key not in limits}, numbers, at, words)
    return None if values is None or None in given.values() else limited(Steps.of(values), given, at)


def limited(curve: Curve, given: dict[str, Any], at: Place) -> Curve | None:
    """A curve within its limits."""
    first, until = max(given["from"], 1), max(given["until"], 1)
    if first > until:
        at.under("until").reject_value(given["until"], f"at least from, which is {first}")
        return None
    return curve if (first, until) == (1, MAX_FLOORS) else Within(curve, first, until)


def floor_range() -> Accepts:
    """The first and the last floor of a range."""

    def fits(found: object) -> bool:
        return isinstance(found, list) and len(found) == 2 and all(is_whole(f, 0, MAX_FLOORS) for f in found)

    return accepting(
        f"[first, last], two floors from 0 to {MAX_FLOORS} in rising order",
        lambda found: fits(found) and max(found[0], 1) <= max(found[1], 1),
    )


def points_of(numbers: Numbers) -> Accepts:
    """The points of a ramp, by floor."""
    allowed = f"{numbers.allowed} by floor as in {{ 1 = 10, 5 = 40 }} or [[1, 10], [5, 40]], one or more"

    def read(found: object, at: Place) -> dict[int, int] | None:
        if isinstance(found, dict) and found:
            return read_floors(found, numbers, at)
        if isinstance(found, list) and found:
            return read_pairs(found, numbers, at)
        at.reject_value(found, allowed)
        return None

    return Accepts(allowed, read)


def levels_of(numbers: Numbers) -> Accepts:
    """Pairs with the value first, as the tutorials that search them backwards write them."""
    allowed = "a list of pairs [value, level]"

    def read(found: object, at: Place) -> dict[int, int] | None:
        if isinstance(found, list):
            return read_pairs(found, numbers, at, value_first=True)
        at.reject_value(found, allowed)
        return None

    return Accepts(allowed, read)


def read_pairs(found: list[Any], numbers: Numbers, at: Place, *, value_first: bool = False) -> dict[int, int] | None:
    """The values by floor of pairs, or None once it is reported what is wrong with them."""
    values: dict[int, int] = {}
    told = len(at.findings)
    before = -1
    for number, pair in enumerate(found, 1):
        here = at.entry(number)
        if not isinstance(pair, list) or len(pair) != 2:
            here.reject_value(pair, "a pair [value, level]" if value_first else "a pair [floor, value]")
            continue
        level, value = reversed(pair) if value_first else pair
        if not is_whole(level, 0, MAX_FLOORS):
            here.reject(f"found the floor {shown(level)}", FLOOR)
            continue
        check_order(before, level, here)
        before = max(before, level)
        if is_whole(value, numbers.low, numbers.high):
            values[level] = value
        else:
            here.reject_value(value, numbers.allowed)
    return None if len(at.findings) > told else values


def read_floors(found: dict[str, Any], numbers: Numbers, at: Place, words: Sequence[str] = ()) -> dict[int, int] | None:
    """The values by floor of a table, or None once it is reported what is wrong. `words` may have been meant."""
    values: dict[int, int] = {}
    told = len(at.findings)
    for level, key in floors_of(found, at, words):
        if is_whole(found[key], numbers.low, numbers.high):
            values[level] = found[key]
        else:
            at.under(key).reject_value(found[key], numbers.allowed)
    return None if len(at.findings) > told else values


def floors_of(table: dict[str, Any], at: Place, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The floors that a table names and the keys that name them; what does not rise is reported."""
    before = -1
    for key in table:
        found = number_of(key)
        if found is None:
            at.under(key).reject(f"found the floor {shown(key)}", FLOOR_KEY + at.hint(key, words))
            continue
        if found <= max(before, 1):
            check_order(before, found, at.under(key))
        before = max(before, found)
        yield found, key


def check_order(before: int, found: int, at: Place) -> None:
    """Report a floor that does not lie below the one before it in a table."""
    if found < before:
        at.reject(f"found floor {found} after floor {before}", "floors in rising order")
    elif found == before:
        at.reject(f"found floor {found} again", "each floor once")
    elif found == 1 and before == 0:
        at.reject("found floor 1 after floor 0", "one of them: both mean from the start")


def number_of(key: str) -> int | None:
    """The floor that a key names, or None."""
    if key.isascii() and key.isdecimal() and len(key) <= 3 and key == str(int(key)) and int(key) <= MAX_FLOORS:
        return int(key)
    return None
