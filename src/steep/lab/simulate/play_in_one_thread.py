"""Plays the games of consecutive seeds in one thread; their results are a batch."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.bots.choose_action import find_bot
from steep.core.native.native_rule import native
from steep.core.record import pack
from steep.core.record_arrays import dtype_of, from_plain, zeros
from steep.core.ruleset import Ruleset
from steep.lab.simulate.floor_visit import DamageRow, FloorVisit
from steep.lab.simulate.simulation import ACTIONS_PER_TURN, SOURCES, SimulationState, most_wounds, play_on, record_game
from steep.lab.simulate.simulation_task import Task

ROWS = 4096
"""Rows of a simulator's table of floor visits. Its table of wounds has a little over four times as many."""

PLAIN_ROWS = 64

NOTHING = array("q", bytes(8 * SOURCES))
"""The counts of damage before a game."""

FIRST_SLICE = 1_000
"""Turns played before the first check whether to stop. In plain Python a turn of some bots takes a second."""

FIRST_PLAIN_SLICE = 5
"""The same in plain Python."""

SLICE_SECONDS = 0.1
"""Seconds between two such checks, about."""


@dataclass(frozen=True, slots=True)
class GameBatch:
    """The results of the games of consecutive seeds."""

    bot: str
    seed: int
    """The seed of the first game."""
    games: int
    turns: int
    """Turns over all games. Choosing a level-up's gain takes none."""
    visits: NDArray[np.void]
    """Structured array of `steep.lab.simulate.floor_visit.FloorVisit`, by seed and floor."""
    wounds: NDArray[np.void]
    """Structured array of `steep.lab.simulate.floor_visit.DamageRow`, by seed, floor, kind and cause."""


class Simulator:
    """Plays games in one thread. Beside the ruleset it takes about 2 MB, whatever is played."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset: Any = from_plain(ruleset)
        self.state: Any = zeros(SimulationState, 1)[0]
        self._visits: Any = zeros(FloorVisit, ROWS)
        self._wounds: Any = zeros(DamageRow, 4 * ROWS + most_wounds(ruleset))
        self._play_on: Any = native(play_on)
        self._slice = FIRST_SLICE
        self._least_slice = FIRST_SLICE // 10

    def assign(self, task: Task, seed: int, games: int) -> None:
        """Prepare to play `games` games of a task from `seed` on."""
        state = self.state
        state.bot = find_bot(task.bot).number
        state.first_floor, state.last_floor, state.turn_limit = task.first_floor, task.last_floor, task.turns
        state.seed, state.end_seed, state.in_progress = seed, seed + games, 0
        state.visit_count = state.wound_count = 0
        state.hurt[:] = state.hits[:] = NOTHING

    def play(self, task: Task, seed: int, games: int, go_on: Callable[[int, int], bool]) -> GameBatch:
        """Play `games` games of a task from `seed` on, or only the first of them when `go_on` returns False.

        `go_on(games, turns)` is called several times a second with what was played since the last call.
        """
        self.assign(task, seed, games)
        state = self.state
        visits, wounds, reported = [zeros(FloorVisit, 0)], [zeros(DamageRow, 0)], seed
        while int(state.seed) < seed + games:
            played = self.play_a_while()
            more = self.take_rows()
            visits.append(more[0])
            wounds.append(more[1])
            if not go_on(int(state.seed) - reported, played):
                break
            reported = int(state.seed)
        done = int(state.seed)
        all_visits, all_wounds = np.concatenate(visits), np.concatenate(wounds)
        all_visits, all_wounds = all_visits[all_visits["seed"] < done], all_wounds[all_wounds["seed"] < done]
        return GameBatch(task.bot, seed, done - seed, int(all_visits["turns"].sum()), all_visits, all_wounds)

    def take_rows(self) -> tuple[Any, Any]:
        """The floor visits and wounds written since they were last taken."""
        state = self.state
        rows = self._copy(self._visits, int(state.visit_count)), self._copy(self._wounds, int(state.wound_count))
        state.visit_count = state.wound_count = 0
        return rows

    def _copy(self, rows: Any, count: int) -> Any:
        """The first rows of a table, as an array."""
        return rows[:count].copy()

    def play_a_while(self) -> int:
        """Play for about SLICE_SECONDS. Returns the turns played."""
        start = time.perf_counter()
        played = int(self._play_on(self.state, self._ruleset, self._visits, self._wounds, self._slice))
        if played == self._slice:
            seconds = time.perf_counter() - start
            self._slice = max(self._least_slice, int(played * min(2.0, SLICE_SECONDS / max(seconds, 1e-6))))
        return played

    def actions(self, task: Task, seed: int) -> list[int]:
        """The bot's actions in the game of a seed."""
        self.assign(task, seed, 1)
        actions = np.zeros(ACTIONS_PER_TURN * task.turns, np.int64)
        count = int(native(record_game)(self.state, self._ruleset, actions))
        return [int(each) for each in actions[:count]]


class PlainSimulator(Simulator):
    """Plays the same games in plain Python: a hundred times slower, but without compiling."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.state = SimulationState()
        self._visits = [FloorVisit() for _ in range(PLAIN_ROWS)]
        self._wounds = [DamageRow() for _ in range(4 * PLAIN_ROWS + most_wounds(ruleset))]
        self._play_on = play_on
        self._slice = FIRST_PLAIN_SLICE
        self._least_slice = 1

    def _copy(self, rows: Any, count: int) -> Any:
        packed = b"".join(map(pack, rows[:count]))
        return np.frombuffer(packed, dtype_of(type(rows[0]))).copy().view(np.recarray)


def joined(first: GameBatch, second: GameBatch) -> GameBatch:
    """Join two batches of one bot; the second must start where the first ends."""
    return GameBatch(
        first.bot,
        first.seed,
        first.games + second.games,
        first.turns + second.turns,
        np.concatenate([first.visits, second.visits]),
        np.concatenate([first.wounds, second.wounds]),
    )
