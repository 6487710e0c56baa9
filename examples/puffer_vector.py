# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "pufferlib>=3"]
# ///
"""PufferLib on the native vector: a native `PufferEnv`, whose environments all step in one compiled call.

    pip install "steep[env]" "pufferlib>=3"
    python examples/puffer_vector.py Upper-v0 100_000

A native environment has one array of observations. Its first columns are the mask of possible actions, for a policy of
your own; PufferLib's policies don't mask. An impossible action takes no turn.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from pufferlib import PufferEnv

import steep.env

OBSERVATIONS = ("action_mask", "compass", "stats")


class SteepPufferEnv(PufferEnv):  # type: ignore[misc, unused-ignore]
    """A vector of a task. `seed` and `buf` are PufferLib's."""

    def __init__(self, task: str, num_envs: int = 64, buf: Any = None, seed: int = 0, **options: Any) -> None:
        given = {"observations": OBSERVATIONS, "autoreset_mode": "SameStep", "copy": False, **options}
        self.envs: Any = gymnasium.make_vec(f"steep/{task}", num_envs=num_envs, **given)
        spaces = self.envs.single_observation_space
        columns = sum(int(np.prod(spaces[name].shape)) for name in OBSERVATIONS)
        self.single_observation_space = Box(-np.inf, np.inf, (columns,), np.float32)
        self.single_action_space = self.envs.single_action_space
        self.num_agents, self.seed = num_envs, seed
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[Any, list[dict[str, Any]]]:
        """The observations of new episodes, shape (num_agents, columns)."""
        observation, _ = self.envs.reset(seed=self.seed if seed is None else seed)
        self.observe(observation)
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[dict[str, Any]]]:
        """Step all environments. Of each episode that ended there is an info, for PufferLib's means."""
        observation, self.rewards[:], self.terminals[:], self.truncations[:], infos = self.envs.step(actions)
        self.observe(observation)
        ended = np.flatnonzero(self.terminals | self.truncations).tolist()
        found = [{"won": int(steep.env.END_NAMES[infos["final_info"]["end"][row]] == "won")} for row in ended]
        return self.observations, self.rewards, self.terminals, self.truncations, found

    def observe(self, observation: dict[str, Any]) -> None:
        """Put the parts side by side into PufferLib's buffer."""
        parts = [observation[name].reshape(self.num_agents, -1) for name in OBSERVATIONS]
        np.concatenate(parts, axis=1, out=self.observations, casting="unsafe")

    def close(self) -> None:
        """Free the environments."""
        self.envs.close()


def main(task: str = "Upper-v0", steps: int = 100_000) -> None:
    """Play random possible actions, and print their speed."""
    env, rng = SteepPufferEnv(task), np.random.default_rng(0)
    observations, _ = env.reset()
    start = time.perf_counter()
    for _ in range(0, steps, env.num_agents):
        possible = observations[:, : env.single_action_space.n] > 0
        observations, *_ = env.step((rng.random(possible.shape) * possible).argmax(axis=1))
    print(f"{steps / (time.perf_counter() - start):,.0f} steps a second")
    env.close()


if __name__ == "__main__":
    main(*sys.argv[1:2], *(int(each) for each in sys.argv[2:3]))
