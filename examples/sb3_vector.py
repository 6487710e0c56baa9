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
from stable_baselines3.common.vec_env import VecEnv, VecMonitor, VecTransposeImage

import steep.env


class SteepVecEnv(VecEnv):
    """A native vector of steep/Descent-v0 as a `VecEnv`. All its environments step in one compiled call."""

    def __init__(self, task: str, num_envs: int, **options: Any) -> None:
        self.envs = gymnasium.make_vec(f"steep/{task}", num_envs=num_envs, autoreset_mode="SameStep", **options)
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)

    def reset(self) -> Any:
        """The observations of new episodes."""
        observations, _ = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        return observations

    def step_async(self, actions: Any) -> None:
        """Keep the actions."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Step all environments. Where an episode ended, the info has its last observation, and whether it was cut."""
        observations, rewards, terminated, truncated, infos = self.envs.step(self.actions)
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
        return list(self.envs.action_masks()[list(self._get_indices(indices))])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute of each environment: its entry, such as of `run_seeds`, or else what the vector has."""
        value = getattr(self.envs, attr_name)
        each = value if attr_name in ("run_seeds", "difficulties") else [value] * self.num_envs
        return [each[row] for row in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Environments of one vector share their attributes, so none can be set for some of them."""
        raise AttributeError(f"{attr_name} cannot be set: make another vector")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """None is."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the vector."""
        self.envs.close()


def train(task: str, steps: int, observations: tuple[str, ...], num_envs: int = 64, **network: Any) -> MaskablePPO:
    """Train for some steps. `network` are the library's `policy_kwargs`."""
    envs = VecMonitor(SteepVecEnv(task, num_envs, observations=observations), info_keywords=("won",))
    envs = VecTransposeImage(envs, skip=True)  # else the planes of `features` would become the last axis
    sizes: dict[str, Any] = {"n_steps": 64, "batch_size": 16 * num_envs, "seed": 1, "device": "cpu", "verbose": 1}
    return MaskablePPO("MultiInputPolicy", envs, policy_kwargs=network, **sizes).learn(steps)


def main(
    task: str = "Upper-v0", steps: str = "100_000", observations: tuple[str, ...] = ("compass", "stats"), **network: Any
) -> None:
    """Train for some steps, and play the first test seeds."""
    model = train(task, int(steps), observations, **network)

    def policy(seen: dict[str, Any], infos: dict[str, Any]) -> Any:
        """The most likely possible actions."""
        return model.predict(seen, action_masks=infos["action_mask"], deterministic=True)[0]

    print(steep.env.evaluate(policy, task, games=20, observations=observations, about={"policy": "SB3"}))


if __name__ == "__main__":
    main(*sys.argv[1:])
