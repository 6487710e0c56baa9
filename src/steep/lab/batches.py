"""Games played at a desk, one after another: what came of those of some seeds is a batch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from steep.bots.registry import find_bot
from steep.core.arrays import from_plain, zeros
from steep.core.compiled import compiled
from steep.core.ruleset import MAX_KINDS, Ruleset
from steep.lab.games import Stay, Trial, Wound, play_on, record_game
from steep.lab.task import Task

__all__ = ["Batch", "Desk", "Task"]

ROWS = 4096
"""Rows of a desk's tables of stays; there are four times as many of wounds, and some."""

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
        self._stays = zeros(Stay, ROWS)
        self._wounds = zeros(Wound, 4 * ROWS + MAX_KINDS + 1)
        self._play_on: Any = compiled(play_on)
        self._glance = FIRST_GLANCE

    def seat(self, task: Task, seed: int, games: int) -> None:
        """Get ready for the games of some seeds of a task."""
        trial = self._trial
        trial.bot = find_bot(task.bot).number
        trial.first_floor, trial.last_floor, trial.turn_limit = task.first_floor, task.last_floor, task.turns
        trial.seed, trial.end_seed, trial.under_way = seed, seed + games, 0
        trial.stay_count = trial.wound_count = 0
        trial.hurt[:] = 0
        trial.blows[:] = 0

    def play(self, task: Task, seed: int, games: int, go_on: Callable[[int, int], bool]) -> Batch:
        """Play the games of some seeds; fewer, the first ones, when it is told not to go on.

        ``go_on(games, turns)`` is asked several times a second, with what was done since the last time.
        """
        self.seat(task, seed, games)
        trial = self._trial
        stays, wounds, turns, told = [self._stays[:0]], [self._wounds[:0]], 0, seed
        while int(trial.seed) < seed + games:
            played = self._play_a_while()
            turns += played
            stays.append(self._stays[: int(trial.stay_count)].copy())
            wounds.append(self._wounds[: int(trial.wound_count)].copy())
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
