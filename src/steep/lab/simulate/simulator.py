"""Games played at a desk, one after another: what came of those of some seeds is a batch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steep.bots.registry import find_bot
from steep.core.arrays import dtype_of, from_plain, zeros
from steep.core.compiled import compiled, load
from steep.core.record import pack
from steep.core.ruleset import MAX_KINDS, Ruleset
from steep.lab.simulate.games import FloorVisit, SimulationState, Wound, play_on, record_game
from steep.lab.simulate.task import Task

__all__ = ["Batch", "Simulator", "Task"]

ROWS = 4096
"""Rows of a desk's tables of stays; there are four times as many of wounds, and some."""

PLAIN_ROWS = 64

FIRST_SLICE = 1_000
"""Turns that are played before the first look at whether to stop."""

SLICE_SECONDS = 0.1
"""Seconds between two such looks, about."""

MAX_ACTIONS = 1_000_000
"""Actions of one game that can be recorded."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of the games of some seeds that follow each other."""

    bot: str
    seed: int
    """Of the first game."""
    games: int
    turns: int
    """Played in all."""
    visits: Any
    """A structured array of `steep.lab.simulate.games.FloorVisit`, by seed and floor."""
    wounds: Any
    """A structured array of `steep.lab.simulate.games.Wound`, by seed, floor and kind."""


class Simulator:
    """Room for one thread to play in: about 400 KB, whatever is played."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset: Any = from_plain(ruleset)
        self._state: Any = zeros(SimulationState, 1)[0]
        self._visits: Any = zeros(FloorVisit, ROWS)
        self._wounds: Any = zeros(Wound, 4 * ROWS + MAX_KINDS + 1)
        self._play_on: Any = compiled(play_on)
        self._slice = FIRST_SLICE

    def load(self) -> bool:
        """Have all that plays ready without compiling; False where the cache does not hold it."""
        return load(play_on, self._state, self._ruleset, self._visits, self._wounds, self._slice)

    def assign(self, task: Task, seed: int, games: int) -> None:
        """Get ready for the games of some seeds of a task."""
        state = self._state
        state.bot = find_bot(task.bot).number
        state.first_floor, state.last_floor, state.turn_limit = task.first_floor, task.last_floor, task.turns
        state.seed, state.end_seed, state.under_way = seed, seed + games, 0
        state.visit_count = state.wound_count = 0
        for kind in range(MAX_KINDS + 1):
            state.hurt[kind] = state.blows[kind] = 0

    def play(self, task: Task, seed: int, games: int, go_on: Callable[[int, int], bool]) -> Batch:
        """Play the games of some seeds; fewer, the first ones, when it is told not to go on.

        ``go_on(games, turns)`` is asked several times a second, with what was done since the last time.
        """
        self.assign(task, seed, games)
        state = self._state
        visits, wounds, turns, told = [zeros(FloorVisit, 0)], [zeros(Wound, 0)], 0, seed
        while int(state.seed) < seed + games:
            played = self._play_a_while()
            turns += played
            visits.append(self._copy(self._visits, int(state.visit_count)))
            wounds.append(self._copy(self._wounds, int(state.wound_count)))
            state.visit_count = state.wound_count = 0
            if not go_on(int(state.seed) - told, played):
                break
            told = int(state.seed)
        done = int(state.seed)
        all_stays, all_wounds = np.concatenate(visits), np.concatenate(wounds)
        return Batch(
            task.bot,
            seed,
            done - seed,
            turns - int(state.acted) if state.under_way else turns,
            all_stays[all_stays["seed"] < done],
            all_wounds[all_wounds["seed"] < done],
        )

    def _copy(self, rows: Any, count: int) -> Any:
        """The first rows of a table, as an array."""
        return rows[:count].copy()

    def _play_a_while(self) -> int:
        """Play for about as long as a glance is; turns played."""
        start = time.perf_counter()
        played = int(self._play_on(self._state, self._ruleset, self._visits, self._wounds, self._slice))
        if played == self._slice:
            seconds = time.perf_counter() - start
            self._slice = max(FIRST_SLICE // 10, int(played * min(2.0, SLICE_SECONDS / max(seconds, 1e-6))))
        return played

    def actions(self, task: Task, seed: int) -> list[int]:
        """What the bot does in the game of a seed, action by action."""
        self.assign(task, seed, 1)
        actions = np.zeros(MAX_ACTIONS, np.int64)
        count = int(compiled(record_game)(self._state, self._ruleset, actions))  # type: ignore[arg-type]
        return [int(each) for each in actions[:count]]


class PlainSimulator(Simulator):
    """The same games in plain Python: a hundredth as fast, and at once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._state = SimulationState()
        self._visits = [FloorVisit() for _ in range(PLAIN_ROWS)]
        self._wounds = [Wound() for _ in range(4 * PLAIN_ROWS + MAX_KINDS + 1)]
        self._play_on = play_on
        self._slice = FIRST_SLICE

    def _copy(self, rows: Any, count: int) -> Any:
        packed = b"".join(map(pack, rows[:count]))
        return np.frombuffer(packed, dtype_of(type(rows[0]))).copy().view(np.recarray)


def joined(first: Batch, second: Batch) -> Batch:
    """Two batches of one bot, of which the second begins where the first ends."""
    return Batch(
        first.bot,
        first.seed,
        first.games + second.games,
        first.turns + second.turns,
        np.concatenate([first.visits, second.visits]),
        np.concatenate([first.wounds, second.wounds]),
    )
