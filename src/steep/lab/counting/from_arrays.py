"""Fills counts from arrays: columns of games, or of floor visits. All arrays of a call have the same length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from steep.lab.counting.counts import OUTCOME_OF_END, Counts, Numbers, Sums
from steep.lab.stats.paired_differences import DIED, end_code

Whole = NDArray[np.integer]
Values: TypeAlias = "NDArray[np.integer] | NDArray[np.float64]"
"""Whole numbers, or others with NaN for a missing number."""

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
    """Add numbers of floor visits, by their names. The values of a name are all whole numbers, or any numbers."""
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
        """Add numbers, given their count, sum and squared deviations by place (group and row). Each place comes once.

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
