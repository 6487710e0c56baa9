"""Exact expectations from compiled tables: what is placed, how many, and how many are dropped on taken cells.

The model is that of the tutorials. Each room is filled on its own, first with
monsters, then with items. The ruleset gives the chance that it gets any. The number
is then uniform from the floor's minimum to its maximum. Each draws
a kind by weight and a uniform cell of the room's interior. It is dropped if the
cell is taken, by an earlier one or, in the first room, by the hero. All of this
is exact for a room of a given size, and on average over a distribution of sizes.

Two properties of a floor have no closed form. One is the number of rooms: figures
for a whole floor take it as counted or sampled, and their type says which. The
other is the size of rooms: attempts are uniform, but later on small rooms fit more
often. The first room is exactly uniform; for the others `Rooms.uniform` is an
approximation, and counted sizes may be given instead. The limits on a floor's
monsters and items are ignored.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from steep.core.ruleset import CountTable, Ruleset, SpawnTable
from steep.spawn.compile_tables import fill_counts, fill_spawns, value_on
from steep.spawn.curves import Curve, Steps
from steep.spawn.exact_numbers import SpawnError, table_floor

Chances = Mapping[int, Fraction]
"""The probability of each number; they add up to 1."""

DEVIATIONS = 1.959963984540054
"""Standard errors on each side of the mean in a 95% confidence interval (normal distribution)."""


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact value."""

    value: Fraction

    def times(self, factor: Fraction, plus: Fraction) -> Exact:
        """The value times a non-negative factor, plus a constant."""
        return Exact(self.value * factor + plus)


@dataclass(frozen=True, slots=True)
class Sampled:
    """The mean of a sample, with its 95% confidence interval."""

    mean: float
    low: float
    high: float
    n: int
    """The sample size."""

    @classmethod
    def of(cls, values: Collection[float]) -> Sampled:
        """The mean of a sample, with a normal interval. Raises `SpawnError` for fewer than two values."""
        n = len(values)
        if n < 2:
            raise SpawnError("sample", f"{n} values", "two or more")
        mean = math.fsum(values) / n
        variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
        reach = DEVIATIONS * math.sqrt(variance / n)
        return cls(mean, mean - reach, mean + reach, n)

    def times(self, factor: Fraction, plus: Fraction) -> Sampled:
        """The value times a non-negative factor, plus a constant."""
        by, more = float(factor), float(plus)
        return Sampled(self.mean * by + more, self.low * by + more, self.high * by + more, self.n)


Answer = Exact | Sampled
"""A figure of a floor: exact where a formula gives it, else a mean with its interval."""


NEVER = Steps()
"""0 on every floor."""

NO_COUNTS = CountTable()
"""The same, compiled."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Compiled tables that belong together: which kinds, and how many per room."""

    kinds: SpawnTable
    counts: CountTable
    min_counts: CountTable = NO_COUNTS
    """The minimum count in a room that gets any."""
    chance: int = 100
    """Percent of rooms that get any."""

    @classmethod
    def of(cls, weights: Mapping[int, Curve], max_counts: Curve, min_counts: Curve = NEVER, chance: int = 100) -> Pair:
        """Compile curves. Raises `SpawnError` if they don't fit."""
        pair = cls(SpawnTable(), CountTable(), CountTable(), chance)
        fill_spawns(pair.kinds, weights)
        fill_counts(pair.counts, max_counts)
        fill_counts(pair.min_counts, min_counts)
        return pair

    def odds(self, floor: int) -> dict[int, Fraction]:
        """The probability of each kind with weight on a floor, counted from 1."""
        row = min(table_floor(floor), self.kinds.floors) - 1
        first, end = int(self.kinds.first[row]), int(self.kinds.first[row + 1])
        cumulative = [0, *(int(self.kinds.cumulative[at]) for at in range(first, end))]
        return {
            int(self.kinds.kind[first + n]): Fraction(cumulative[n + 1] - cumulative[n], cumulative[-1])
            for n in range(len(cumulative) - 1)
        }

    def draws(self, floor: int) -> dict[int, Fraction]:
        """The chance of each number of draws in a room on a floor; no draws if no kind has weight."""
        if not self.odds(floor):
            return tried(0)
        at = table_floor(floor)
        return tried(value_on(self.counts, at), value_on(self.min_counts, at), self.chance)


