"""Work to time: the steps of environments.

The actions are random possible ones, drawn in advance, so only the environment is timed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import steep.env  # noqa: F401  # registers the environment

ENVIRONMENT = "steep/Descent-v0"
RULESET = "tcod-2020"
OBSERVATIONS = ("glyphs_crop", "stats", "action_mask")

WORLDS = 1_024
STEPS = 100
"""Steps of each environment of the vector, in one piece of work."""

SINGLE_STEPS = 5_000
"""Steps of the single environment, in one piece of work."""

Work = Callable[[int], int]
"""Does a piece of work, given its number, and returns the number of steps."""


def vector_steps(ruleset: str = RULESET, *, copy: bool = True, threads: int | None = 1) -> Work:
    """Steps of the native vector environment. `threads` is None for all cores."""
    envs: Any = gymnasium.make_vec(
        ENVIRONMENT, num_envs=WORLDS, ruleset=ruleset, observations=OBSERVATIONS, copy=copy, num_threads=threads
    )
    random = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    actions = []
    for _ in range(STEPS):
        mask = infos["action_mask"]
        actions.append((mask * random.random(mask.shape)).argmax(1))
        *_, infos = envs.step(actions[-1])

    def step(_piece: int) -> int:
        envs.reset(seed=0)
        for action in actions:
            envs.step(action)
        return WORLDS * STEPS

    return step


def single_steps(ruleset: str = RULESET) -> Work:
    """Steps of the single environment."""
    env: Any = gymnasium.make(ENVIRONMENT, ruleset=ruleset, observations=OBSERVATIONS)
    random = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    actions = []
    for _ in range(SINGLE_STEPS):
        actions.append(int(random.choice(np.flatnonzero(info["action_mask"]))))
        *_, terminated, truncated, info = env.step(actions[-1])
        if terminated or truncated:
            _, info = env.reset()

    def step(_piece: int) -> int:
        env.reset(seed=0)
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return SINGLE_STEPS

    return step
