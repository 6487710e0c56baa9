"""What the bands of a target need to know of a bot's games: how they ended, by floor, and how many turns they took.

Integers whose number does not depend on that of the games, so they can be added in any way, and written to a file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from steep.core.world import END_NAMES
from steep.lab.figures.ends_by_floor import Counts
from steep.lab.figures.sums_by_floor import games_of
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.simulation_task import Task


@dataclass(slots=True)
class GameSums:
    """Sums over the games of one bot. Row 0 is the task's first floor."""

    task: Task
    games: int = 0
    ends: NDArray[np.int64] = field(init=False)
    """int64, floors x END_NAMES: floor visits by how they ended."""
    turns: int = 0
    """Of all games."""
    squares: int = 0
    """The sum of the squares of each game's turns."""

    def __post_init__(self) -> None:
        self.ends = np.zeros((self.task.last_floor - self.task.first_floor + 1, len(END_NAMES)), np.int64)

    def add(self, batch: Batch) -> None:
        """Add the games of a batch."""
        self.games += batch.games
        np.add.at(self.ends, (batch.visits["floor"] - self.task.first_floor, batch.visits["end"]), 1)
        turns = games_of(batch)["turns"]
        self.turns += int(turns.sum())
        self.squares += int((turns * turns).sum())

    def join(self, other: GameSums) -> None:
        """Add the games of other sums of the same bot, on other seeds."""
        self.games += other.games
        self.ends = self.ends + other.ends
        self.turns += other.turns
        self.squares += other.squares

    @property
    def counts(self) -> Counts:
        """How the games ended."""
        return Counts.of_visits(self.ends)

    def as_json(self) -> list[Any]:
        """The sums as plain data."""
        return [self.games, self.turns, self.squares, self.ends.tolist()]

    @classmethod
    def from_json(cls, task: Task, found: Any) -> Self:
        """What `as_json` gave. Raises `ValueError` for sums that no games of the task have."""
        made = cls(task)
        try:
            made.games, made.turns, made.squares = (int(number) for number in found[:3])
            ends = np.array(found[3], np.int64)
        except (TypeError, IndexError, ValueError, OverflowError):
            raise ValueError(f"sums of {task.bot}'s games are damaged") from None
        reached = ends.sum(axis=1) if ends.shape == made.ends.shape else np.array([-1])
        if ends.min() < 0 or made.games < 1 or reached[0] != made.games or min(made.turns, made.squares) < 0:
            raise ValueError(f"sums of {task.bot}'s games are damaged")
        made.ends = ends
        return made
