"""What comes on each floor of a ruleset: the odds of each draw exactly, and what to expect on the floor as a whole.

The odds are read off the tables. How many come also depends on how many rooms
there are, on spawns that are lost because something stands there already, on
packs, budgets, uniques and meters: that is sampled, and says how well it is
known. Where each monster that is placed is a draw of its own, only their number
is sampled, and what each of them is stays exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
from steep.balance.odds import Odds, has_packs, item_odds, items_on, monster_odds, monsters_on, tickets
from steep.content import Rulebook
from steep.core.ruleset import HEAL, Ruleset
from steep.spawn.draw import value_on
from steep.spawn.odds import DEVIATIONS, Answer, Exact, Sampled

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
    possible: frozenset[int]
    """The kinds that can come, whether drawn or in another way."""
    values: Mapping[str, Sequence[float]]
    """What one of each kind is worth, by what is asked for: "threat", "xp" or "healing"."""
    batches: tuple[Counted, ...]
    independent: bool
    """Whether what each one is does not depend on how many there are, nor on what the others are."""

    @cached_property
    def floors(self) -> int:
        """How many floors were made."""
        return sum(batch.floors for batch in self.batches)

    @property
    def coming(self) -> list[int]:
        """The kinds that can come, in order."""
        return sorted(self.possible)

    @cached_property
    def totals(self) -> list[float]:
        """How many of all kinds a floor has, on average, in each batch."""
        return [sum(batch.of_kind) / batch.floors for batch in self.batches]

    @cached_property
    def _total(self) -> Sampled:
        return self.answer(self.totals)

    @cached_property
    def _floors_by_number(self) -> list[tuple[int, int]]:
        """How many floors had a number of all kinds together."""
        columns = zip(*(batch.numbers for batch in self.batches), strict=True)
        return [(number, floors) for number, column in enumerate(columns) if (floors := sum(column))]

    def numbers(self, kind: int) -> list[float]:
        """How many of a kind a floor has, on average, in each batch."""
        if self.independent:
            odds = float(self.odds.get(kind, 0))
            return [odds * total for total in self.totals]
        return [batch.of_kind[kind] / batch.floors for batch in self.batches]

    def expected(self, kind: int) -> Answer:
        """How many of a kind to expect on the floor."""
        if kind not in self.possible:
            return NEVER
        if self.independent:
            return self._total.times(self.odds.get(kind, Fraction()), Fraction())
        return self.answer(self.numbers(kind))

    def at_least_one(self, kind: int) -> Answer:
        """The chance that the floor has one of a kind or more."""
        if kind not in self.possible:
            return NEVER
        if self.independent:
            # Each that comes is another kind with the same chance.
            other = 1 - float(self.odds.get(kind, 0))
            chances = [(1 - other**number, floors) for number, floors in self._floors_by_number]
        else:
            with_one = sum(batch.floors_with[kind] for batch in self.batches)
            chances = [(1.0, with_one), (0.0, self.floors - with_one)]
        return chance_of(chances, self.floors)

    def worth(self, what: str) -> list[float]:
        """What all that come are worth together, on average, in each batch."""
        values = self.values[what]
        worthy = [kind for kind in self.coming if values[kind]]
        if self.independent:
            of_one = sum(values[kind] * float(self.odds.get(kind, 0)) for kind in worthy)
            return [of_one * total for total in self.totals]
        columns = [[values[kind] * number for number in self.numbers(kind)] for kind in worthy]
        return [sum(column) for column in zip(*columns, strict=True)] if columns else [0.0] * len(self.batches)

    def expected_worth(self, what: str) -> Answer:
        """What all that come are worth together."""
        if not any(self.values[what][kind] for kind in self.possible):
            return NEVER
        return replace(Sampled.of(self.worth(what)), n=self.floors)

    def answer(self, batches: Sequence[float]) -> Sampled:
        """The mean of what batches gave. What none of them had may still come, by the rule of three."""
        found = Sampled.of(batches)
        high = found.high if any(batches) else RULE_OF_THREE / self.floors
        return Sampled(found.mean, max(found.low, 0.0), high, self.floors)


def chance_of(chances: Sequence[tuple[float, int]], floors: int) -> Sampled:
    """The mean of chances, each of which so many floors had, and its 95% interval."""
    mean = sum(chance * count for chance, count in chances) / floors
    variance = sum(count * (chance - mean) ** 2 for chance, count in chances) / (floors - 1)
    reach = DEVIATIONS * math.sqrt(variance / floors)
    unseen = RULE_OF_THREE / floors
    low = mean - reach if mean < 1 else 1 - unseen
    high = mean + reach if mean > 0 else unseen
    return Sampled(mean, max(low, 0.0), min(high, 1.0), floors)


@dataclass(frozen=True)
class FloorSurvey:
    """What comes on one floor."""

    floor: int
    rooms: Answer
    of_one_room: int
    """How many of the floors that were made had a single room."""
    monsters: Family
    items: Family

    @cached_property
    def threats(self) -> list[float]:
        """What the monsters threaten together, in each batch: shares of the first hero's HP."""
        return self.monsters.worth("threat")

    @cached_property
    def xps(self) -> list[float]:
        """The XP of all monsters, in each batch."""
        return self.monsters.worth("xp")

    @cached_property
    def healings(self) -> list[float]:
        """HP that all items give back, at most, in each batch."""
        return self.items.worth("healing")

    @property
    def threat(self) -> Answer:
        """The threat to expect."""
        return self.monsters.expected_worth("threat")

    @property
    def xp(self) -> Answer:
        """The XP to expect."""
        return self.monsters.expected_worth("xp")

    @property
    def healing(self) -> Answer:
        """The HP of healing to expect."""
        return self.items.expected_worth("healing")


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
    packs = has_packs(ruleset, floor)
    only_weights = not packs and value_on(ruleset.deep_chance, floor) == 0
    budget = value_on(ruleset.threat_per_floor, floor) > 0
    monsters = Family(
        keys=tuple(kind.key for kind in book.monsters),
        most=value_on(ruleset.monsters_per_room, floor),
        odds=monster_odds(ruleset, floor),
        tickets=tickets(ruleset.monster_spawns, floor) if only_weights else {},
        possible=frozenset(monsters_on(ruleset, floor)),
        values={
            "threat": [kind.threat / 1000 for kind in ruleset.monsters[: ruleset.monster_kinds]],
            "xp": [kind.xp for kind in ruleset.monsters[: ruleset.monster_kinds]],
        },
        batches=census.monsters,
        independent=not (packs or budget or has_uniques(ruleset)),
    )
    items = Family(
        keys=tuple(kind.key for kind in book.items),
        most=value_on(ruleset.items_per_room, floor),
        odds=item_odds(ruleset, floor),
        tickets=tickets(ruleset.item_spawns, floor),
        possible=frozenset(items_on(ruleset, floor)),
        values={"healing": [healing_of(ruleset, kind) for kind in range(ruleset.item_kinds)]},
        batches=census.items,
        independent=ruleset.pity_timer_count == 0,
    )
    return FloorSurvey(
        floor=floor,
        rooms=monsters.answer(census.rooms),
        of_one_room=sum(census.of_one_room),
        monsters=monsters,
        items=items,
    )


def healing_of(ruleset: Ruleset, kind: int) -> int:
    """HP that one item of a kind gives back, at most."""
    item = ruleset.items[kind]
    return item.amount if item.effect == HEAL else 0
