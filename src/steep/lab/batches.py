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
from steep.lab.games import Stay, Trial, Wound, play_on, record_game
from steep.lab.task import Task

__all__ = ["Batch", "Desk", "Task"]

ROWS = 4096
"""Rows of a desk's tables of stays; there are four times as many of wounds, and some."""

PLAIN_ROWS = 64

FIRST_GLANCE = 1_000
"""Turns that are played before the first look at whether to stop."""

GLANCE = 0.1
"""Seconds between two such looks, about."""

MOST_ACTIONS = 1_000_000
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
    stays: Any
    """A structured array of `steep.lab.games.Stay`, by seed and floor."""
    wounds: Any
    """A structured array of `steep.lab.games.Wound`, by seed, floor and kind."""


class Desk:
    """Room for one thread to play in: about 400 KB, whatever is played."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset: Any = from_plain(ruleset)
        self._trial: Any = zeros(Trial, 1)[0]
        self._stays: Any = zeros(Stay, ROWS)
        self._wounds: Any = zeros(Wound, 4 * ROWS + MAX_KINDS + 1)
        self._play_on: Any = compiled(play_on)
        self._glance = FIRST_GLANCE

    def load(self) -> bool:
        """Have all that plays ready without compiling; False where the cache does not hold it."""
        return load(play_on, self._trial, self._ruleset, self._stays, self._wounds, self._glance)

    def seat(self, task: Task, seed: int, games: int) -> None:
        """Get ready for the games of some seeds of a task."""
        trial = self._trial
        trial.bot = find_bot(task.bot).number
        trial.first_floor, trial.last_floor, trial.turn_limit = task.first_floor, task.last_floor, task.turns
        trial.seed, trial.end_seed, trial.under_way = seed, seed + games, 0
        trial.stay_count = trial.wound_count = 0
        for kind in range(MAX_KINDS + 1):
            trial.hurt[kind] = trial.blows[kind] = 0

    def play(self, task: Task, seed: int, games: int, go_on: Callable[[int, int], bool]) -> Batch:
        """Play the games of some seeds; fewer, the first ones, when it is told not to go on.

        ``go_on(games, turns)`` is asked several times a second, with what was done since the last time.
        """
        self.seat(task, seed, games)
        trial = self._trial
        stays, wounds, turns, told = [zeros(Stay, 0)], [zeros(Wound, 0)], 0, seed
        while int(trial.seed) < seed + games:
            played = self._play_a_while()
            turns += played
            stays.append(self._copy(self._stays, int(trial.stay_count)))
            wounds.append(self._copy(self._wounds, int(trial.wound_count)))
            trial.stay_count = trial.wound_count = 0
            if not go_on(int(trial.seed) - told, played):
                break
            told = int(trial.seed)
        done = int(trial.seed)
        all_stays, all_wounds = np.concatenate(stays), np.concatenate(wounds)
        return Batch(
            task.bot,
            seed,
            done - seed,
            turns - int(trial.acted) if trial.under_way else turns,
            all_stays[all_stays["seed"] < done],
            all_wounds[all_wounds["seed"] < done],
        )

    def _copy(self, rows: Any, count: int) -> Any:
        """The first rows of a table, as an array."""
        return rows[:count].copy()

    def _play_a_while(self) -> int:
        """Play for about as long as a glance is; turns played."""
        start = time.perf_counter()
        played = int(self._play_on(self._trial, self._ruleset, self._stays, self._wounds, self._glance))
        if played == self._glance:
            seconds = time.perf_counter() - start
            self._glance = max(FIRST_GLANCE // 10, int(played * min(2.0, GLANCE / max(seconds, 1e-6))))
        return played

    def actions(self, task: Task, seed: int) -> list[int]:
        """What the bot does in the game of a seed, action by action."""
        self.seat(task, seed, 1)
        actions = np.zeros(MOST_ACTIONS, np.int64)
        count = int(compiled(record_game)(self._trial, self._ruleset, actions))  # type: ignore[arg-type]
        return [int(each) for each in actions[:count]]


class PlainDesk(Desk):
    """The same games in plain Python: a hundredth as fast, and at once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._trial = Trial()
        self._stays = [Stay() for _ in range(PLAIN_ROWS)]
        self._wounds = [Wound() for _ in range(4 * PLAIN_ROWS + MAX_KINDS + 1)]
        self._play_on = play_on
        self._glance = FIRST_GLANCE

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
        np.concatenate([first.stays, second.stays]),
        np.concatenate([first.wounds, second.wounds]),
    )
