"""What another ruleset makes of the same floors: settings, odds and expectations that differ, the largest change first.

Both rulesets' floors are made from the same seeds, so that a difference of
means is known better than the means: it counts when its own 95% interval
leaves out 0, or when it is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from steep.balance.odds import last_change
from steep.balance.survey import Family, FloorSurvey, survey
from steep.content import Rulebook
from steep.content.layers import section_at
from steep.content.sections import KEYED_SECTIONS, SINGLE_SECTIONS, fields_of
from steep.content.values import REQUIRED
from steep.core.ruleset import MAX_FLOORS
from steep.spawn.curves import Steps
from steep.spawn.dice import DiceSteps
from steep.spawn.odds import Sampled

BY_FLOOR = (Steps, DiceSteps)
"""What differs by floor is told by floor."""

SECTIONS_APART = ("modes", "tags")
"""Modes change nothing by themselves, and what tags change is told of the kinds."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that holds on every floor, and is another one now. None is that of a kind that is not there."""

    key: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Change:
    """A number of one floor that is another one now."""

    floor: int
    family: str
    """"monsters", "items", or "floor" for what is about all of it."""
    subject: str
    before: float
    after: float
    low: float
    high: float
    """Ends of the 95% interval of the difference; both are the difference itself when it is exact."""
    size: float
    """What changes are sorted by."""

    @property
    def exact(self) -> bool:
        """Whether nothing of it was sampled."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs between two rulesets."""

    first: int
    last: int
    """Floors that were looked at."""
    samples: int
    settings: tuple[Setting, ...]
    odds: tuple[Change, ...]
    """Probabilities of a draw; the most percentage points first."""
    expected: tuple[Change, ...]
    """What to expect on a floor; the largest share of the larger number first."""

    def __bool__(self) -> bool:
        return bool(self.settings or self.odds or self.expected)


def compare(
    a: Rulebook, b: Rulebook, chosen: tuple[int, int] | None = None, samples: int = 0, *, fast: bool | None = None
) -> Difference:
    """What `b` makes of `a`, on the floors that were chosen, or else on all on which anything changes in either."""
    deepest = max(last_change(a.compiled), last_change(b.compiled))
    first, last = chosen or (1, min(deepest + 1, MAX_FLOORS))
    found = survey(a, first, last, samples, fast=fast)
    again = survey(b, first, last, found.samples, fast=found.fast)
    pairs = list(zip(found.floors, again.floors, strict=True))
    return Difference(
        first,
        last,
        found.samples,
        tuple(settings_that_differ(a, b)),
        largest_first(change for x, y in pairs for change in odds_that_differ(x, y)),
        largest_first(change for x, y in pairs for change in expectations_that_differ(x, y)),
    )


def largest_first(changes: Iterator[Change]) -> tuple[Change, ...]:
    """Changes by their size, then from the top down."""
    return tuple(sorted(changes, key=lambda change: (-change.size, change.floor)))


def settings_that_differ(a: Rulebook, b: Rulebook) -> Iterator[Setting]:
    """Values that do not depend on the floor, and kinds that only one of both has."""
    before, after = sections_of(a), sections_of(b)
    for path in sorted({*before, *after}):
        x, y = before.get(path), after.get(path)
        if x is None or y is None:
            yield Setting(path, *("missing" if held is None else "there" for held in (x, y)))
        section = section_at(tuple(path.split(".")))
        for key in fields_of(section).values():
            if not key.cosmetic:
                # A kind that is not there has nothing to say of what it could leave out.
                values = [key.default if held is None else getattr(held, key.name) for held in (x, y)]
                if values[0] != values[1] and not any(isinstance(value, BY_FLOOR) for value in values):
                    yield Setting(f"{path}.{key.name}", *(None if value is REQUIRED else value for value in values))


def sections_of(book: Rulebook) -> dict[str, object]:
    """Every section of a ruleset that can be told of by itself, by its path in a file."""
    kinds = {
        f"{family}.{kind.key}": kind
        for family in KEYED_SECTIONS
        if family not in SECTIONS_APART
        for kind in getattr(book, family)
    }
    return {name: getattr(book, name) for name in SINGLE_SECTIONS} | kinds


def families(floor: FloorSurvey) -> dict[str, Family]:
    """The families of a floor by name."""
    return {"monsters": floor.monsters, "items": floor.items}


def odds_that_differ(a: FloorSurvey, b: FloorSurvey) -> Iterator[Change]:
    """The kinds that are drawn with another probability."""
    for name, before in families(a).items():
        after = families(b)[name]
        for key in sorted({*before.keys, *after.keys}):
            x, y = odds_of(before, key), odds_of(after, key)
            if x != y:
                change = float(y - x)
                yield Change(a.floor, name, key, float(x), float(y), change, change, abs(change))


def odds_of(family: Family, key: str) -> Fraction:
    """The probability of a kind; 0 where there is no such kind."""
    return family.odds.get(family.keys.index(key), Fraction()) if key in family.keys else Fraction()


def expectations_that_differ(a: FloorSurvey, b: FloorSurvey) -> Iterator[Change]:
    """What is to be expected on the floor in another number."""
    floor = a.floor
    yield from exact_change(floor, "monsters_per_room", a.monsters.most, b.monsters.most)
    yield from exact_change(floor, "items_per_room", a.items.most, b.items.most)
    yield from sampled_change(floor, "floor", "threat", a.threats, b.threats)
    yield from sampled_change(floor, "floor", "xp", a.xps, b.xps)
    yield from sampled_change(floor, "floor", "healing", a.healings, b.healings)
    for name, before in families(a).items():
        after = families(b)[name]
        for key in sorted({*before.keys, *after.keys}):
            yield from sampled_change(floor, name, key, numbers_of(before, key), numbers_of(after, key))


def numbers_of(family: Family, key: str) -> Sequence[float]:
    """How many of a kind there are, on average, in each batch of floors; 0 where there is no such kind."""
    return family.numbers(family.keys.index(key)) if key in family.keys else [0.0] * len(family.batches)


def exact_change(floor: int, subject: str, before: int, after: int) -> Iterator[Change]:
    """A change of a number in the tables."""
    if before != after:
        change = after - before
        yield Change(floor, "floor", subject, before, after, change, change, share(before, after))


def sampled_change(
    floor: int, family: str, subject: str, before: Sequence[float], after: Sequence[float]
) -> Iterator[Change]:
    """A change of what was counted on floors of the same seeds, when it is more than chance."""
    change = Sampled.of([y - x for x, y in zip(before, after, strict=True)])
    x, y = (Sampled.of(batches).mean for batches in (before, after))
    if change.low > 0 or change.high < 0:
        yield Change(floor, family, subject, x, y, change.low, change.high, share(x, y))


def share(before: float, after: float) -> float:
    """A change as a share of the larger number."""
    return abs(after - before) / max(before, after)
