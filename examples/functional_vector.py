# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[env]"]
# ///
"""Gymnasium's functional form over a native vector: states go in, and new states come out.

    python examples/functional_vector.py

Nothing is kept between two calls, so a search may go on from any state, in all environments at once. A state holds the
true dice and the hidden map: `imagined` draws anew what the hero does not know. An honest search plays on that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from gymnasium.experimental.functional import FuncEnv
from numpy.typing import NDArray

import steep.env  # noqa: F401  # registers the tasks


@dataclass(frozen=True, slots=True)
class State:
    """The episodes of a vector after a step, as bytes, with what the step gave."""

    episodes: tuple[bytes, ...]
    observations: dict[str, NDArray[Any]]
    masks: NDArray[Any]
    """Possible actions, shape (num_envs, actions)."""
    rewards: NDArray[Any]
    over: NDArray[Any]
    """Episodes that have ended. They go on no further."""


class FunctionalDescents(FuncEnv):
    """`num_envs` episodes of a task. `initial` draws from a NumPy generator; a state has its own dice."""

    def __init__(self, task: str, num_envs: int, **options: Any) -> None:
        super().__init__()
        self.envs: Any = gymnasium.make_vec(
            f"steep/{task}", num_envs=num_envs, autoreset_mode="Disabled", **options
        ).unwrapped
        self.observation_space, self.action_space = self.envs.observation_space, self.envs.action_space

    def initial(self, rng: np.random.Generator, params: None = None) -> State:
        """New episodes."""
        observations, infos = self.envs.reset(seed=int(rng.integers(2**63)))
        return self._state(observations, infos, np.zeros(self.envs.num_envs), np.zeros(self.envs.num_envs, bool))

    def transition(self, state: State, action: Any, rng: object = None, params: None = None) -> State:
        """The state after an action in every environment."""
        self.envs.set_states(state.episodes)
        self.envs.idle(state.over)
        observations, rewards, terminated, truncated, infos = self.envs.step(action)
        return self._state(observations, infos, np.where(state.over, 0, rewards), state.over | terminated | truncated)

    def observation(self, state: State, rng: object = None, params: None = None) -> dict[str, NDArray[Any]]:
        """What the heroes know."""
        return state.observations

    def reward(self, state: State, action: Any, next_state: State, rng: object = None, params: None = None) -> Any:
        """The rewards of the last step."""
        return next_state.rewards

    def terminal(self, state: State, rng: object = None, params: None = None) -> Any:
        """Which episodes have ended."""
        return state.over

    def imagined(self, state: State, seed: int) -> State:
        """The state with what the heroes do not know drawn from a seed."""
        observations, infos = self.envs.set_states(state.episodes, imagine=seed)
        return self._state(observations, infos, state.rewards, state.over)

    def _state(self, observations: Any, infos: Any, rewards: Any, over: Any) -> State:
        return State(tuple(self.envs.get_states()), observations, infos["action_mask"], rewards, over)


def main() -> None:
    """Play some steps, each the best of the first possible actions after one imagined step."""
    descents = FunctionalDescents("Steps-v0", 8, observations=("stats", "action_mask"), rewards={"explore": 1.0})
    state, seen = descents.initial(np.random.default_rng(1)), np.zeros(8)
    for step in range(20):
        imagined = descents.imagined(state, step)
        tried = [np.where(state.masks[:, move] == 1, move, state.masks.argmax(axis=1)) for move in range(8)]
        gains = np.stack([descents.transition(imagined, move).rewards for move in tried])
        state = descents.transition(state, np.stack(tried)[gains.argmax(axis=0), np.arange(8)])
        seen += state.rewards
    print("cells seen after 20 steps:", seen.astype(int).tolist())


if __name__ == "__main__":
    main()
