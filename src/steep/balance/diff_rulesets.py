"""Compares two rulesets: settings, odds and expected numbers that differ, largest change first.

The floors of both are made from the same seeds, so the difference of two means
is known more precisely than the means. It counts if it is exact or if its 95%
interval does not contain 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from steep.balance.odds_and_expectations import Family, FloorSurvey, survey_floors
from steep.balance.odds_of_one_draw import last_of_interest
from steep.content import Rulebook
from steep.content.reading.declarations import REQUIRED
from steep.content.reading.merge_rulesets import section_at
from steep.content.sections import COSMETIC_SECTIONS, KEYED_SECTIONS, SINGLE_SECTIONS, fields_of
from steep.spawn.curves import Steps
from steep.spawn.dice import DiceSteps
from steep.spawn.placement_odds_and_counts import Sampled

BY_FLOOR = (Steps, DiceSteps)
"""Types of values that are compared floor by floor."""

TOLD_ELSEWHERE = (
    "spawn",
    "weight",
    "monsters_per_room",
    "items_per_room",
    "min_monsters_per_room",
    "min_items_per_room",
)
"""Keys of such values whose changes show as odds of a draw, or as expected numbers."""

SKIPPED_SECTIONS = ("modes", "tags", *COSMETIC_SECTIONS)
"""Modes change nothing until one is chosen, and the effect of tags shows in the kinds."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A changed value that is the same on every floor. None stands for a kind that one ruleset lacks."""

    key: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class SettingByFloor(Setting):
    """A changed value that can differ by floor. It stays the same in each ruleset from floor `first` to `last`."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class CurveChange:
    """A changed number on one floor."""

    floor: int
    family: str
    """"monsters", "items", "layouts", "vaults", "themes", "terrain", or "floor" for the floor as a whole."""
    subject: str
    before: float
    after: float
    low: float
    high: float
    """The ends of the 95% interval of the difference. Both equal the difference if it is exact."""
    size: float
    """The sort key of changes."""

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact, without sampling."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Difference:
    """All differences between two rulesets."""

    first: int
    last: int
    """The last floor compared."""
    samples: int
    settings: tuple[Setting, ...]
    by_floor: tuple[SettingByFloor, ...]
    """Changed numbers and dice by floor that show neither as odds nor as expected numbers."""
    odds: tuple[CurveChange, ...]
    """Changed probabilities of a draw, largest change first."""
    expected: tuple[CurveChange, ...]
    """Changed expected numbers on a floor, largest relative change first."""

    def __bool__(self) -> bool:
        return bool(self.settings or self.by_floor or self.odds or self.expected)


def compare(
    a: Rulebook, b: Rulebook, chosen: tuple[int, int] | None = None, samples: int = 0, *, fast: bool | None = None
) -> Difference:
    """Compare `a` with `b`, on the `chosen` floors (first, last) or on all floors that differ from the one above."""
    first, last = chosen or (1, max(last_of_interest(a.compiled), last_of_interest(b.compiled)))
    before = survey_floors(a, first, last, samples, fast=fast)
    after = survey_floors(b, first, last, before.samples, fast=before.fast)
    pairs = list(zip(before.floors, after.floors, strict=True))
    return Difference(
        first,
        last,
        before.samples,
        tuple(settings_that_differ(a, b)),
        tuple(settings_by_floor_that_differ(a, b, first, last)),
        largest_first(change for x, y in pairs for change in odds_that_differ(x, y)),
        largest_first(change for x, y in pairs for change in expectations_that_differ(x, y)),
    )


def largest_first(changes: Iterator[CurveChange]) -> tuple[CurveChange, ...]:
    """Changes sorted by size, then by floor."""
    return tuple(sorted(changes, key=lambda change: (-change.size, change.floor)))


def settings_that_differ(a: Rulebook, b: Rulebook) -> Iterator[Setting]:
    """Changed values that don't depend on the floor, and kinds that only one ruleset has. Weights show as odds."""
    before, after = sections_of(a), sections_of(b)
    for path in sorted({*before, *after}):
        x, y = before.get(path), after.get(path)
        if x is None or y is None:
            yield Setting(path, *("missing" if held is None else "present" for held in (x, y)))
        section = section_at(tuple(path.split(".")))
        for key in fields_of(section).values():
            if not (key.cosmetic or key.type.curves):
                # A missing kind counts as having the defaults.
                values = [key.default if held is None else getattr(held, key.name) for held in (x, y)]
                if values[0] != values[1] and not any(isinstance(value, BY_FLOOR) for value in values):
                    yield Setting(f"{path}.{key.name}", *(None if value is REQUIRED else value for value in values))


