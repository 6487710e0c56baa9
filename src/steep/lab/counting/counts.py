"""How many games ended where and how, and sums of their numbers, by group and floor: the one count of all studies.

Every figure is a function of such counts (`steep.lab.figures.game_figures`) or of pairs. Counts know neither where
games came from nor what shows them. Their size does not depend on the number of games, and counts of parts may be
joined in any order. Nothing here needs more than Python, so that a browser counts the same;
`steep.lab.counting.counts` fills the same counts from arrays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from steep.lab.stats.paired_differences import CENSORED, DIED, OUTCOMES, SURVIVED, end_code

Ended = tuple[int, int, int, int]
"""How a game ended: its group, the row of its last floor, DIED, SURVIVED or CENSORED, and what killed the hero, as an
index of the names of killers: -1 if it did not die, or nothing says what killed it."""

OUTCOME_OF_END = (CENSORED, DIED, SURVIVED, CENSORED)
"""The outcome of a game by how its visit to the last floor ended, a number of `steep.core.world.END_NAMES`. A game that
nothing says the end of is censored."""


class Numbers(Protocol):
    """Numbers by group and row: `Sums` of whole ones, or `steep.lab.counting.counts.Moments` of any."""

    def join(self, other: Any) -> None:
        """Add all numbers of others of the same kind."""

    def of(self, groups: Sequence[int], row: int) -> list[list[float]]:
        """What each of some groups has in a row: how many numbers, their sum, and their squared deviations."""


@dataclass(slots=True)
class Sums:
    """Whole numbers: how many there are, their sum and the sum of their squares, all of them exact."""

    cells: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """By group and row."""

    def add(self, group: int, row: int, count: int, total: int, squares: int) -> None:
        """Add numbers of which these are known."""
        cell = self.cells.setdefault((group, row), [0, 0, 0])
        cell[0] += count
        cell[1] += total
        cell[2] += squares

    def join(self, other: Sums) -> None:
        """See `Numbers`."""
        for (group, row), cell in other.cells.items():
            self.add(group, row, *cell)

    def of(self, groups: Sequence[int], row: int) -> list[list[float]]:
        """See `Numbers`."""
        found: list[list[float]] = [[], [], []]
        for group in groups:
            count, total, squares = self.cells.get((group, row), (0, 0, 0))
            found[0].append(count)
            found[1].append(total)
            found[2].append((count * squares - total * total) / max(count, 1))
        return found


@dataclass(slots=True)
class Counts:
    """Games of some groups on some floors. Row 0 of what is by floor is the first floor.

    A game counts as having reached all floors down to its last.
    """

    floors: int
    """How many there are."""
    first_floor: int = 1
    ended: Counter[Ended] = field(default_factory=Counter)
    """How many games ended so."""
    turns: Numbers = field(default_factory=Sums)
    """Of whole games, by group; all are in row 0."""
    numbers: dict[str, Numbers] = field(default_factory=dict)
    """Of floor visits, by their names."""

    @classmethod
    def of_ends(cls, ends: Sequence[int], first_floor: int = 1) -> Self:
        """Games of one group from their number by `end_code`."""
        ended = Counter({(0, *divmod(code, OUTCOMES), -1): int(games) for code, games in enumerate(ends) if games})
        return cls(len(ends) // OUTCOMES, first_floor, ended)

    @classmethod
    def of_floors(cls, died: Sequence[int], stopped: Sequence[int], won: int, first_floor: int = 1) -> Self:
        """Games of one group, by floor: all that neither died nor were stopped there left it, the last as winners."""
        ends = [games for floor in zip(died, [0] * len(died), stopped, strict=True) for games in floor]
        ends[end_code(len(died) - 1, SURVIVED)] = won
        return cls.of_ends(ends, first_floor)

    def add(self, ended: Ended, turns: int) -> None:
        """Add a game, and the turns that it took."""
        assert isinstance(self.turns, Sums)
        self.ended[ended] += 1
        self.turns.add(ended[0], 0, 1, turns, turns**2)

    @property
    def games(self) -> int:
        """All of them."""
        return self.ended.total()

    @property
    def groups(self) -> list[int]:
        """The numbers of the groups that have games."""
        return sorted({group for group, *_ in self.ended})

    @property
    def ends_by_group(self) -> list[list[int]]:
        """The games of each of `groups` by `end_code`."""
        found = {group: [0] * (self.floors * OUTCOMES) for group in self.groups}
        for (group, row, outcome, _), games in self.ended.items():
            found[group][end_code(row, outcome)] += games
        return list(found.values())

    @property
    def ends(self) -> list[int]:
        """The games of all groups by `end_code`."""
        found = [0] * (self.floors * OUTCOMES)
        for (_, row, outcome, _), games in self.ended.items():
            found[end_code(row, outcome)] += games
        return found

    @property
    def reached(self) -> list[int]:
        """By floor: games that reached it."""
        ended = [0] * self.floors
        for (_, row, *_), games in self.ended.items():
            ended[row] += games
        return [*accumulate(reversed(ended))][::-1]

    @property
    def died(self) -> list[int]:
        """By floor: games that died there."""
        return self.ends[DIED::OUTCOMES]

    @property
    def stopped(self) -> list[int]:
        """By floor: games that were stopped there, or of which nothing more is known."""
        return self.ends[CENSORED::OUTCOMES]

    @property
    def left(self) -> list[int]:
        """By floor: games that left it alive."""
        rows = zip(self.reached, self.died, self.stopped, strict=True)
        return [reached - died - stopped for reached, died, stopped in rows]

    @property
    def won(self) -> int:
        """Games that were won."""
        return sum(self.ends[SURVIVED::OUTCOMES])

    @property
    def killers(self) -> list[Counter[int]]:
        """By floor: deaths there by what killed the hero, where that is known."""
        found = [Counter[int]() for _ in range(self.floors)]
        for (_, row, _, killer), games in self.ended.items():
            if killer >= 0:
                found[row][killer] += games
        return found

    def with_floors(self, floors: int) -> Self:
        """The same games with so many floors at least; none reached those that are added."""
        return replace(self, floors=max(floors, self.floors))

    def by_group(self) -> dict[int, Self]:
        """The games of each group."""
        found: dict[int, Counter[Ended]] = {}
        for end, games in self.ended.items():
            found.setdefault(end[0], Counter())[end] = games
        return {group: replace(self, ended=ended) for group, ended in found.items()}

    def only(self, groups: Container[int]) -> Self:
        """The games of some groups."""
        return replace(self, ended=Counter({end: games for end, games in self.ended.items() if end[0] in groups}))

    def join(self, other: Self) -> None:
        """Add the games of counts with the same floors."""
        self.ended.update(other.ended)
        self.turns.join(other.turns)
        for name, numbers in other.numbers.items():
            self.numbers.setdefault(name, type(numbers)()).join(numbers)

    def as_plain(self) -> dict[str, Any]:
        """How games ended, and their turns, as plain data: equal for equal games."""
        assert isinstance(self.turns, Sums)
        return {
            "ended": [[*end, games] for end, games in sorted(self.ended.items())],
            "turns": [[*place, *sums] for place, sums in sorted(self.turns.cells.items())],
        }

    @classmethod
    def from_plain(cls, found: Any, floors: int, first_floor: int = 1) -> Self:
        """What `as_plain` gave of games on some floors. Raises `ValueError` for counts that no such games have."""
        turns, games = Sums(), Counter[int]()
        made = cls(floors, first_floor, turns=turns)
        try:
            for *end, number in found["ended"]:
                group, row, outcome, killer = map(int, end)
                made.ended[group, row, outcome, killer] += int(number)
                games[group] += int(number)
                if not (number > 0 and 0 <= row < floors and 0 <= outcome < OUTCOMES and killer >= -1):
                    raise ValueError(f"no {number} games end as {end}")
                if killer >= 0 and outcome != DIED:
                    raise ValueError(f"what killed the hero of a game that ended as {end}")
            for group, row, count, total, squares in found["turns"]:
                turns.add(int(group), int(row), int(count), int(total), int(squares))
                if total < 0 or count * squares < total**2:
                    raise ValueError(f"no {count} games take {total} turns, and {squares} as squares")
        except (TypeError, KeyError, OverflowError) as error:
            raise ValueError(f"these are no counts of games: {error}") from None
        if not games or {place: sums[0] for place, sums in turns.cells.items()} != {
            (g, 0): n for g, n in games.items()
        }:
            raise ValueError("there are turns of other games")
        return made


# Games that were played twice, under A and under B, by how they ended under each: what comparisons count.

MAX_EXAMPLES = 3
"""How many seeds are kept as examples for each floor and direction."""


@dataclass(slots=True)
class Pairs:
    """Pairs of games with the same seed. Row 0 of what is by floor is the first floor."""

    floors: int
    """How many there are."""
    first_floor: int = 1
    ended: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How many pairs have these two `end_code`, under A and under B."""
    dead_only: tuple[list[list[int]], list[list[int]]] = field(init=False)
    """For A and for B, by floor: the first few seeds whose game dies there and gets past it under the other."""

    def __post_init__(self) -> None:
        none_yet: list[list[list[int]]] = [[[] for _ in range(self.floors)] for _ in range(2)]
        self.dead_only = (none_yet[0], none_yet[1])

    def join(self, other: Pairs) -> None:
        """Add pairs with later seeds, of the same floors."""
        self.ended.update(other.ended)
        for mine, more in zip(self.dead_only, other.dead_only, strict=True):
            for seeds, others in zip(mine, more, strict=True):
                seeds += others[: MAX_EXAMPLES - len(seeds)]

    @property
    def games(self) -> int:
        """Of each side."""
        return self.ended.total()

    @property
    def sides(self) -> tuple[Counts, Counts]:
        """How the games ended under A, and under B."""
        ends = [[0] * (self.floors * OUTCOMES) for _ in range(2)]
        for pair, games in self.ended.items():
            for of_side, code in zip(ends, pair, strict=True):
                of_side[code] += games
        return Counts.of_ends(ends[0], self.first_floor), Counts.of_ends(ends[1], self.first_floor)

    def add(self, pairs: Iterable[tuple[int, int, int]]) -> None:
        """Add pairs: the seed of each, and its `end_code` under A and under B."""
        for seed, *codes in pairs:
            self.ended[codes[0], codes[1]] += 1
            for by_floor, dead, other in zip(self.dead_only, codes, reversed(codes), strict=True):
                row, outcome = divmod(dead, OUTCOMES)
                gets_past = other >= end_code(row + 1, 0) or other == end_code(row, SURVIVED)
                if outcome == DIED and gets_past and len(by_floor[row]) < MAX_EXAMPLES:
                    by_floor[row].append(seed)