@dataclass(frozen=True, slots=True)
class Rooms:
    """The distribution of the number of cells in rooms."""

    first: Chances
    others: Chances

    @classmethod
    def uniform(cls, room_min: int, room_max: int) -> Rooms:
        """Rooms with uniformly distributed sides. One cell of each side is wall.

        Exact for the first room, an approximation for the others (see the module's docstring).
        """
        sides = range(room_min - 1, room_max)
        found = Counter(width * height for width in sides for height in sides)
        sizes = {cells: Fraction(count, len(sides) ** 2) for cells, count in sorted(found.items())}
        return cls(sizes, sizes)

    @classmethod
    def counted(cls, first: Collection[int], others: Collection[int]) -> Rooms:
        """The distribution of sizes, in cells, counted on actual floors."""
        return cls(frequencies(first), frequencies(others))


def frequencies(values: Collection[int]) -> dict[int, Fraction]:
    """The relative frequency of each value."""
    # NumPy integers would overflow 64 bits in the arithmetic that follows.
    return {int(value): Fraction(count, len(values)) for value, count in sorted(Counter(values).items())}


def tried(max_draws: int, min_draws: int = 0, chance: int = 100) -> dict[int, Fraction]:
    """The chance of each number of draws in a room.

    With a chance of `chance` percent it is uniform from `min_draws` to `max_draws`; otherwise it is 0.
    """
    share = Fraction(chance, 100 * (max_draws - min_draws + 1))
    draws = dict.fromkeys(range(min_draws, max_draws + 1), share)
    draws[0] = draws.get(0, Fraction()) + Fraction(100 - chance, 100)
    return {number: draws[number] for number in sorted(draws) if draws[number]}


def mean_of(chances: Chances) -> Fraction:
    """The mean of a distribution of numbers."""
    return sum((number * chance for number, chance in chances.items()), Fraction())


def placed(cells: int, taken: int, draws: Chances) -> dict[int, Fraction]:
    """The chance of each number placed in a room, given the chance of each number of draws.

    After n draws with d placed, the next is placed with probability
    (cells - taken - d) / cells. So the number of sequences of n draws that place d,
    out of cells ** n, can be counted draw by draw.
    """
    most = max(draws)
    # Integers over one denominator: adding many fractions takes far longer.
    scale = math.lcm(*(chance.denominator for chance in draws.values()))
    sequences = [1]
    whole = [0] * (most + 1)
    for n in range(most + 1):
        tickets = int(draws.get(n, Fraction()) * scale) * cells ** (most - n)
        for number, count in enumerate(sequences):
            whole[number] += count * tickets
        after = [0] * (len(sequences) + 1)
        for number, count in enumerate(sequences):
            after[number] += count * (taken + number)
            after[number + 1] += count * (cells - taken - number)
        sequences = after
    return {n: Fraction(count, scale * cells**most) for n, count in enumerate(whole) if count}


def mean_placed(cells: int, taken: int, draws: Chances) -> Fraction:
    """The mean number placed: (cells - taken) * (1 - missed)."""
    return (cells - taken) * (1 - missed(cells, draws))


def mean_placed_after(cells: int, taken: int, before: Chances, draws: Chances) -> Fraction:
    """The mean number placed after other draws, whose cells are taken too.

    The others miss a free cell, and one of these draws hits it:
    (cells - taken) * missed(before) * (1 - missed(draws)).
    """
    return (cells - taken) * missed(cells, before) * (1 - missed(cells, draws))


def missed(cells: int, draws: Chances) -> Fraction:
    """The chance that no draw hits a given cell: the mean of (1 - 1 / cells) ** n over the numbers of draws."""
    return sum((chance * Fraction(cells - 1, cells) ** n for n, chance in draws.items()), Fraction())


