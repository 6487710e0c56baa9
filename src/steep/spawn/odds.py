"""Exact answers on compiled tables: who comes, how many, and how many are lost because a cell was taken.

The model is that of the tutorials. A room is filled by itself: first with
monsters, then with items, of each 0 to the floor's most, each number as
likely. Each draws a kind by its weight and a cell of the room's interior, all
cells as likely, and is lost when something stands there: one that came before
or, in the first room, the hero. All of that is answered exactly for a room of
a given size, and on average over any sizes.

Two things about a floor have no closed form. The number of its rooms is one:
answers about a whole floor take it as it was counted or sampled, and say so by
their type. The sizes of its rooms are the other: attempts at rooms are uniform,
but of later rooms the smaller ones more often find a place. The first room is
uniform in truth; for the others `Rooms.uniform` is an approximation, and sizes
that were counted may be given instead. That the tables of a floor's monsters
and items have room for so many and no more is left aside.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from steep.core.ruleset import CountTable, Ruleset, SpawnTable
from steep.spawn.compile import fill_counts, fill_spawns
from steep.spawn.curves import Curve
from steep.spawn.draw import value_on
from steep.spawn.exact import SpawnError, table_floor

Chances = Mapping[int, Fraction]
"""Numbers and the probability of each; they add up to 1."""

DEVIATIONS = 1.959963984540054
"""Standard errors to either side of a mean that hold 95 of 100 normally distributed means."""


@dataclass(frozen=True, slots=True)
class Exact:
    """An answer that a formula gives."""

    value: Fraction

    def times(self, factor: Fraction, plus: Fraction) -> Exact:
        """The answer times a factor that is not negative, and something on top."""
        return Exact(self.value * factor + plus)


@dataclass(frozen=True, slots=True)
class Sampled:
    """A mean that was sampled, with the interval that holds it with 95 chances in 100."""

    mean: float
    low: float
    high: float
    n: int
    """How many were sampled."""

    @classmethod
    def of(cls, values: Collection[float]) -> Sampled:
        """The mean of a sample, the interval by the normal approximation. Raises `SpawnError` for fewer than two."""
        n = len(values)
        if n < 2:
            raise SpawnError("sample", f"{n} values", "two or more")
        mean = math.fsum(values) / n
        variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
        reach = DEVIATIONS * math.sqrt(variance / n)
        return cls(mean, mean - reach, mean + reach, n)

    def times(self, factor: Fraction, plus: Fraction) -> Sampled:
        """The answer times a factor that is not negative, and something on top."""
        by, more = float(factor), float(plus)
        return Sampled(self.mean * by + more, self.low * by + more, self.high * by + more, self.n)


Answer = Exact | Sampled


@dataclass(frozen=True, slots=True)
class Pair:
    """Two compiled tables that go together: which kinds, and at most how many in a room."""

    kinds: SpawnTable
    counts: CountTable

    @classmethod
    def of(cls, weights: Mapping[int, Curve], most: Curve) -> Pair:
        """Curves compiled. Raises `SpawnError` where they do not fit."""
        pair = cls(SpawnTable(), CountTable())
        fill_spawns(pair.kinds, weights)
        fill_counts(pair.counts, most)
        return pair

    def odds(self, floor: int) -> dict[int, Fraction]:
        """The probability of each kind that has weight on a floor, counted from 1."""
        row = min(table_floor(floor), self.kinds.floors) - 1
        first, end = int(self.kinds.first[row]), int(self.kinds.first[row + 1])
        cumulative = [0, *(int(self.kinds.cumulative[at]) for at in range(first, end))]
        return {
            int(self.kinds.kind[first + n]): Fraction(cumulative[n + 1] - cumulative[n], cumulative[-1])
            for n in range(len(cumulative) - 1)
        }

    def most(self, floor: int) -> int:
        """At most how many come in a room of a floor; 0 where no kind has weight."""
        return value_on(self.counts, table_floor(floor)) if self.odds(floor) else 0


@dataclass(frozen=True, slots=True)
class Rooms:
    """How many cells the interiors of rooms have."""

    first: Chances
    others: Chances

    @classmethod
    def uniform(cls, room_min: int, room_max: int) -> Rooms:
        """Rooms with sides from least to most, each as likely. Of a side, one cell is wall.

        True of the first room; for the others an approximation, see above.
        """
        sides = range(room_min - 1, room_max)
        found = Counter(width * height for width in sides for height in sides)
        sizes = {cells: Fraction(count, len(sides) ** 2) for cells, count in sorted(found.items())}
        return cls(sizes, sizes)

    @classmethod
    def counted(cls, first: Collection[int], others: Collection[int]) -> Rooms:
        """Rooms of sizes, in cells, that were counted on floors."""
        return cls(shares(first), shares(others))


def shares(values: Collection[int]) -> dict[int, Fraction]:
    """The share of each value in a collection."""
    # Numbers of NumPy would leave their 64 bits in the arithmetic that follows.
    return {int(value): Fraction(count, len(values)) for value, count in sorted(Counter(values).items())}


def tried(most: int) -> dict[int, Fraction]:
    """The chance of each number to be tried in a room: 0 to the most, each as likely."""
    return {number: Fraction(1, most + 1) for number in range(most + 1)}


def placed(cells: int, taken: int, most: int) -> dict[int, Fraction]:
    """The chance of each number to find a free cell when 0 to `most` are tried, each number as likely.

    After n draws, d of them placed, the next is placed with probability
    (cells - taken - d) / cells; so the ways to place d with n draws, out of
    cells ** n, follow draw by draw.
    """
    ways = [1]
    whole = [0] * (most + 1)
    for draws in range(most + 1):
        for number, count in enumerate(ways):
            whole[number] += count * cells ** (most - draws)
        after = [0] * (len(ways) + 1)
        for number, count in enumerate(ways):
            after[number] += count * (taken + number)
            after[number + 1] += count * (cells - taken - number)
        ways = after
    return {n: Fraction(count, (most + 1) * cells**most) for n, count in enumerate(whole) if count}


def mean_placed(cells: int, taken: int, most: int) -> Fraction:
    """How many find a free cell, on average, when 0 to `most` are tried: (cells - taken) * (1 - missed)."""
    return (cells - taken) * (1 - missed(cells, most))


def mean_placed_after(cells: int, taken: int, before: int, most: int) -> Fraction:
    """The same for those that are tried after others, of whom 0 to `before` were: a cell must be free of these, too.

    A free cell is missed by all of the others, and hit by one of these:
    (cells - taken) * missed(before) * (1 - missed(most)).
    """
    return (cells - taken) * missed(cells, before) * (1 - missed(cells, most))


def missed(cells: int, most: int) -> Fraction:
    """The chance that a given cell is drawn by none of 0 to `most`: the mean of (1 - 1 / cells) ** n over n."""
    return Fraction(sum((cells - 1) ** n * cells ** (most - n) for n in range(most + 1)), (most + 1) * cells**most)


@dataclass(frozen=True, slots=True)
class Filling:
    """What one pair of tables puts into one room."""

    odds: Mapping[int, Fraction]
    """The probability of each kind."""
    tried: Fraction
    """How many are tried, on average."""
    numbers: Chances
    """The chance of each number to be placed."""

    @property
    def placed(self) -> Fraction:
        """How many are placed, on average."""
        return sum((number * chance for number, chance in self.numbers.items()), Fraction())

    @property
    def lost(self) -> Fraction:
        """How many are lost, on average, because a cell was taken."""
        return self.tried - self.placed

    def expected(self, kind: int) -> Fraction:
        """How many of a kind are placed, on average: kinds and cells are drawn independently."""
        return self.odds.get(kind, Fraction()) * self.placed

    def none_of(self, kind: int) -> Fraction:
        """The chance that none of a kind is placed: each that is placed is another with the same chance."""
        other = 1 - self.odds.get(kind, Fraction())
        return sum((other**number * chance for number, chance in self.numbers.items()), Fraction())

    def at_least_one(self, kind: int) -> Fraction:
        """The chance that one or more of a kind are placed."""
        return 1 - self.none_of(kind)


@dataclass(frozen=True, slots=True)
class Spread:
    """What one pair of tables puts into the rooms of a floor: the first, where the hero stands, and any other."""

    first: Filling
    other: Filling

    def placed(self, rooms: Answer) -> Answer:
        """How many are placed on the floor, on average, given how many rooms there are on average."""
        return rooms.times(self.other.placed, self.first.placed - self.other.placed)

    def lost(self, rooms: Answer) -> Answer:
        """How many are lost on the floor, on average."""
        return rooms.times(self.other.lost, self.first.lost - self.other.lost)

    def expected(self, kind: int, rooms: Answer) -> Answer:
        """How many of a kind are placed on the floor, on average."""
        first, other = self.first.expected(kind), self.other.expected(kind)
        return rooms.times(other, first - other)

    def at_least_one(self, kind: int, rooms: int) -> Exact:
        """The chance that a floor with so many rooms has one or more of a kind."""
        return Exact(1 - self.first.none_of(kind) * self.other.none_of(kind) ** (rooms - 1))

    def at_least_one_of(self, kind: int, rooms: Collection[int]) -> Sampled:
        """The chance that a floor has one or more of a kind, over numbers of rooms that were counted on floors."""
        chances = {number: float(self.at_least_one(kind, int(number)).value) for number in set(rooms)}
        mean = Sampled.of([chances[number] for number in rooms])
        return Sampled(mean.mean, max(mean.low, 0.0), min(mean.high, 1.0), mean.n)


@dataclass(frozen=True, slots=True)
class FloorOdds:
    """What comes on a floor."""

    monsters: Spread
    items: Spread

    @classmethod
    def of(cls, floor: int, monsters: Pair, items: Pair, rooms: Rooms) -> FloorOdds:
        """The answers for a floor, counted from 1, whose rooms have such sizes."""
        most, more = monsters.most(floor), items.most(floor)

        def numbers_of_items(cells: int, taken: int) -> dict[int, Fraction]:
            return averaged(placed(cells, taken, most), lambda before: placed(cells, taken + before, more))

        def spread(pair: Pair, tries: int, numbers: Callable[[int, int], Chances]) -> Spread:
            odds, mean = pair.odds(floor), Fraction(tries, 2)
            return Spread(
                Filling(odds, mean, averaged(rooms.first, lambda cells: numbers(cells, 1))),
                Filling(odds, mean, averaged(rooms.others, lambda cells: numbers(cells, 0))),
            )

        return cls(
            spread(monsters, most, lambda cells, taken: placed(cells, taken, most)),
            spread(items, more, numbers_of_items),
        )

    @classmethod
    def of_ruleset(cls, ruleset: Ruleset, floor: int) -> FloorOdds:
        """The answers for a floor of a compiled ruleset, as far as it fills rooms one by one."""
        monsters = Pair(ruleset.monster_spawns, ruleset.monsters_per_room)
        items = Pair(ruleset.item_spawns, ruleset.items_per_room)
        return cls.of(floor, monsters, items, Rooms.uniform(ruleset.room_min, ruleset.room_max))


def averaged(weights: Chances, chances: Callable[[int], Chances]) -> dict[int, Fraction]:
    """The chance of each number when which chances hold is itself a matter of chance."""
    total: dict[int, Fraction] = {}
    for held, weight in weights.items():
        for number, chance in chances(held).items():
            total[number] = total.get(number, Fraction()) + weight * chance
    return dict(sorted(total.items()))