# Fills counts from arrays: columns of games, or of floor visits. All arrays of a call have an element for each.

Whole = NDArray[np.integer]
Values: TypeAlias = "NDArray[np.integer] | NDArray[np.float64]"
"""Whole numbers, or others, of which NaN stands for none."""

OUTCOMES_OF_ENDS = np.array(OUTCOME_OF_END)


def add_games(counts: Counts, groups: Whole, floors: Whole, ends: Whole, killers: Whole, turns: Values) -> None:
    """Add games by their last floors, how they ended there (`OUTCOME_OF_END`), and the turns of each whole game."""
    outcomes = OUTCOMES_OF_ENDS[ends]
    killers = np.where(outcomes == DIED, killers, -1)
    rows = floors - counts.first_floor
    counts.ended.update(zip(*(each.tolist() for each in (groups, rows, outcomes, killers)), strict=True))
    add_numbers(groups, np.zeros_like(rows), [(counts.turns, turns)])


def end_codes(rows: Whole, ends: Whole) -> NDArray[np.int64]:
    """The `end_code` of games, from the rows of their last floors and how they ended there (`OUTCOME_OF_END`)."""
    return end_code(rows.astype(np.int64), OUTCOMES_OF_ENDS[ends])


def add_visits(counts: Counts, groups: Whole, floors: Whole, numbers: Mapping[str, Values]) -> None:
    """Add numbers of floor visits, by their names. All values of a name are whole numbers, or none need be."""
    columns = [
        (counts.numbers.setdefault(name, Moments() if values.dtype.kind == "f" else Sums()), values)
        for name, values in numbers.items()
    ]
    add_numbers(groups, floors - counts.first_floor, columns)


