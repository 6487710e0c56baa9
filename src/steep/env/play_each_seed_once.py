"""Play each of a list of seeds exactly once, over many environments, to evaluate an agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from numpy.typing import NDArray

from steep.core.input_errors import InputError
from steep.env.check_arguments import checked_seed, split_of
from steep.env.vector import DescentVectorEnv

RESULT_DTYPE = np.dtype(
    [(name, np.int64) for name in ("seed", "end", "floor", "turns", "steps")] + [("reward", np.float64)]
)


class EachSeedOnce(VectorWrapper):  # Not a generic class before Gymnasium 1.4
    """Plays each of a list of seeds exactly once in a native vector environment.

    ::

        envs = gymnasium.make_vec("steep/Descent-v0", num_envs=64, autoreset_mode="Disabled")
        games = EachSeedOnce(envs, "test")
        observations, infos = games.reset()
        while games.playing.any():
            observations, rewards, terminated, truncated, infos = games.step(choose(observations))
        won = games.results["end"] == END_NAMES.index("won")

    `seeds` is the name of a split, a range or a list; by default the seeds that the environment was made with. They are
    assigned in order, each to the first environment that is free. The step that ends an episode begins the next seed:
    its rewards, ends and infos belong to the old episode, its observation and `action_mask` to the new one. When no
    seed is left for an environment, its `playing` flag is False (also in infos), its rewards are 0 and its actions are
    ignored.

    `results` has one row per seed, in order: `seed`, `end` (0 until the episode is over; see `END_NAMES`), the `floor`
    on which it ended, the game's `turns` that it took, `steps`, impossible ones too, and `reward`, the sum over the
    episode.

    The environment must have `autoreset_mode="Disabled"`. The results do not depend on the number of environments, as
    long as the agent's actions in one environment depend on that environment alone.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any], seeds: str | Sequence[int] | None = None) -> None:
        if not isinstance(env.unwrapped, DescentVectorEnv):
            raise InputError(f"EachSeedOnce wraps native vectors of steep/Descent-v0, not {env.unwrapped}")
        super().__init__(env)
        self._envs = env.unwrapped
        if self._envs.autoreset_mode != AutoresetMode.DISABLED:
            raise InputError(
                f"autoreset_mode is {self._envs.autoreset_mode.value}; under EachSeedOnce it must be Disabled"
            )
        self._seeds = checked_seeds(seeds, self._envs.split)
        self.results: NDArray[np.void] = np.zeros(0, RESULT_DTYPE)
        self.playing: NDArray[np.bool_] = np.zeros(self.num_envs, np.bool_)
        self.rows: NDArray[np.int64] = np.zeros(self.num_envs, np.int64)
        """For each environment, the row of `results` that it plays."""
        self.last_stats: NDArray[np.int32] = np.zeros((self.num_envs, 0), np.int32)
        """The observation `stats` after the last step, before any next episode began; empty where it isn't observed."""
        self.most_steps = np.full(len(self._seeds), np.iinfo(np.int64).max)
        """For each row, after how many steps its game is left, though not over."""
        self._assigned = 0
        """How many seeds have been assigned."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin again with the first seeds. Takes no seed, and only the option `difficulty`."""
        if seed is not None or (options or {}).keys() - {"difficulty"}:
            raise InputError(
                "EachSeedOnce assigns the seeds itself; its reset takes no seed and no option but difficulty"
            )
        self.results = np.zeros(len(self._seeds), RESULT_DTYPE)
        self.results["seed"] = self._seeds
        # Surplus environments play a seed that is not counted, so that they have an action mask.
        run_seeds = np.resize(self._seeds, self.num_envs)
        observations, infos = self.env.reset(options={**(options or {}), "run_seeds": run_seeds})
        indices = np.arange(self.num_envs)
        self._assigned = min(self.num_envs, len(self._seeds))
        self.rows = indices
        self.playing = indices < self._assigned
        self._envs.idle(~self.playing)
        return observations, {**infos, "playing": self.playing.copy()}

    def step(self, actions: NDArray[np.int64]) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take a step wherever a seed is being played. Where that ends the episode, begin the next seed."""
        if not self.playing.any():
            raise ResetNeeded("every seed has been played; call reset to play them again")
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        if "stats" in observations:
            self.last_stats = observations["stats"].copy()
        rewards = np.where(self.playing, rewards, 0.0)
        terminated, truncated = terminated & self.playing, truncated & self.playing
        rows = self.rows[self.playing]
        self.results["steps"][rows] += 1
        self.results["reward"][rows] += rewards[self.playing]
        self.results["end"][rows] = infos["end"][self.playing]
        snapshots = self._envs.snapshots[self.playing]
        self.results["floor"][rows], self.results["turns"][rows] = snapshots["floor"], snapshots["turn"]
        left = np.zeros_like(self.playing)
        left[self.playing] = self.results["steps"][rows] >= self.most_steps[rows]
        over = np.flatnonzero(terminated | truncated | left)
        if len(over):
            observations, infos = self._begin_next(over, observations, infos)
        return observations, rewards, terminated, truncated, {**infos, "playing": self.playing.copy()}

    def _begin_next(
        self, over: NDArray[np.int64], observations: dict[str, NDArray[Any]], infos: dict[str, Any]
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next seeds, while there are any, in the environments with indices `over`."""
        started = over[: len(self._seeds) - self._assigned]
        self.rows[started] = self._assigned + np.arange(len(started))
        self._assigned += len(started)
        self.playing[over[len(started) :]] = False
        self._envs.idle(~self.playing)
        if not len(started):
            return observations, infos
        reset_mask = np.zeros(self.num_envs, np.bool_)
        reset_mask[started] = True
        run_seeds = np.zeros(self.num_envs, np.int64)
        run_seeds[started] = self.results["seed"][self.rows[started]]
        observations, reset_infos = self.env.reset(options={"reset_mask": reset_mask, "run_seeds": run_seeds})
        return observations, {**infos, "action_mask": reset_infos["action_mask"]}


def checked_seeds(seeds: str | Sequence[int] | None, split: range | None) -> NDArray[np.int64]:
    """The seeds to play, int64 of shape (n,). Raises `InputError` for no seeds, invalid seeds and duplicates."""
    if seeds is None:
        if split is None:
            raise InputError("EachSeedOnce needs seeds: give it some, or make the environment with them")
        found: Sequence[int] = split
    else:
        found = split_of(seeds) if isinstance(seeds, str | range) else seeds
    if not isinstance(found, Sequence | np.ndarray) or not len(found):
        raise InputError(f"seeds is {seeds!r}; it must be the name of a split, a range, or a list of at least one seed")
    checked = np.array([checked_seed(seed) for seed in found], np.int64)
    unique, counts = np.unique(checked, return_counts=True)
    if counts.max() > 1:
        raise InputError(f"seeds has the seed {unique[counts.argmax()]} {counts.max()} times; each must be there once")
    return checked
