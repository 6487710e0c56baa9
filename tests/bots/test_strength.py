"""Who outlives whom, on the same seeds."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from strength import BY_STRENGTH, gain

from steep.content import load_ruleset
from steep.lab.batches import Task
from steep.lab.crew import Crew, shares_of
from steep.lab.exact import sign_test
from steep.lab.games import LEFT, STOPPED

GAMES = {"random": 60, "brawler": 60, "explorer": 700}
"""Of each pair, by the weaker one."""


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(BY_STRENGTH)))
def test_each_bot_outlives_the_weaker_one(weaker: str, stronger: str) -> None:
    """A sign test over the seeds on which the two did not come equally far, p < 0.001."""
    better, worse = gain("tcod-2019", weaker, stronger, GAMES[weaker])
    assert better > worse
    assert sign_test(better, worse) < 0.001, (better, worse)


@pytest.mark.parametrize("ruleset", ["roguebasin", "tcod-2020", "rotjs-gear"])
def test_the_random_one_dies_early(ruleset: str) -> None:
    """Nobody wins at random; nearly all die on the first floors, and few wander until they are stopped."""
    with Crew(load_ruleset(ruleset).compiled, 2) as crew:
        batches = list(crew.batches(shares_of(Task("random", 0, 100, last_floor=10))))
    stays = np.concatenate([batch.stays for batch in batches])
    last = stays[stays["end"] != LEFT]
    assert last["floor"].max() <= 5
    assert (last["end"] == STOPPED).mean() < 0.2
