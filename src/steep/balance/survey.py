"""What comes on each floor of a ruleset: the odds of each draw exactly, and what to expect on the floor as a whole.

The odds are read off the tables. How many come also depends on how many rooms
there are, on spawns that are lost because something stands there already, on
packs, budgets, uniques and meters: that is sampled, and says how well it is
known. Where each monster that is placed is a draw of its own, only their number
is sampled, and what each of them is stays exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from steep.balance.census import (
    BATCHES,
    COMPILED_FLOORS,
    PLAIN_FLOORS,
    Counted,
    FloorCensus,
    floors_to_make,
    has_numba,
    has_uniques,
    take_census,
)
from steep.balance.odds import Odds, has_packs, item_odds, monster_odds, tickets
from steep.content import Rulebook
from steep.core.ruleset import HEAL, Ruleset
from steep.spawn.draw import most_on
from steep.spawn.odds import Answer, Exact, Sampled

NEVER = Exact(Fraction())

RULE_OF_THREE = 3
"""What did not happen in n tries is likelier than 3 / n with 5 chances in 100 (Hanley and Lippman-Hand, 1983)."""


@dataclass(frozen=True)
class Family:
    """The monsters, or the items, of one floor."""

    keys: tuple[str, ...]
    """The key of each kind, by its number."""
    most: int
    """In a room, at most."""
    odds: Odds
    """Only of kinds that a draw can give. A pack counts for its leader; uniques are those that nobody has met."""
    tickets: dict[int, tuple[int, int]]
    """The weight of a kind and the sum of all weights, whole; empty where more than weights decide."""
    batches: tuple[Counted, ...]
    independent: bool
    """Whether what each one is does not depend on how many there are, nor on what the others are."""

    @property
    def floors(self) -> int:
        """How many floors were made."""
        return sum(batch.floors for batch in self.batches)

    @cached_property
    def coming(self) -> tuple[int, ...]:
        """The kinds that come, whether drawn or in another way."""
        seen = (kind for kind in range(len(self.keys)) if any(batch.of_kind[kind] for batch in self.batches))
        return tuple(sorted({*self.odds, *seen}))

    def numbers(self, kind: int) -> list[float]:
        """How many of a kind a floor has, on average, in each batch."""
        if self.independent:
            odds = float(self.odds.get(kind, 0))
            return [odds * total(batch) / batch.floors for batch in self.batches]
        return [batch.of_kind[kind] / batch.floors for batch in self.batches]

    def chances(self, kind: int) -> list[float]:
        """The chance that a floor has one of a kind or more, in each batch."""
        if not self.independent:
            return [batch.floors_with[kind] / batch.floors for batch in self.batches]
        other = 1 - float(self.odds.get(kind, 0))
        return [
            1 - sum(floors * other**number for number, floors in enumerate(batch.numbers) if floors) / batch.floors
            for batch in self.batches
        ]

    def expected(self, kind: int) -> Answer:
        """How many of a kind to expect on the floor."""
        return self.answer(self.numbers(kind)) if kind in self.coming else NEVER

    def at_least_one(self, kind: int) -> Answer:
        """The chance that the floor has one of a kind or more."""
        if kind not in self.coming:
            return NEVER
        chances = self.chances(kind)
        found = self.answer(chances)
        low = found.low if min(chances) < 1 else 1 - RULE_OF_THREE / self.floors
        return replace(found, low=low, high=min(found.high, 1.0))

    def worth(self, values: Sequence[float]) -> list[float]:
        """What all that come are worth together, on average, in each batch, when one of each kind is worth this."""
        columns = [[values[kind] * number for number in self.numbers(kind)] for kind in self.coming if values[kind]]
        return [sum(column) for column in zip(*columns, strict=True)] if columns else [0.0] * len(self.batches)

    def answer(self, batches: Sequence[float]) -> Sampled:
        """The mean of what batches gave. What none of them had may still come, by the rule of three."""
        found = Sampled.of(batches)
        high = found.high if any(batches) else RULE_OF_THREE / self.floors
        return Sampled(found.mean, max(found.low, 0.0), high, self.floors)


def total(batch: Counted) -> int:
    """How many of all kinds there were on all floors of a batch."""
    return sum(batch.of_kind)


@dataclass(frozen=True)
class FloorSurvey:
    """What comes on one floor."""

    floor: int
    rooms: Answer
    monsters: Family
    items: Family
    threats: tuple[float, ...]
    """What the floor's monsters threaten together, in each batch: shares of the hero's HP, one fight after another."""
    xps: tuple[float, ...]
    healings: tuple[float, ...]
    """HP that all items give back, at most, in each batch."""

    @property
    def threat(self) -> Answer:
        """The threat to expect, in lives of the hero as a run begins."""
        return self._answer(self.threats, self.monsters)

    @property
    def xp(self) -> Answer:
        """The XP to expect."""
        return self._answer(self.xps, self.monsters)

    @property
    def healing(self) -> Answer:
        """The HP of healing to expect."""
        return self._answer(self.healings, self.items)

    def _answer(self, batches: Sequence[float], family: Family) -> Answer:
        return family.answer(batches) if any(batches) else NEVER


@dataclass(frozen=True)
class Survey:
    """What comes on some floors of a ruleset, one after another."""

    book: Rulebook
    floors: tuple[FloorSurvey, ...]
    samples: int
    """How many times each floor was made."""
    fast: bool
    """Whether compiled rules made them."""


def survey(book: Rulebook, first: int, last: int, samples: int = 0, *, fast: bool | None = None) -> Survey:
    """Look at floors `first` to `last`, each made `samples` times (0: as often as takes a second or two).

    `fast` makes them by compiled rules; None does when Numba is there and more
    floors are wanted than are made without it by the time it has started.
    """
    ruleset = book.compiled
    made = floors_to_make(ruleset, first, last)
    runs_fast = (has_numba() and not 0 < samples * made <= PLAIN_FLOORS) if fast is None else fast
    wanted = samples or (COMPILED_FLOORS if runs_fast else PLAIN_FLOORS) // made
    rounded = max(-(-wanted // BATCHES), 1) * BATCHES
    found = take_census(ruleset, first, last, rounded, fast=runs_fast)
    return Survey(book, tuple(floor_survey(book, census) for census in found), rounded, runs_fast)


def floor_survey(book: Rulebook, census: FloorCensus) -> FloorSurvey:
    """The odds of a floor, and what was counted there."""
    ruleset, floor = book.compiled, census.floor
    only_weights = not has_packs(ruleset) and most_on(ruleset.deep_chance, floor) == 0
    budget = most_on(ruleset.threat_per_floor, floor) > 0
    monsters = Family(
        keys=tuple(kind.key for kind in book.monsters),
        most=most_on(ruleset.monsters_per_room, floor),
        odds=monster_odds(ruleset, floor),
        tickets=tickets(ruleset.monster_spawns, floor) if only_weights else {},
        batches=census.monsters,
        independent=not (has_packs(ruleset) or budget or has_uniques(ruleset)),
    )
    items = Family(
        keys=tuple(kind.key for kind in book.items),
        most=most_on(ruleset.items_per_room, floor),
        odds=item_odds(ruleset, floor),
        tickets=tickets(ruleset.item_spawns, floor),
        batches=census.items,
        independent=ruleset.meter_count == 0,
    )
    return FloorSurvey(
        floor=floor,
        rooms=monsters.answer(census.rooms),
        monsters=monsters,
        items=items,
        threats=tuple(monsters.worth([kind.threat / 1000 for kind in ruleset.monsters[: ruleset.monster_kinds]])),
        xps=tuple(monsters.worth([kind.xp for kind in ruleset.monsters[: ruleset.monster_kinds]])),
        healings=tuple(items.worth([healing_of(ruleset, kind) for kind in range(ruleset.item_kinds)])),
    )


def healing_of(ruleset: Ruleset, kind: int) -> int:
    """HP that one item of a kind gives back, at most."""
    item = ruleset.items[kind]
    return item.amount if item.effect == HEAL else 0
