"""Policies to compare an agent with: masked random actions, and ten lines of rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep.env.kernel.actions import ACTION_NAMES
from steep.env.kernel.compass_to_nearest_goals import COMPASS

GOALS = [entry.name for entry in COMPASS]
STAIRS, UNEXPLORED, ENEMY = (GOALS.index(name) for name in ("stairs", "unexplored", "enemy"))
"""Rows of the observation `compass`."""

WAIT, DESCEND, CHOOSE_DEFENSE = (ACTION_NAMES.index(name) for name in ("wait", "descend", "choose gain 2"))
"""Actions. Those below 8 are moves."""


class RandomPolicy:
    """Draws among the possible actions, all alike. Each game has its own stream, so it depends on no other game."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._streams: list[np.random.Generator] = []

    def __call__(self, _observations: dict[str, NDArray[Any]], infos: dict[str, Any]) -> NDArray[np.int64]:
        """A flat action for each environment, as a policy of `steep.env.evaluate`."""
        masks: NDArray[np.int8] = infos["action_mask"]
        if len(self._streams) != len(masks):
            self._streams = [np.random.default_rng(0)] * len(masks)
        for row in np.flatnonzero(infos["started"]).tolist():
            self._streams[row] = np.random.default_rng([self._seed, int(infos["game"][row])])
        return np.array(
            [
                np.flatnonzero(mask)[stream.integers(mask.sum())]
                for mask, stream in zip(masks, self._streams, strict=True)
            ]
        )


def ten_lines(observations: dict[str, NDArray[Any]], infos: dict[str, Any]) -> NDArray[np.int64]:
    """Explore the floor, then descend; but attack adjacent enemies first, and raise defense before anything else.

    Uses the observation `compass` and flat actions.
    """
    mask = infos["action_mask"]
    direction, steps = observations["compass"][:, :, 0], observations["compass"][:, :, 1]
    action = np.where(direction[:, STAIRS] > 0, direction[:, STAIRS] - 1, WAIT)
    action = np.where(mask[:, DESCEND] == 1, DESCEND, action)
    action = np.where(direction[:, UNEXPLORED] > 0, direction[:, UNEXPLORED] - 1, action)
    action = np.where(steps[:, ENEMY] == 1, direction[:, ENEMY] - 1, action)
    return np.where(mask[:, CHOOSE_DEFENSE] == 1, CHOOSE_DEFENSE, action)
