"""The native vector environment: many runs stepped by one compiled call, with no Python for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.env.rewards import RewardTerms
from steep.env.runs import COLUMNS, Runs
from steep.env.seeding import drawn, own_seeds, seeds_for
from steep.env.settings import Settings
from steep.env.single import Observation
from steep.env.spaces import action_space, observation_space

Flags = NDArray[np.bool_]
Infos = dict[str, Any]


class DescentVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many heroes going down side by side."""

    def __init__(
        self,
        num_envs: int = 1,
        ruleset: str | Path | Rulebook = "tcod-2020",
        *,
        floors: Sequence[int] = (1, 10),
        difficulty: float = 0.5,
        max_turns: int = 5_000,
        max_steps: int = 10_000,
        max_episode_steps: int | None = None,
        seeds: str | range | None = None,
        observations: Sequence[str] = ("glyphs_crop", "stats", "action_mask"),
        crop: int = 21,
        actions: str = "flat",
        rewards: RewardTerms | Mapping[str, float] | None = None,
        texts: bool = False,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        steps = max_steps if max_episode_steps is None else min(max_steps, max_episode_steps)
        self._settings = settings = Settings.of(
            ruleset, floors, max_turns, steps, seeds, observations, crop, actions, rewards, texts
        )
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 10, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.single_observation_space = observation_space(settings)
        self.single_action_space = action_space(settings)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        next_step = self.autoreset_mode == AutoresetMode.NEXT_STEP
        self._runs = Runs(settings, difficulty, num_envs, autoreset=next_step)
        self._copy = copy
        self._unseeded = np.ones(num_envs, np.bool_)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Begin new episodes."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = self._masked(options)
        if options is not None and "difficulty" in options:
            self._runs.dial(options["difficulty"], which)
        seeds = drawn(seeds_for(seed, self.num_envs), which & self._unseeded, self.np_random)
        self._runs.begin(which, seeds)
        self._unseeded &= ~which
        self._over &= ~which
        return self._observed(), self._begun(which)

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Take a step in every environment."""
        before = self._over
        if self._unseeded.any() or (before.any() and self.autoreset_mode == AutoresetMode.DISABLED):
            raise ResetNeeded(f"{int((self._unseeded | before).sum())} environments need a reset before the next step")
        runs, verdicts = self._runs, self._runs.verdicts
        runs.play(np.asarray(actions, np.int64).reshape(self.num_envs, COLUMNS[self._settings.actions]))
        rewards = verdicts.rewards.copy()
        terminated, truncated = verdicts.terminated.copy(), verdicts.truncated.copy()
        self._over = terminated | truncated
        infos = self._stepped(~before)
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            infos = self._begin_again(infos)
        return self._observed(), rewards, terminated, truncated, infos

    def set_difficulty(self, difficulty: float) -> None:
        """Turn the dial for all episodes that begin from now on."""
        self._runs.dial(difficulty)

    @property
    def difficulties(self) -> NDArray[np.float64]:
        """Where the dial stood as each episode under way began."""
        return self._runs.difficulties

    def _masked(self, options: dict[str, Any] | None) -> Flags:
        """Which environments are to be reset."""
        if options is None or "reset_mask" not in options:
            return np.ones(self.num_envs, np.bool_)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise TypeError(f'options["reset_mask"] must be a NumPy array of {self.num_envs} booleans')
        if not mask.any():
            raise ValueError('options["reset_mask"] names no environment to reset')
        return mask

    def _observed(self) -> Observation:
        rooms = self._runs.observations
        if self._copy:
            return {key: rooms[key].copy() for key in self._settings.observations}
        return {key: rooms[key] for key in self._settings.observations}

    def _begun(self, which: Flags) -> Infos:
        return {
            "action_mask": self._action_mask(),
            "_action_mask": which,
            "difficulty": self.difficulties,
            "_difficulty": which,
        }

    def _stepped(self, which: Flags) -> Infos:
        verdicts = self._runs.verdicts
        everyone = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._action_mask(),
            "_action_mask": everyone,
            "reason": verdicts.reasons.copy(),
            "_reason": which,
            "end": verdicts.ends.copy(),
            "_end": which,
        }

    def _action_mask(self) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = self._runs.observations["action_mask"]
        return mask.copy() if self._copy else mask

    def _begin_again(self, infos: Infos) -> Infos:
        over = self._over
        rooms = self._runs.observations
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over):
            final[i] = {key: rooms[key][i].copy() for key in self._settings.observations}
        self._runs.begin(over, own_seeds(self.num_envs))
        self._over = np.zeros(self.num_envs, np.bool_)
        return {**infos, **self._begun(np.ones(self.num_envs, np.bool_)), "final_obs": final, "_final_obs": over}
