"""How fast environments step: pieces of work to be timed, each the same steps over and over.

The actions are random ones of those that are possible, drawn before; so a
piece costs what the environment costs, and nothing that chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import steep.env  # noqa: F401  # registers what is made here

ENVIRONMENT = "steep/Descent-v0"
RULESET = "tcod-2020"
OBSERVATIONS = ("glyphs_crop", "stats", "action_mask")

WORLDS = 1_024
STEPS = 100
"""Of every world of the vector environment, in one piece."""

SINGLE_STEPS = 5_000

Work = Callable[[int], int]
"""Does a piece of work, given its number, and gives how many steps that was."""


def vector_steps(*, copy: bool = True, threads: int | None = 1) -> Work:
    """The native vector environment, as `gymnasium.make_vec` makes it; `threads` is None for all cores."""
    envs: Any = gymnasium.make_vec(
        ENVIRONMENT, num_envs=WORLDS, ruleset=RULESET, observations=OBSERVATIONS, copy=copy, num_threads=threads
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


def single_steps() -> Work:
    """The single environment, as `gymnasium.make` makes it."""
    env: Any = gymnasium.make(ENVIRONMENT, ruleset=RULESET, observations=OBSERVATIONS)
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
