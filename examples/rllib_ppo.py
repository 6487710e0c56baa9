# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "ray[rllib]", "torch"]
# ///
"""RLlib's PPO on a task, which takes only possible actions.

    pip install "steep[env]" "ray[rllib]" torch
    python examples/rllib_ppo.py Upper-v0 100_000

RLlib's own network for masked actions takes a mask and numbers; these are `stats` and `compass`.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import steep.env  # noqa: F401  (registers the tasks)

OBSERVATIONS = ("action_mask", "compass", "stats")
REWARDS = {"descend": 1.0, "win": 2.0, "death": -2.0, "xp": 0.005, "explore": 0.005, "step": -0.002}


class MaskAndNumbers(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The mask and the numbers of an observation, float32 each. Counts are put on a logarithmic scale."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        spaces: Any = env.observation_space
        numbers = sum(int(np.prod(spaces[name].shape)) for name in OBSERVATIONS[1:])
        self.observation_space = Dict(
            {
                "action_mask": Box(0, 1, spaces["action_mask"].shape, np.float32),
                "observations": Box(-np.inf, np.inf, (numbers,), np.float32),
            }
        )

    def observation(self, observation: Any) -> dict[str, Any]:
        """The mask and the numbers."""
        numbers = np.concatenate([observation[name].ravel() for name in OBSERVATIONS[1:]]).astype(np.float32)
        return {
            "action_mask": observation["action_mask"].astype(np.float32),
            "observations": np.sign(numbers) * np.log1p(np.abs(numbers)),
        }


def make(config: dict[str, Any]) -> MaskAndNumbers:
    """An environment of the task in RLlib's configuration."""
    task = f"steep/{config['task']}"
    return MaskAndNumbers(gymnasium.make(task, observations=OBSERVATIONS, rewards=REWARDS))


def configuration(task: str, steps: int = 4_000) -> PPOConfig:
    """PPO that learns after every so many steps, in this process."""
    register_env("steep", make)
    config = PPOConfig().environment("steep", env_config={"task": task})
    config = config.env_runners(num_env_runners=0, num_envs_per_env_runner=8)
    config = config.training(train_batch_size_per_learner=steps, minibatch_size=min(steps, 500), num_epochs=4)
    return config.rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))


def main(task: str = "Upper-v0", steps: int = 100_000) -> None:
    """Train, and print the mean return of the episodes of every round."""
    algorithm, played = configuration(task).build_algo(), 0
    while played < steps:
        found = algorithm.train()["env_runners"]
        played = int(found["num_env_steps_sampled_lifetime"])
        print(f"{played:>9,} steps  mean return {found.get('episode_return_mean', float('nan')):.2f}", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main(*sys.argv[1:2], *(int(each) for each in sys.argv[2:3]))
