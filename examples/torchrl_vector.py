# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]", "torchrl"]
# ///
"""TorchRL on the native vector: its batch is the vector, and the mask decides among which actions a policy draws.

    pip install "steep[env]" torchrl
    python examples/torchrl_vector.py

`GymWrapper` takes the autoreset modes `SameStep` and `Disabled`. It refuses `NextStep`, whose steps after an end are no
transitions; `native_next_step` collects those into a `TensorDict` without them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import torch
from tensordict import TensorDict
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, EnvBase, GymWrapper, TransformedEnv

import steep.env  # noqa: F401  # registers the tasks

OBSERVATIONS = ("action_mask", "compass", "stats")


def make(task: str, num_envs: int, autoreset_mode: str = "SameStep") -> EnvBase:
    """The vector as an environment of TorchRL, of batch size (num_envs,). Random actions are possible ones."""
    envs = gymnasium.make_vec(
        f"steep/{task}", num_envs=num_envs, autoreset_mode=autoreset_mode, observations=OBSERVATIONS
    )
    wrapped = GymWrapper(envs, categorical_action_encoding=True)
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(wrapped, Compose(as_bool, ActionMask()), auto_unwrap=True)


def tensors_of(observations: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Observations as tensors, with a mask of booleans."""
    found = {key: torch.as_tensor(value) for key, value in observations.items()}
    return {**found, "action_mask": found["action_mask"].bool()}


def native_next_step(task: str, num_envs: int, steps: int, choose: Callable[[TensorDict], torch.Tensor]) -> TensorDict:
    """Transitions of a vector with `NextStep`, shape (n,): those that only begin the next episode are left out."""
    envs = gymnasium.make_vec(f"steep/{task}", num_envs=num_envs, autoreset_mode="NextStep", observations=OBSERVATIONS)
    seen = tensors_of(envs.reset(seed=1)[0])
    begins, found = torch.zeros(num_envs, dtype=torch.bool), []
    for _ in range(steps):
        now = TensorDict(seen, [num_envs])
        now["action"] = choose(now)
        observations, rewards, terminated, truncated, _ = envs.step(now["action"].numpy())
        seen = tensors_of(observations)
        ends = {"reward": rewards, "terminated": terminated, "truncated": truncated}
        now["next"] = TensorDict({**seen, **{key: torch.as_tensor(value) for key, value in ends.items()}}, [num_envs])
        found.append(now[~begins])
        begins = torch.as_tensor(terminated | truncated)
    return torch.cat(found)


def draw(now: TensorDict) -> torch.Tensor:
    """Random possible actions."""
    return torch.multinomial(now["action_mask"].float(), 1).squeeze(-1)


def main() -> None:
    """Play a little in each mode."""
    for mode in ("SameStep", "Disabled"):
        played = make("Upper-v0", 4, mode).rollout(64, break_when_any_done=False)
        print(mode, tuple(played.shape), "rewards", float(played["next", "reward"].sum()))
    played = native_next_step("Upper-v0", 4, 64, draw)
    print("NextStep", tuple(played.shape), "rewards", float(played["next", "reward"].sum()))


if __name__ == "__main__":
    main()