def add_numbers(groups: Whole, rows: Whole, columns: list[tuple[Numbers, Values]]) -> None:
    """Add several columns of values to the numbers of each."""
    if not len(rows):
        return
    width = int(rows.max()) + 1
    cells, which = np.unique(groups * width + rows, return_inverse=True)
    places = np.divmod(cells, width)
    for numbers, values in columns:
        if isinstance(numbers, Moments):
            numbers.merge(places, *moments_of(which, values, len(cells)))
        elif isinstance(numbers, Sums):
            sums = sums_of(which, values, len(cells))
            for group, row, *three in zip(*(each.tolist() for each in (*places, *sums)), strict=True):
                numbers.add(group, row, *three)


def sums_of(which: Whole, values: Values, cells: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """By cell: how many whole numbers there are, their sum and that of their squares. `which` is each one's cell."""
    largest = max(int(values.max()), -int(values.min()))
    exact = values if largest * largest * len(values) < 2**63 else values.astype(object)
    totals, squares = np.zeros(cells, exact.dtype), np.zeros(cells, exact.dtype)
    np.add.at(totals, which, exact)
    np.add.at(squares, which, exact * exact)
    return np.bincount(which, minlength=cells), totals, squares


def moments_of(which: Whole, values: Values, cells: int) -> tuple[Whole, Values, Values]:
    """By cell: how many numbers there are, their sum and their squared deviations. `which` is each one's cell."""
    known = ~np.isnan(values)
    which, values = which[known], values[known]
    count, total = np.bincount(which, minlength=cells), np.bincount(which, values, cells)
    apart = values - (total / np.maximum(count, 1))[which]
    return count, total, np.bincount(which, apart**2, cells)


@dataclass(slots=True, eq=False)
class Moments:
    """Any numbers: how many there are, their sum and their squared deviations from their mean.

    Arrays have the shape (groups, rows).
    """

    count: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))
    total: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))
    spread: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))

    def merge(self, places: tuple[Whole, Whole], count: Whole, total: Values, spread: Values) -> None:
        """Add numbers of which these are known, by groups and rows; each place is there once.

        Two parts are joined as by Chan, Golub and LeVeque (The American Statistician 37, 242, 1983).
        """
        self._make_room(*(int(each.max()) + 1 for each in places))
        before = self.count[places]
        apart = total / np.maximum(count, 1) - self.total[places] / np.maximum(before, 1)
        self.spread[places] += spread + apart**2 * (before * count / np.maximum(before + count, 1))
        self.total[places] += total
        self.count[places] += count

    def join(self, other: Moments) -> None:
        """See `Numbers`."""
        if other.count.any():
            groups, rows = np.nonzero(other.count)
            places = groups, rows
            self.merge(places, other.count[places], other.total[places], other.spread[places])

    def of(self, groups: Sequence[int], row: int) -> list[list[float]]:
        """See `Numbers`."""
        wanted, found = np.array(groups), np.zeros((3, len(groups)))
        if row < self.count.shape[1]:
            there = wanted < len(self.count)
            found[:, there] = [each[wanted[there], row] for each in (self.count, self.total, self.spread)]
        of_groups: list[list[float]] = found.tolist()
        return of_groups

    def _make_room(self, groups: int, rows: int) -> None:
        have = self.count.shape
        if groups > have[0] or rows > have[1]:
            # Twice as many groups as before, so that they are copied only now and then.
            wanted = (max(groups, have[0] if groups <= have[0] else 2 * have[0]), max(rows, have[1]))
            for name in ("count", "total", "spread"):
                larger = np.zeros(wanted, getattr(self, name).dtype)
                larger[: have[0], : have[1]] = getattr(self, name)
                setattr(self, name, larger)