def settings_by_floor_that_differ(a: Rulebook, b: Rulebook, first: int, last: int) -> Iterator[SettingByFloor]:
    """Changed values by floor on some floors, of sections that both rulesets have."""
    before, after = sections_of(a), sections_of(b)
    for path in sorted(before.keys() & after.keys()):
        for key in fields_of(section_at(tuple(path.split(".")))).values():
            x, y = getattr(before[path], key.name), getattr(after[path], key.name)
            if x == y or key.name in TOLD_ELSEWHERE or not (isinstance(x, BY_FLOOR) and isinstance(y, BY_FLOOR)):
                continue
            values = {floor: (x.at(floor), y.at(floor)) for floor in range(first, last + 1)}
            for (old, new), floors in groupby(values, values.__getitem__):
                if old != new:
                    run = list(floors)
                    yield SettingByFloor(f"{path}.{key.name}", old, new, run[0], run[-1])


def sections_of(rulebook: Rulebook) -> dict[str, object]:
    """The sections to compare, by their path in a file."""
    kinds = {
        f"{family}.{kind.key}": kind
        for family in KEYED_SECTIONS
        if family not in SKIPPED_SECTIONS
        for kind in getattr(rulebook, family)
    }
    return {name: getattr(rulebook, name) for name in SINGLE_SECTIONS} | kinds


def families(floor: FloorSurvey) -> dict[str, Family]:
    """The families of a floor by name."""
    return {"monsters": floor.monsters, "items": floor.items}


def odds_that_differ(a: FloorSurvey, b: FloorSurvey) -> Iterator[CurveChange]:
    """The kinds, layouts, vaults and themes whose probability of being drawn differs."""
    for name, before in families(a).items():
        after = families(b)[name]
        for key in sorted({*before.keys, *after.keys}):
            x, y = odds_of(before, key), odds_of(after, key)
            if x != y:
                yield exact_odds(a.floor, name, key, x, y)
    for name, drawn in a.draws.items():
        for key in sorted({*drawn, *b.draws[name]}):
            x, y = drawn.get(key, Fraction()), b.draws[name].get(key, Fraction())
            if x != y:
                yield exact_odds(a.floor, name, key, x, y)


def exact_odds(floor: int, family: str, key: str, before: Fraction, after: Fraction) -> CurveChange:
    """The change of a probability."""
    change = float(after - before)
    return CurveChange(floor, family, key, float(before), float(after), change, change, abs(change))


def odds_of(family: Family, key: str) -> Fraction:
    """The probability of a kind; 0 if the ruleset lacks it."""
    return family.odds.get(family.keys.index(key), Fraction()) if key in family.keys else Fraction()


def expectations_that_differ(a: FloorSurvey, b: FloorSurvey) -> Iterator[CurveChange]:
    """The expected numbers of a floor that differ."""
    floor = a.floor
    yield from exact_change(floor, "monsters_per_room", a.monsters.max_per_room, b.monsters.max_per_room)
    yield from exact_change(floor, "items_per_room", a.items.max_per_room, b.items.max_per_room)
    yield from exact_change(floor, "min_monsters_per_room", a.monsters.min_per_room, b.monsters.min_per_room)
    yield from exact_change(floor, "min_items_per_room", a.items.min_per_room, b.items.min_per_room)
    yield from sampled_change(floor, "floor", "threat", a.threats, b.threats)
    yield from sampled_change(floor, "floor", "xp", a.xps, b.xps)
    yield from sampled_change(floor, "floor", "healing", a.healings, b.healings)
    for name, before in families(a).items():
        after = families(b)[name]
        for key in sorted({*before.keys, *after.keys}):
            yield from sampled_change(floor, name, key, numbers_of(before, key), numbers_of(after, key))
    none = [0.0] * len(a.monsters.batches)
    for name, numbers in a.made_with.items():
        others = b.made_with[name]
        for key in sorted({*numbers, *others}):
            yield from sampled_change(floor, name, key, numbers.get(key, none), others.get(key, none))


def numbers_of(family: Family, key: str) -> Sequence[float]:
    """The mean number of a kind per floor in each batch; 0 if the ruleset lacks it."""
    return family.numbers(family.keys.index(key)) if key in family.keys else [0.0] * len(family.batches)


def exact_change(floor: int, subject: str, before: int, after: int) -> Iterator[CurveChange]:
    """The change of a number in the tables, if any."""
    if before != after:
        change = after - before
        yield CurveChange(floor, "floor", subject, before, after, change, change, relative_change(before, after))


def sampled_change(
    floor: int, family: str, subject: str, before: Sequence[float], after: Sequence[float]
) -> Iterator[CurveChange]:
    """The change of a sampled number on floors of the same seeds, if it is significant."""
    if before == after:
        return
    change = Sampled.of([y - x for x, y in zip(before, after, strict=True)])
    if change.low > 0 or change.high < 0:
        x, y = (Sampled.of(batches).mean for batches in (before, after))
        yield CurveChange(floor, family, subject, x, y, change.low, change.high, relative_change(x, y))


def relative_change(before: float, after: float) -> float:
    """A change as a share of the larger number."""
    return abs(after - before) / max(before, after)
