"""Sums over many games, by floor. Their size does not depend on the number of games.

Sums of integers are exact, so batches may be split and added in any way. Sums that could exceed 64 bits are Python
integers. All figures of a measurement are computed from a tally.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD, END_NAMES, PLAYING, STOPPED, WON
from steep.lab.simulate.floor_visit import OTHERS
from steep.lab.simulate.play_in_one_thread import Batch, Task
from steep.lab.simulate.visit_columns import MEASURES

NOTABLE = 5
"""How many of the worst games are kept, and how many of the luckiest."""

Exact = NDArray[np.integer] | NDArray[np.object_]
"""Integers, of NumPy or of Python."""

Rows = NDArray[np.int64] | tuple[NDArray[np.int64], NDArray[np.int64]]
"""Indices into the first axis of an array, or into the first two."""

GAME = np.dtype([(name, "<i8") for name in ("seed", "floor", "turns", "end", "killer", "damage")])
"""A whole game: the floor and turn of its end, how it ended, who killed the hero, and HP lost over the game."""


@dataclass(slots=True)
class Tally:
    """Sums over the games of one bot. Row 0 of every array is the task's first floor."""

    task: Task
    kinds: int
    """The number of kinds of monsters. In arrays by kind, index `kinds` is the hero's own fire."""
    games: int = 0
    turns: int = 0
    """Over all games; choosing a level-up's gain takes none."""
    ends: NDArray[np.int64] = field(init=False)
    """int64, floors x END_NAMES: floor visits by how they ended."""
    sums: NDArray[np.object_] = field(init=False)
    """Python integers, floors x MEASURES."""
    squares: NDArray[np.object_] = field(init=False)
    """The same for squares, which standard errors need."""
    damage: NDArray[np.object_] = field(init=False)
    """Python integers, floors x (kinds + OTHERS): HP lost to each kind."""
    hits: NDArray[np.int64] = field(init=False)
    """int64, floors x (kinds + OTHERS)."""
    killers: NDArray[np.int64] = field(init=False)
    """int64, floors x (kinds + OTHERS): deaths by each kind."""
    causes: Counter[tuple[int, int]] = field(default_factory=Counter, init=False)
    """HP lost over all floors, by kind and cause (`steep.lab.simulate.floor_visit.Wound`)."""
    worst: NDArray[np.void] = field(init=False)
    """Structured array of GAME: deaths on the highest floors, and there in the fewest turns."""
    luckiest: NDArray[np.void] = field(init=False)
    """Structured array of GAME: games that got deepest, survivors first, and of those the ones that lost most HP."""

    def __post_init__(self) -> None:
        floors = self.task.last_floor - self.task.first_floor + 1
        self.ends = np.zeros((floors, len(END_NAMES)), np.int64)
        self.sums = np.full((floors, len(MEASURES)), 0, object)
        self.squares = np.full((floors, len(MEASURES)), 0, object)
        self.damage = np.full((floors, self.kinds + OTHERS), 0, object)
        self.hits = np.zeros((floors, self.kinds + OTHERS), np.int64)
        self.killers = np.zeros((floors, self.kinds + OTHERS), np.int64)
        self.worst = self.luckiest = np.zeros(0, GAME)

    @property
    def floors(self) -> range:
        """The floors of the task."""
        return range(self.task.first_floor, self.task.last_floor + 1)

    @property
    def reached(self) -> NDArray[np.int64]:
        """int64 by floor: games that reached it."""
        games: NDArray[np.int64] = self.ends.sum(axis=1)
        return games

    @property
    def died(self) -> NDArray[np.int64]:
        """int64 by floor: games that died there."""
        return self.ends[:, DEAD]

    @property
    def stopped(self) -> NDArray[np.int64]:
        """int64 by floor: games stopped there by the turn limit."""
        return self.ends[:, STOPPED]

    @property
    def won(self) -> int:
        """Games that left the last floor alive."""
        return int(self.ends[:, WON].sum())

    def add(self, batch: Batch) -> None:
        """Add the games of a batch."""
        visits, wounds = batch.visits, batch.wounds
        self.games += batch.games
        self.turns += batch.turns
        rows = visits["floor"] - self.task.first_floor
        np.add.at(self.ends, (rows, visits["end"]), 1)
        for column, name in enumerate(MEASURES):
            values = safe_to_square(visits[name])
            add_at(self.sums[:, column], rows, values)
            add_at(self.squares[:, column], rows, values * values)
        killed = visits["end"] == DEAD
        np.add.at(self.killers, (rows[killed], self._kind_rows(visits["killer"][killed])), 1)
        wounded = (wounds["floor"] - self.task.first_floor, self._kind_rows(wounds["kind"]))
        add_at(self.damage, wounded, safe_to_square(wounds["damage"]))
        np.add.at(self.hits, wounded, wounds["hits"])
        for kind, cause in np.unique(np.column_stack((wounded[1], wounds["cause"])), axis=0).tolist():
            by_it = (wounded[1] == kind) & (wounds["cause"] == cause)
            self.causes[kind, cause] += sum(wounds["damage"][by_it].tolist())
        games = games_of(batch)
        self.worst = worst_of(np.concatenate((self.worst, games)))
        self.luckiest = luckiest_of(np.concatenate((self.luckiest, games)))

    def _kind_rows(self, kinds: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.where(kinds >= MAX_KINDS, self.kinds + kinds - MAX_KINDS, kinds)


def safe_to_square(values: NDArray[np.integer]) -> Exact:
    """The same integers, shape (n,), in a dtype in which the sum of their squares cannot overflow: int64, or object."""
    largest = max(int(values.max()), -int(values.min())) if len(values) else 0
    return values if largest * largest * len(values) < 2**63 else values.astype(object)


def add_at(totals: NDArray[np.object_], rows: Rows, values: Exact) -> None:
    """Add each value, shape (n,), to its row's total. `values` come from `safe_to_square`; `rows` has n indices."""
    added = np.zeros(totals.shape, values.dtype)
    np.add.at(added, rows, values)
    totals += added.astype(object)


def worst_of(games: NDArray[np.void]) -> NDArray[np.void]:
    """The worst of an array of GAME, the worst first."""
    dead = games[games["end"] == DEAD]
    order = np.lexsort((dead["seed"], dead["turns"], dead["floor"]))
    worst: NDArray[np.void] = dead[order[:NOTABLE]]
    return worst


def luckiest_of(games: NDArray[np.void]) -> NDArray[np.void]:
    """The luckiest of an array of GAME, the luckiest first."""
    order = np.lexsort((games["seed"], -games["damage"], games["end"] == DEAD, -games["floor"]))
    luckiest: NDArray[np.void] = games[order[:NOTABLE]]
    return luckiest


def games_of(batch: Batch) -> NDArray[np.void]:
    """A structured array of GAME with a row for each game of a batch."""
    visits: Any = batch.visits
    last = np.flatnonzero(visits["end"] != PLAYING)
    games = np.zeros(len(last), GAME)
    for name in ("floor", "seed", "end", "killer"):
        games[name] = visits[name][last]
    games["turns"] = visits["arrived"][last] + visits["turns"][last]
    if len(last):
        games["damage"] = np.add.reduceat(visits["damage"], np.concatenate(([0], last[:-1] + 1)))
    return games
