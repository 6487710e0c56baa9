"""What many games come to: sums of integers by floor. It takes the same room however many games there were.

Sums of integers are exact, so batches may be added in any order and cut in any
way. Sums that may leave 64 bits are kept as Python's integers, which never
overflow. All figures of a measurement are made from one of these.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from steep.lab.simulate.games import OWN_FIRE
from steep.lab.simulate.simulator import Batch, Task
from steep.rules.run_ends import DIED, END_NAMES, RUNNING, STOPPED, WON

MEASURES = (
    "arrived",
    "turns",
    "level",
    "xp",
    "hp",
    "max_hp",
    "power",
    "defense",
    "things",
    "healing",
    "kills",
    "damage",
    "healed",
)
"""Columns of `steep.lab.simulate.games.FloorVisit` that are summed for each floor."""

NOTED = 5
"""Games that are noted as the worst, and as many as the luckiest."""

GAME = np.dtype([(name, "<i8") for name in ("floor", "turns", "seed", "end", "killer", "lost")])
"""A whole game, as `NotedGame` has it."""


@dataclass(frozen=True, slots=True)
class NotedGame:
    """A game worth looking at."""

    floor: int
    """Where it ended."""
    turns: int
    seed: int
    end: int
    killer: int
    lost: int
    """HP lost over the game."""


@dataclass(slots=True)
class Tally:
    """Sums over the games of one bot. Row 0 of every array is the first floor that was played."""

    task: Task
    kinds: int
    """Of monsters. Row `kinds` of what is counted by killer is the hero's own fire."""
    games: int = 0
    turns: int = 0
    """Actions of the bot in all games, level-ups with them."""
    ends: Any = field(init=False)
    """int64, floors x 4: stays by how they ended, in columns as END_NAMES."""
    sums: Any = field(init=False)
    """Python integers, floors x MEASURES."""
    squares: Any = field(init=False)
    """The same, of squares: for standard errors."""
    damage: Any = field(init=False)
    """Python integers, floors x (kinds + 1): HP lost to each kind."""
    blows: Any = field(init=False)
    """int64, floors x (kinds + 1)."""
    killers: Any = field(init=False)
    """int64, floors x (kinds + 1): deaths by each kind."""
    worst: list[NotedGame] = field(default_factory=list)
    luckiest: list[NotedGame] = field(default_factory=list)

    def __post_init__(self) -> None:
        floors = self.task.last_floor - self.task.first_floor + 1
        self.ends = np.zeros((floors, len(END_NAMES)), np.int64)
        self.sums = np.full((floors, len(MEASURES)), 0, object)
        self.squares = np.full((floors, len(MEASURES)), 0, object)
        self.damage = np.full((floors, self.kinds + 1), 0, object)
        self.blows = np.zeros((floors, self.kinds + 1), np.int64)
        self.killers = np.zeros((floors, self.kinds + 1), np.int64)

    @property
    def floors(self) -> range:
        """The floors that were played."""
        return range(self.task.first_floor, self.task.last_floor + 1)

    @property
    def reached(self) -> Any:
        """int64 by floor: games that came there."""
        return self.ends.sum(axis=1)

    @property
    def died(self) -> Any:
        """int64 by floor: games that ended there in death."""
        return self.ends[:, DIED]

    @property
    def stopped(self) -> Any:
        """int64 by floor: games that the limit of turns ended there."""
        return self.ends[:, STOPPED]

    @property
    def won(self) -> int:
        """Games that left the last floor alive."""
        return int(self.ends[:, WON].sum())

    def add(self, batch: Batch) -> None:
        """Count the games of a batch."""
        visits, wounds = batch.visits, batch.wounds
        self.games += batch.games
        self.turns += batch.turns
        rows = visits["floor"] - self.task.first_floor
        np.add.at(self.ends, (rows, visits["end"]), 1)
        for column, name in enumerate(MEASURES):
            values = safe_to_square(visits[name])
            add_at(self.sums[:, column], rows, values)
            add_at(self.squares[:, column], rows, values * values)
        killed = visits["end"] == DIED
        np.add.at(self.killers, (rows[killed], self._kind_rows(visits["killer"][killed])), 1)
        wounded = (wounds["floor"] - self.task.first_floor, self._kind_rows(wounds["kind"]))
        add_at(self.damage, wounded, safe_to_square(wounds["damage"]))
        np.add.at(self.blows, wounded, wounds["blows"])
        self._note(games_of(batch))

    def _kind_rows(self, kinds: Any) -> Any:
        return np.where(kinds == OWN_FIRE, self.kinds, kinds)

    def _note(self, games: Any) -> None:
        """`games` is a structured array of GAME."""
        dead = games[games["end"] == DIED]
        by_misery = np.lexsort((dead["seed"], dead["turns"], dead["floor"]))[:NOTED]
        by_luck = np.lexsort((games["seed"], -games["lost"], games["end"] == DIED, -games["floor"]))[:NOTED]
        self.worst = sorted([*self.worst, *noted(dead[by_misery])], key=misery)[:NOTED]
        self.luckiest = sorted([*self.luckiest, *noted(games[by_luck])], key=luck)[:NOTED]


def safe_to_square(values: Any) -> Any:
    """The same integers, in a type in which the sum of their squares cannot overflow: int64, or Python's own."""
    largest = max(int(values.max()), -int(values.min())) if len(values) else 0
    return values if largest * largest * len(values) < 2**63 else values.astype(object)


def add_at(totals: Any, rows: Any, values: Any) -> None:
    """Add each value to the total of its row: `totals` are Python integers, `values` as `safe_to_square` gives them."""
    added = np.zeros(totals.shape, values.dtype)
    np.add.at(added, rows, values)
    totals += added.astype(object)


def misery(game: NotedGame) -> tuple[int, int, int]:
    """Sorts the worst first: dead on the highest floor, and there in the fewest turns."""
    return game.floor, game.turns, game.seed


def luck(game: NotedGame) -> tuple[int, bool, int, int]:
    """Sorts the luckiest first: who came deepest, and of those who lived on and was hurt the most."""
    return -game.floor, game.end == DIED, -game.lost, game.seed


def noted(games: Any) -> list[NotedGame]:
    """Rows of GAME as objects."""
    return [NotedGame(*row) for row in games[list(GAME.names or ())].tolist()]


def games_of(batch: Batch) -> Any:
    """A structured array of GAME, one row for each game of a batch: its last stay, and what was lost over all."""
    visits = batch.visits
    last = np.flatnonzero(visits["end"] != RUNNING)
    games = np.zeros(len(last), GAME)
    for name in ("floor", "seed", "end", "killer"):
        games[name] = visits[name][last]
    games["turns"] = visits["arrived"][last] + visits["turns"][last]
    if len(last):
        games["lost"] = np.add.reduceat(visits["damage"], np.concatenate(([0], last[:-1] + 1)))
    return games
