"""What both environments do by one batch of episodes: the single environment is a vector of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray

from steep.core.rules_hash import rules_hash
from steep.env.check_arguments import EnvironmentSettings, fill_missing
from steep.env.episode_batch import EpisodeBatch
from steep.env.kernel.actions import ACTION_NAMES
from steep.env.kernel.observations import FLAT, OBSERVATIONS
from steep.env.render import render_episode
from steep.rules.action_codes import VERB_NAMES

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]

Flags = NDArray[np.bool_]
"""One flag per environment, shape (num_envs,)."""


class Descents:
    """Episodes of one kind, of which an environment shows one, or all."""

    np_random: np.random.Generator

    def _hold(self, settings: EnvironmentSettings, batch: EpisodeBatch) -> None:
        """Take the batch that the environment drives."""
        self._settings, self._batch = settings, batch
        self._never_reset = np.ones(batch.count, np.bool_)
        self._over = np.zeros(batch.count, np.bool_)

    def _begin(self, which: Flags, seeds: NDArray[np.int64], options: Mapping[str, Any]) -> None:
        """Begin new episodes where `which` is true, by the checked options of a reset."""
        if "difficulty" in options:
            self._batch.dial(options["difficulty"], which)
        if "run_seed" in options:
            self._batch.begin_runs(which, [options["run_seed"]])
        elif "run_seeds" in options:
            self._batch.begin_runs(which, options["run_seeds"])
        else:
            self._batch.begin(which, fill_missing(seeds, which & self._never_reset, self.np_random))
        self._never_reset &= ~which
        self._over &= ~which

    def _restore(self, states: Mapping[int, bytes]) -> None:
        """Continue the environments of some rows from states."""
        self._batch.restore(states)
        self._never_reset[[*states]] = False
        self._over = self._batch.over

    def _state(self, row: int) -> bytes:
        if self._never_reset[row]:
            raise ResetNeeded("there is no state before the first reset")
        return self._batch.state(row)

    def _pictures(self, mode: str) -> tuple[Any, ...]:
        """A picture of each episode."""
        if self._never_reset.any():
            raise ResetNeeded("there is nothing to render before the first reset")
        batch = self._batch
        return tuple(render_episode(batch.episodes[i], batch.rulebook(i), mode) for i in range(batch.count))

    @property
    def action_meanings(self) -> tuple[str, ...]:
        """The name of each flat action: `"move north"`, `"use a"`; with `actions="targets"` of each verb."""
        return ACTION_NAMES if self._settings.actions == FLAT else VERB_NAMES

    def get_action_meanings(self) -> list[str]:
        """`action_meanings`, under its name in the Arcade Learning Environment."""
        return list(self.action_meanings)

    @property
    def ruleset_hash(self) -> str:
        """The hash of the ruleset at difficulty 0.5. `steep rulesets` shows those of the bundled ones."""
        return self._settings.rulebook.hash

    @property
    def rules_hash(self) -> str:
        """The hash of Steep's rules. With equal hashes of rules and ruleset, equal actions have equal results."""
        return rules_hash()


def observation_space(settings: EnvironmentSettings) -> spaces.Space[Any]:
    """A Dict space with a Box for each requested observation.

    Zeros are within it, also where every number of an episode is above 0: learning libraries fill in zeros where an
    environment has nothing to show, and check them against the space.
    """
    boxes: dict[str, spaces.Space[Any]] = {}
    for name in settings.observations:
        shape, dtype = OBSERVATIONS[name].shape_for(settings.crop, settings.actions), np.dtype(OBSERVATIONS[name].dtype)
        lowest, highest = OBSERVATIONS[name].bounds_for(settings.rulebook)
        low = np.broadcast_to(np.minimum(lowest, 0).astype(dtype), shape)
        high = np.broadcast_to(np.array(highest, dtype), shape)
        boxes[name] = spaces.Box(low, high, shape, dtype.type)
    return spaces.Dict(boxes)


def action_space(settings: EnvironmentSettings) -> spaces.Space[Any]:
    """A Discrete space of flat actions; or a MultiDiscrete space of verb, argument and target."""
    sizes = settings.action_sizes
    return spaces.Discrete(sizes[0]) if settings.actions == FLAT else spaces.MultiDiscrete(list(sizes))


def check_open(closed: bool) -> None:
    """Raise `ClosedEnvironmentError` for an environment that has been closed."""
    if closed:
        raise ClosedEnvironmentError("the environment is closed; make another one to play on")