@dataclass(frozen=True, slots=True)
class Filling:
    """What one pair of tables puts into one room."""

    odds: Mapping[int, Fraction]
    """The probability of each kind."""
    tried: Fraction
    """The mean number of draws."""
    numbers: Chances
    """The chance of each number placed."""

    @property
    def placed(self) -> Fraction:
        """The mean number placed."""
        return mean_of(self.numbers)

    @property
    def lost(self) -> Fraction:
        """The mean number dropped because the cell was taken."""
        return self.tried - self.placed

    def expected(self, kind: int) -> Fraction:
        """The mean number placed of a kind: kinds and cells are drawn independently."""
        return self.odds.get(kind, Fraction()) * self.placed

    def none_of(self, kind: int) -> Fraction:
        """The chance that none of a kind is placed: each one placed is independently of another kind."""
        other = 1 - self.odds.get(kind, Fraction())
        return sum((other**number * chance for number, chance in self.numbers.items()), Fraction())

    def at_least_one(self, kind: int) -> Fraction:
        """The chance that at least one of a kind is placed."""
        return 1 - self.none_of(kind)


@dataclass(frozen=True, slots=True)
class Spread:
    """What one pair of tables puts into a floor: the first room, where the hero starts, and every other room."""

    first: Filling
    other: Filling

    def placed(self, rooms: Answer) -> Answer:
        """The mean number placed on the floor, given the mean number of rooms."""
        return rooms.times(self.other.placed, self.first.placed - self.other.placed)

    def lost(self, rooms: Answer) -> Answer:
        """The mean number dropped on the floor."""
        return rooms.times(self.other.lost, self.first.lost - self.other.lost)

    def expected(self, kind: int, rooms: Answer) -> Answer:
        """The mean number placed of a kind on the floor."""
        first, other = self.first.expected(kind), self.other.expected(kind)
        return rooms.times(other, first - other)

    def at_least_one(self, kind: int, rooms: int) -> Exact:
        """The chance that a floor with this many rooms has at least one of a kind."""
        return Exact(1 - self.first.none_of(kind) * self.other.none_of(kind) ** (rooms - 1))

    def at_least_one_of(self, kind: int, rooms: Collection[int]) -> Sampled:
        """The chance that a floor has at least one of a kind, over counted numbers of rooms."""
        chances = {number: float(self.at_least_one(kind, int(number)).value) for number in set(rooms)}
        mean = Sampled.of([chances[number] for number in rooms])
        return Sampled(mean.mean, max(mean.low, 0.0), min(mean.high, 1.0), mean.n)


@dataclass(frozen=True, slots=True)
class FloorOdds:
    """What is placed on a floor."""

    monsters: Spread
    items: Spread

    @classmethod
    def of(cls, floor: int, monsters: Pair, items: Pair, rooms: Rooms) -> FloorOdds:
        """The figures for a floor, counted from 1, with a distribution of room sizes."""
        monster_draws, item_draws = monsters.draws(floor), items.draws(floor)

        def numbers_of_monsters(cells: int, taken: int) -> dict[int, Fraction]:
            return placed(cells, taken, monster_draws)

        def numbers_of_items(cells: int, taken: int) -> dict[int, Fraction]:
            return averaged(numbers_of_monsters(cells, taken), lambda before: placed(cells, taken + before, item_draws))

        def spread(pair: Pair, draws: Chances, numbers: Callable[[int, int], Chances]) -> Spread:
            odds, mean = pair.odds(floor), mean_of(draws)
            return Spread(
                Filling(odds, mean, averaged(rooms.first, lambda cells: numbers(cells, 1))),
                Filling(odds, mean, averaged(rooms.others, lambda cells: numbers(cells, 0))),
            )

        return cls(spread(monsters, monster_draws, numbers_of_monsters), spread(items, item_draws, numbers_of_items))

    @classmethod
    def of_ruleset(cls, ruleset: Ruleset, floor: int) -> FloorOdds:
        """The figures for a floor of a compiled ruleset, only for what is placed room by room, without groups."""
        monsters = Pair(
            ruleset.monster_spawns,
            ruleset.monsters_per_room,
            ruleset.min_monsters_per_room,
            ruleset.monster_room_chance,
        )
        items = Pair(ruleset.item_spawns, ruleset.items_per_room, ruleset.min_items_per_room, ruleset.item_room_chance)
        return cls.of(floor, monsters, items, Rooms.uniform(ruleset.room_min, ruleset.room_max))


def averaged(weights: Chances, chances: Callable[[int], Chances]) -> dict[int, Fraction]:
    """The chance of each number, averaged over `weights`, the chances of the cases."""
    total: dict[int, Fraction] = {}
    for held, weight in weights.items():
        for number, chance in chances(held).items():
            total[number] = total.get(number, Fraction()) + weight * chance
    return dict(sorted(total.items()))
