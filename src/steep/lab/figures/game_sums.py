"""What the bands of a target need to know of a bot's games: how they ended, by floor, and how many turns they took.

Integers whose number does not depend on that of the games, so they can be added in any way, and written to a file.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from steep.core.input_errors import InputError
from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD, END_NAMES, PLAYING
from steep.lab.figures.ends_by_floor import CountedGames, Counts
from steep.lab.figures.sums_by_floor import games_of
from steep.lab.simulate.floor_visit import OTHERS
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate, mean, wilson


@dataclass(slots=True)
class GameSums(CountedGames):
    """Sums over the games of one bot. Row 0 is the task's first floor."""

    task: Task
    games: int = 0
    ends: NDArray[np.int64] = field(init=False)
    """int64, floors x END_NAMES: floor visits by how they ended."""
    killers: NDArray[np.int64] = field(init=False)
    """int64, shape (MAX_KINDS + OTHERS,): deaths by who killed the hero."""
    turns: int = 0
    """Of all games."""
    squares: int = 0
    """The sum of the squares of each game's turns."""

    def __post_init__(self) -> None:
        self.ends = np.zeros((self.task.last_floor - self.task.first_floor + 1, len(END_NAMES)), np.int64)
        self.killers = np.zeros(MAX_KINDS + OTHERS, np.int64)

    def add(self, batch: Batch) -> None:
        """Add the games of a batch."""
        self.games += batch.games
        np.add.at(self.ends, (batch.visits["floor"] - self.task.first_floor, batch.visits["end"]), 1)
        np.add.at(self.killers, batch.visits["killer"][batch.visits["end"] == DEAD], 1)
        turns = games_of(batch)["turns"]
        self.turns += int(turns.sum())
        self.squares += int((turns * turns).sum())

    def join(self, other: GameSums) -> None:
        """Add the games of other sums of the same bot, on other seeds."""
        self.games += other.games
        self.ends = self.ends + other.ends
        self.killers = self.killers + other.killers
        self.turns += other.turns
        self.squares += other.squares

    @property
    def first_floor(self) -> int:
        """The floor of row 0."""
        return self.task.first_floor

    @property
    def counts(self) -> Counts:
        """How the games ended."""
        return Counts.of_visits(self.ends)

    def turns_of_a_game(self, confidence: float) -> Estimate:
        """Mean turns of a game."""
        return mean(self.games, self.turns, self.squares, confidence)

    def share_of_deaths(self, row: int, killers: Sequence[str], confidence: float) -> Estimate:
        """The share of all deaths that are by one of `killers`."""
        # In the sums, what is no monster comes after as many kinds as there can be.
        hits = int(self.killers[row if row < len(killers) - OTHERS else row - len(killers)])
        deaths = int(self.killers.sum())
        return Estimate(hits / deaths if deaths else math.nan, wilson(hits, deaths, confidence))

    def as_json(self) -> list[Any]:
        """The sums as plain data."""
        killers = {str(killer): int(self.killers[killer]) for killer in np.flatnonzero(self.killers)}
        return [self.games, self.turns, self.squares, self.ends.tolist(), killers]

    @classmethod
    def from_json(cls, task: Task, found: Any) -> Self:
        """What `as_json` gave. Raises `ValueError` for sums that no games of the task have."""
        made = cls(task)
        try:
            made.games, made.turns, made.squares = (int(number) for number in found[:3])
            ends = np.array(found[3], np.int64)
            for killer, deaths in found[4].items():
                made.killers[int(killer)] = deaths
        except (TypeError, AttributeError, IndexError, ValueError, OverflowError):
            raise InputError(f"sums of {task.bot}'s games are damaged") from None
        if ends.shape == made.ends.shape:
            made.ends = ends
        if not made.is_possible():
            raise InputError(f"sums of {task.bot}'s games are damaged")
        return made

    def is_possible(self) -> bool:
        """Whether some games have these sums."""
        reached, left = self.ends.sum(axis=1), self.ends[:, PLAYING]
        return (
            self.games >= 1
            and min(self.ends.min(), self.killers.min()) >= 0
            and reached[0] == self.games
            and bool((reached[1:] == left[:-1]).all())
            and self.killers.sum() == self.ends[:, DEAD].sum()
            and self.turns >= 0
            and self.games * self.squares >= self.turns**2
        )
