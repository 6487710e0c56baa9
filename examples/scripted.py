# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""A policy of ten lines that survives three floors: a baseline for learning agents.

    python examples/scripted.py [GAMES]

It gets the same observations as the agent of `train_ppo.py`, and plays each test seed once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium

import steep.env
from steep.lab.stats.confidence_intervals import wilson

ENVIRONMENT = {
    "ruleset": "tcod-2020",
    "floors": (1, 3),
    "max_turns": 2_000,
    "observations": ("compass", "stats", "action_mask"),
}
NUM_ENVS = 256
GAMES = 2_000

Policy = Callable[[dict[str, Any]], Any]
"""Takes the observations of all environments, and returns an action for each."""


def scripted(observation: dict[str, Any]) -> Any:
    """Explore, then descend; but attack adjacent enemies first, and raise defense before anything else."""
    return steep.env.ten_lines(observation, {"action_mask": observation["action_mask"]})


def wins(choose: Policy, seeds: Sequence[int]) -> int:
    """The number of games won, one game per seed."""
    envs = gymnasium.make_vec("steep/Descent-v0", num_envs=NUM_ENVS, autoreset_mode="Disabled", **ENVIRONMENT)
    games = steep.env.EachSeedOnce(envs, seeds)
    observation, _ = games.reset()
    while games.playing.any():
        observation, *_ = games.step(choose(observation))
    return int((games.results["end"] == steep.env.END_NAMES.index("won")).sum())


def print_result(name: str, won: int, games: int) -> None:
    """Print the fraction of games won, with its 95% confidence interval."""
    interval = wilson(won, games)
    print(
        f"{name}: left floor 3 alive in {won} of {games}, {won / games:.1%} ({interval.low:.1%} to {interval.high:.1%})"
    )


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print_result("policy of ten lines", wins(scripted, steep.env.TEST[:count]), count)
