"""Which bot survives longer than which, on the same seeds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binomtest

from bot_strength import BY_STRENGTH, gain
from steep.content import load_ruleset
from steep.core.world import PLAYING, STOPPED
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.simulation_task import Task

GAMES = {"random": ("tcod-2019", 60), "brawler": ("tcod-2019", 60), "explorer": ("tcod-2019:hard", 80)}
"""The ruleset and the games for each pair of bots, by the name of the weaker one.

In tcod-2019 the explorer clears nearly all floors, so only hundreds of games show that the tactician clears more.
"""

PAIRS = [(weaker, stronger, *GAMES[weaker]) for weaker, stronger in pairwise(BY_STRENGTH)]
MORE_GAMES = pytest.param("explorer", "tactician", "tcod-2019", 700, marks=pytest.mark.slow)


@pytest.mark.parametrize(("weaker", "stronger", "ruleset", "games"), [*PAIRS, MORE_GAMES])
def test_each_bot_survives_longer_than_the_next_weaker_one(
    weaker: str, stronger: str, ruleset: str, games: int
) -> None:
    """A sign test over the seeds on which one bot got further than the other, p < 0.001."""
    better, worse = gain(ruleset, weaker, stronger, games)
    assert better > worse
    assert binomtest(better, better + worse).pvalue < 0.001, (better, worse)


@pytest.mark.parametrize(("weaker", "stronger", "games"), [("random", "masher", 400), ("masher", "explorer", 60)])
def test_the_masher_is_between_the_random_walker_and_the_explorer(weaker: str, stronger: str, games: int) -> None:
    better, worse = gain("tcod-2019", weaker, stronger, games)
    assert better > worse
    assert binomtest(better, better + worse).pvalue < 0.001, (better, worse)


@pytest.mark.parametrize("ruleset", ["roguebasin", "tcod-2020", "rotjs-gear"])
def test_the_random_walker_dies_early(ruleset: str) -> None:
    """The random walker never wins: nearly all runs end on the first floors, few at the turn limit."""
    with WorkerPool(load_ruleset(ruleset).compiled, 2) as worker_pool:
        batches = list(worker_pool.batches(chunks_of(Task("random", 0, 100, last_floor=10))))
    visits = np.concatenate([batch.visits for batch in batches])
    last = visits[visits["end"] != PLAYING]
    assert last["floor"].max() <= 5
    assert (last["end"] == STOPPED).mean() < 0.2


@pytest.mark.parametrize(("bot", "games"), [("diver", 300), ("brawler", 300), ("explorer", 100)])
def test_no_bot_walks_in_circles_near_a_monster_behind_a_corner(bot: str, games: int) -> None:
    """In roguebasin a monster behind a corner stays there: visible from one cell, hidden from the next."""
    with WorkerPool(load_ruleset("roguebasin").compiled, 2) as worker_pool:
        batches = list(worker_pool.batches(chunks_of(Task(bot, 0, games, last_floor=10))))
    visits = np.concatenate([batch.visits for batch in batches])
    assert visits["seed"][visits["end"] == STOPPED].tolist() == []
