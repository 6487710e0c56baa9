# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""A rule of ten lines that goes down three floors alive: what an agent that learns should be held against.

    python examples/scripted.py [GAMES]

It is given what the agent of `train_ppo.py` is given, and plays the seeds that agents are judged on, each once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np

import steep.env
from steep.env.kernel.compass import ENEMY, STAIRS, UNEXPLORED
from steep.env.splits import TEST
from steep.lab.stats.intervals import wilson

ENVIRONMENT = {
    "ruleset": "tcod-2020",
    "floors": (1, 3),
    "max_turns": 2_000,
    "observations": ("compass", "stats", "action_mask"),
}
WORLDS = 256
GAMES = 2_000

WAIT, DESCEND, RAISE_DEFENSE = 8, 10, 39
"""Numbers of actions; those below 8 are the directions."""

Policy = Callable[[dict[str, Any]], Any]
"""An action for each world, given what is seen of all."""


def scripted(seen: dict[str, Any]) -> Any:
    """See the whole floor and go down, but strike what is beside the hero, and raise defense before all."""
    pathfinder, steps, mask = seen["compass"][:, :, 0], seen["compass"][:, :, 1], seen["action_mask"]
    action = np.where(pathfinder[:, STAIRS] > 0, pathfinder[:, STAIRS] - 1, WAIT)
    action = np.where(mask[:, DESCEND] == 1, DESCEND, action)
    action = np.where(pathfinder[:, UNEXPLORED] > 0, pathfinder[:, UNEXPLORED] - 1, action)
    action = np.where(steps[:, ENEMY] == 1, pathfinder[:, ENEMY] - 1, action)
    return np.where(mask[:, RAISE_DEFENSE] == 1, RAISE_DEFENSE, action)


def wins(choose: Policy, seeds: Sequence[int]) -> int:
    """How many games of some seeds are won, one game of each seed."""
    envs = gymnasium.make_vec("steep/Descent-v0", num_envs=WORLDS, autoreset_mode="Disabled", **ENVIRONMENT)
    games = steep.env.EachSeedOnce(envs, seeds)
    seen, _ = games.reset()
    while games.playing.any():
        seen, *_ = games.step(choose(seen))
    return int((games.results["end"] == steep.env.END_NAMES.index("won")).sum())


def emit(name: str, won: int, games: int) -> None:
    """Print the share of the games that somebody won, with its interval of 95%."""
    sure = wilson(won, games)
    print(f"{name}: left floor 3 alive in {won} of {games}, {won / games:.1%} ({sure.low:.1%} to {sure.high:.1%})")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    emit("rule of ten lines", wins(scripted, TEST[:count]), count)
