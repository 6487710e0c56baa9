"""Gymnasium's spaces for what an environment takes and gives."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from steep.env.kernel.actions import ARGUMENTS, FLAT_ACTIONS, VERBS
from steep.env.observation_specs import FLAT, OBSERVATIONS
from steep.env.settings import Settings


def observation_space(settings: Settings) -> spaces.Space[Any]:
    """A box for each observation that was asked for."""
    boxes: dict[str, spaces.Space[Any]] = {}
    for name in settings.observations:
        layout = OBSERVATIONS[name].layout(settings.rulebook, settings.crop, settings.actions)
        low = np.broadcast_to(np.array(layout.low, layout.dtype), layout.shape)
        high = np.broadcast_to(np.array(layout.high, layout.dtype), layout.shape)
        boxes[name] = spaces.Box(low, high, layout.shape, layout.dtype)
    return spaces.Dict(boxes)


def action_space(settings: Settings) -> spaces.Space[Any]:
    """The numbers of the flat actions; or verb, argument and target."""
    ends = ends_of(settings.actions, settings.crop)
    return spaces.Discrete(ends[0]) if settings.actions == FLAT else spaces.MultiDiscrete(list(ends))


def ends_of(actions: str, crop: int) -> tuple[int, ...]:
    """How many values each number of an action has, from 0 on."""
    return (FLAT_ACTIONS,) if actions == FLAT else (VERBS, ARGUMENTS, crop**2)
