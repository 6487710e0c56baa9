"""The single environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from steep.content import Rulebook
from steep.env.judging import TERM_NAMES
from steep.env.rewards import RewardTerms
from steep.env.runs import COLUMNS, Runs
from steep.env.seeding import drawn, seeds_for
from steep.env.settings import Settings
from steep.env.spaces import action_space, observation_space

Observation = dict[str, NDArray[Any]]

ALL = np.ones(1, np.bool_)


class DescentEnv(gymnasium.Env[Observation, Any]):
    """One hero going down, one step at a time."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 10}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        ruleset: str | Path | Rulebook = "tcod-2020",
        *,
        floors: Sequence[int] = (1, 10),
        difficulty: float = 0.5,
        max_turns: int = 5_000,
        max_steps: int = 10_000,
        seeds: str | range | None = None,
        observations: Sequence[str] = ("glyphs_crop", "stats", "action_mask"),
        crop: int = 21,
        actions: str = "flat",
        rewards: RewardTerms | Mapping[str, float] | None = None,
        texts: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._settings = settings = Settings.of(
            ruleset, floors, max_turns, max_steps, seeds, observations, crop, actions, rewards, texts
        )
        self.render_mode = render_mode
        self.observation_space = observation_space(settings)
        self.action_space = action_space(settings)
        self._runs = Runs(settings, difficulty, 1, autoreset=False)
        self._actions = np.zeros((1, COLUMNS[settings.actions]), np.int64)
        self._seen = [(key, self._runs.observations[key]) for key in settings.observations]
        self._weighed = [(TERM_NAMES.index(name), name) for name in settings.rewards.weights if name in TERM_NAMES]
        self._unseeded = np.ones(1, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next episode; with a seed, the one that is fixed by it and all that follow."""
        super().reset(seed=seed, options=options)
        if options is not None and "difficulty" in options:
            self._runs.dial(options["difficulty"])
        self._runs.begin(ALL, drawn(seeds_for(seed, 1), self._unseeded, self.np_random))
        self._unseeded[:] = False
        return self._observed(), {
            "action_mask": self._runs.observations["action_mask"][0].copy(),
            "difficulty": float(self._runs.difficulties[0]),
        }

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take a step."""
        runs = self._runs
        self._actions[0] = action
        runs.play(self._actions)
        verdicts = runs.verdicts
        terms = verdicts.terms[0].tolist()
        judged = {name: terms[at] for at, name in self._weighed}
        reward = float(verdicts.rewards[0])
        info = {
            "action_mask": runs.observations["action_mask"][0].copy(),
            "reason": int(verdicts.reasons[0]),
            "end": int(verdicts.ends[0]),
            "reward_terms": judged,
        }
        return self._observed(), reward, bool(verdicts.terminated[0]), bool(verdicts.truncated[0]), info

    def _observed(self) -> Observation:
        return {key: room[0].copy() for key, room in self._seen}
