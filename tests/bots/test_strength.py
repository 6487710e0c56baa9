"""Who outlives whom, on the same seeds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from steep.content import load_ruleset
from steep.lab.batches import Task
from steep.lab.crew import Crew, shares_of
from steep.lab.exact import sign_test
from steep.lab.games import LEFT, STOPPED, WON

BY_STRENGTH = ("random", "brawler", "explorer", "tactician")

GAMES = {"random": 60, "brawler": 60, "explorer": 700, "tactician": 700}


def floors_cleared(ruleset: str, bot: str, games: int) -> NDArray[np.int64]:
    """Of each game, by its seed."""
    found = np.zeros(games, np.int64)
    with Crew(load_ruleset(ruleset).compiled, 2) as crew:
        for batch in crew.batches(shares_of(Task(bot, 0, games, last_floor=4), most=20)):
            left = batch.stays[np.isin(batch.stays["end"], (LEFT, WON))]
            np.add.at(found, left["seed"], 1)
    return found


@pytest.mark.parametrize("ruleset", ["tcod-2019"])
def test_each_bot_outlives_the_weaker_one(ruleset: str) -> None:
    """Sign tests over the seeds on which the two did not come equally far, p < 0.001 each."""
    cleared = {bot: floors_cleared(ruleset, bot, games) for bot, games in GAMES.items()}
    for weaker, stronger in pairwise(BY_STRENGTH):
        games = min(GAMES[weaker], GAMES[stronger])
        gain = cleared[stronger][:games] - cleared[weaker][:games]
        better, worse = int((gain > 0).sum()), int((gain < 0).sum())
        assert better > worse, (weaker, stronger)
        assert sign_test(better, worse) < 0.001, (weaker, stronger, better, worse)


@pytest.mark.parametrize("ruleset", ["roguebasin", "tcod-2020", "godot-gear"])
def test_the_random_one_dies_early(ruleset: str) -> None:
    """Nobody wins at random; nearly all die on the first floors, and few wander until they are stopped."""
    with Crew(load_ruleset(ruleset).compiled, 2) as crew:
        (batch,) = crew.batches(shares_of(Task("random", 0, 100, last_floor=10)))
    last = batch.stays[batch.stays["end"] != LEFT]
    assert last["floor"].max() <= 5
    assert (last["end"] == STOPPED).mean() < 0.2
