"""Plays each of some seeds exactly once, over many worlds: what an agent is judged by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from numpy.typing import NDArray

from steep.core.errors import InputError
from steep.env.seeds import checked
from steep.env.splits import split_of
from steep.env.vector import DescentVectorEnv

RESULT = np.dtype([("seed", np.int64), ("end", np.int64), ("steps", np.int64), ("reward", np.float64)])


class EachSeedOnce(VectorWrapper):  # Not a generic class before Gymnasium 1.4
    """Deals seeds out in order over the worlds of a native vector environment, until each was played once.

    ::

        envs = gymnasium.make_vec("steep/Descent-v0", num_envs=64, autoreset_mode="Disabled")
        games = EachSeedOnce(envs, "test")
        observations, infos = games.reset()
        while games.playing.any():
            observations, rewards, terminated, truncated, infos = games.step(choose(observations))
        won = games.results["end"] == END_NAMES.index("won")

    `seeds` is the name of a split, a range or a list; without it the split that the environment was made with. A world
    takes the next seed in the step that ends an episode: rewards, ends and infos are still of the old one, the
    observation and `action_mask` of the new one. Where no seed is left, `playing` is False, also in infos; rewards are
    0 there, and actions count for nothing.

    `results` has a row for each seed, in order: `seed`, `end` (0 until it is over; see `END_NAMES`), `steps` and
    `reward`, the sum of the episode.

    The environment must be made with `autoreset_mode="Disabled"`, as the seeds are dealt out here. Whatever the number
    of worlds, the same agent gets the same results, if what it does in a world hangs on that world alone.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any], seeds: str | Sequence[int] | None = None) -> None:
        if not isinstance(env.unwrapped, DescentVectorEnv):
            raise InputError(f"EachSeedOnce is for many steep/Descent-v0 in one array, not for {env.unwrapped}")
        super().__init__(env)
        self._worlds = env.unwrapped
        if self._worlds.autoreset_mode != AutoresetMode.DISABLED:
            raise InputError(
                f"autoreset_mode is {self._worlds.autoreset_mode.value}; under EachSeedOnce it must be Disabled"
            )
        self._seeds = seeds_asked(seeds, self._worlds.split)
        self.results: NDArray[Any] = np.zeros(0, RESULT)
        self.playing: NDArray[np.bool_] = np.zeros(self.num_envs, np.bool_)
        self._games = np.zeros(self.num_envs, np.int64)
        """Which seed each world plays, by its place among all."""
        self._dealt = 0

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all over, with the first seeds. Takes no seed of its own, and of the options only `difficulty`."""
        if seed is not None or (options or {}).keys() - {"difficulty"}:
            raise InputError(
                "EachSeedOnce deals the seeds out itself; reset takes no seed and no option but difficulty"
            )
        self.results = np.zeros(len(self._seeds), RESULT)
        self.results["seed"] = self._seeds
        # Worlds for which there is no seed play one that counts for nothing, so that they have a mask of actions.
        run_seeds = np.resize(self._seeds, self.num_envs)
        observations, infos = self.env.reset(options={**(options or {}), "run_seeds": run_seeds})
        everyone = np.arange(self.num_envs)
        self._dealt = min(self.num_envs, len(self._seeds))
        self._games = everyone
        self.playing = everyone < self._dealt
        self._worlds.idle(~self.playing)
        return observations, {**infos, "playing": self.playing.copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take a step where a seed is being played; where that ends its episode, begin the next seed."""
        if not self.playing.any():
            raise ResetNeeded("every seed was played; to play them again takes a reset")
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        rewards = np.where(self.playing, rewards, 0.0)
        terminated, truncated = terminated & self.playing, truncated & self.playing
        rows = self._games[self.playing]
        self.results["steps"][rows] += 1
        self.results["reward"][rows] += rewards[self.playing]
        self.results["end"][rows] = infos["end"][self.playing]
        over = np.flatnonzero(terminated | truncated)
        if len(over):
            observations, infos = self._deal(over, observations, infos)
        return observations, rewards, terminated, truncated, {**infos, "playing": self.playing.copy()}

    def _deal(self, over: NDArray[Any], observations: Any, infos: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Begin the next seeds in worlds whose episodes are over, as far as there are any."""
        some = over[: len(self._seeds) - self._dealt]
        self._games[some] = self._dealt + np.arange(len(some))
        self._dealt += len(some)
        self.playing[over[len(some) :]] = False
        self._worlds.idle(~self.playing)
        if not len(some):
            return observations, infos
        fresh = np.zeros(self.num_envs, np.bool_)
        fresh[some] = True
        run_seeds = np.zeros(self.num_envs, np.int64)
        run_seeds[some] = self.results["seed"][self._games[some]]
        observations, began = self.env.reset(options={"reset_mask": fresh, "run_seeds": run_seeds})
        return observations, {**infos, "action_mask": began["action_mask"]}


def seeds_asked(seeds: str | Sequence[int] | None, split: range | None) -> NDArray[np.int64]:
    """The seeds to be played, each once. Raises `InputError` for none, for what is no seed and for one named twice."""
    if seeds is None:
        if split is None:
            raise InputError("EachSeedOnce was given no seeds, and the environment was made without any")
        found: Sequence[int] = split
    else:
        found = split_of(seeds) if isinstance(seeds, str | range) else seeds
    if not isinstance(found, Sequence | np.ndarray) or not len(found):
        raise InputError(f"seeds is {seeds!r}; it must be the name of a split, or a list of one seed or more")
    listed = np.array([checked(seed) for seed in found], np.int64)
    kinds, counts = np.unique(listed, return_counts=True)
    if counts.max() > 1:
        raise InputError(f"the seed {kinds[counts.argmax()]} is {counts.max()} times among the seeds; once is enough")
    return listed
