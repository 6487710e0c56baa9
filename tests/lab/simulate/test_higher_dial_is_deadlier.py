"""Hazard rises with the dial: bots that play the same seeds at higher positions die sooner."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bot_strength import sign_test
from steep.content import load_ruleset
from steep.content.dial import dialled
from steep.core.world import DEAD, PLAYING
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import FALSE_ALARM_RATE

GAMES = 250
POSITIONS = (0.1, 0.35, 0.5, 0.8)


@cache
def depths(ruleset: str, difficulty: float, bot: str) -> Any:
    """For each seed the floor on which the game ended, or one more if it was won."""
    book, ends = dialled(load_ruleset(ruleset), difficulty), []
    with WorkerPool(book.compiled, 2) as worker_pool:
        for batch in worker_pool.batches(chunks_of(Task(bot, 0, GAMES))):
            last = batch.visits[batch.visits["end"] != PLAYING]
            ends.append(last["floor"] + (last["end"] != DEAD))
    return np.concatenate(ends)


@pytest.mark.parametrize("ruleset", ["tcod-2020", pytest.param("roguebasin", marks=pytest.mark.slow)])
@pytest.mark.parametrize("bot", ["diver", "brawler"])
@pytest.mark.parametrize(("easier", "harder"), list(pairwise(POSITIONS)))
def test_a_higher_position_is_deadlier_on_the_same_seeds(ruleset: str, bot: str, easier: float, harder: float) -> None:
    low, high = depths(ruleset, easier, bot), depths(ruleset, harder, bot)
    deeper, higher = int((low > high).sum()), int((low < high).sum())
    # A dial that did nothing would fail this in 999 of 1000 tests.
    assert deeper > higher
    assert sign_test(deeper, higher) < FALSE_ALARM_RATE


@pytest.mark.parametrize("bot", ["diver", "brawler"])
def test_at_position_0_no_game_ends_in_death(bot: str) -> None:
    assert set(depths("tcod-2020", 0.0, bot)) == {11}
