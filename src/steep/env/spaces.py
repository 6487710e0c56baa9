"""The Gymnasium spaces of actions and observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from steep.env.check_arguments import EnvironmentSettings
from steep.env.kernel.flat_actions import FLAT_ACTIONS
from steep.env.kernel.targeted_actions import ARGUMENTS, VERBS
from steep.env.observation_specs import FLAT, OBSERVATIONS


def observation_space(settings: EnvironmentSettings) -> spaces.Space[Any]:
    """A Dict space with a Box for each requested observation.

    Zeros are within it, also where every number of an episode is above 0: learning libraries fill in zeros where an
    environment has nothing to show, and check them against the space.
    """
    boxes: dict[str, spaces.Space[Any]] = {}
    for name in settings.observations:
        layout = OBSERVATIONS[name].layout(settings.rulebook, settings.crop, settings.actions)
        low = np.broadcast_to(np.minimum(layout.low, 0).astype(layout.dtype), layout.shape)
        high = np.broadcast_to(np.array(layout.high, layout.dtype), layout.shape)
        boxes[name] = spaces.Box(low, high, layout.shape, layout.dtype)
    return spaces.Dict(boxes)


def action_space(settings: EnvironmentSettings) -> spaces.Space[Any]:
    """A Discrete space of flat actions; or a MultiDiscrete space of verb, argument and target."""
    sizes = action_sizes(settings.actions, settings.crop)
    return spaces.Discrete(sizes[0]) if settings.actions == FLAT else spaces.MultiDiscrete(list(sizes))


def action_sizes(actions: str, crop: int) -> tuple[int, ...]:
    """The number of values of each number of an action."""
    return (FLAT_ACTIONS,) if actions == FLAT else (VERBS, ARGUMENTS, crop**2)
