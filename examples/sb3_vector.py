# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "sb3-contrib", "torch"]
# ///
"""Stable-Baselines3 on the native vector: its `VecEnv`, with the masks that `MaskablePPO` asks for.

    pip install "steep[env]" sb3-contrib torch
    python examples/sb3_vector.py Upper-v0 100_000

All environments step in one compiled call. Other algorithms of the library take the same `SteepVecEnv`, without masks.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

import steep.env


class SteepVecEnv(VecEnv):
    """A native vector of steep/Descent-v0 as a `VecEnv`. All its environments step in one compiled call."""

    def __init__(self, task: str, num_envs: int, **options: Any) -> None:
        self.envs = gymnasium.make_vec(f"steep/{task}", num_envs=num_envs, autoreset_mode="SameStep", **options)
        self.masks = np.zeros((num_envs, self.envs.single_action_space.n), np.int8)
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)

    def reset(self) -> Any:
        """The observations of new episodes."""
        observations, infos = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        self.masks = infos["action_mask"]
        return observations

    def step_async(self, actions: Any) -> None:
        """Keep the actions."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Step all environments. Where an episode ended, the info has its last observation, and whether it was cut."""
        observations, rewards, terminated, truncated, infos = self.envs.step(self.actions)
        self.masks = infos["action_mask"]
        found: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(terminated | truncated).tolist():
            end = steep.env.END_NAMES[infos["final_info"]["end"][row]]
            found[row] = {"terminal_observation": infos["final_obs"][row], "end": end, "won": end == "won"}
            found[row]["TimeLimit.truncated"] = bool(truncated[row])
        return observations, rewards.astype(np.float32), terminated | truncated, found

    def env_method(self, method_name: str, *_: Any, indices: Any = None, **__: Any) -> list[Any]:
        """The action mask of each environment, which is all that MaskablePPO calls."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self.masks[list(self._get_indices(indices))] == 1)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same attribute for each environment."""
        value = True if attr_name == "action_masks" else getattr(self.envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Environments of one vector share their attributes, so none can be set for some of them."""
        raise AttributeError(f"{attr_name} cannot be set: make another vector")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """None is."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the vector."""
        self.envs.close()


def main(task: str = "Upper-v0", steps: str = "100_000") -> MaskablePPO:
    """Train for some steps, and play the first test seeds."""
    envs = VecMonitor(SteepVecEnv(task, 64, observations=("compass", "stats")), info_keywords=("won",))
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=64, batch_size=1024, seed=1, device="cpu", verbose=1)
    model.learn(int(steps))

    def policy(observations: dict[str, Any], infos: dict[str, Any]) -> Any:
        """The most likely possible actions."""
        return model.predict(observations, action_masks=infos["action_mask"], deterministic=True)[0]

    print(steep.env.evaluate(policy, task, games=20, observations=("compass", "stats"), about={"policy": "SB3"}))
    return model


if __name__ == "__main__":
    main(*sys.argv[1:])
