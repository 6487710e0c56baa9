"""Saved states of an environment: taken apart, put together with valid checksums, and tried out."""

from __future__ import annotations

import io
import zlib
from typing import Any

import numpy as np

import steep.env
from eventful_ruleset_and_random_play import random_possible
from steep.core.input_errors import InputError
from steep.env.kernel import episode_to_bytes as states
from steep.play.files.container import container_bytes, container_from


def split(state: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the decompressed body of a state."""
    content = container_from(states.STATE, io.BytesIO(state))
    return content.header, zlib.decompress(content.body)


def joined(header: dict[str, Any], body: bytes) -> bytes:
    """A state with valid checksums."""
    return container_bytes(states.STATE, header, zlib.compress(body, 1))


def some_states(env: steep.env.DescentEnv, count: int, steps: int = 40) -> list[bytes]:
    rng, result = np.random.default_rng(1), []
    for seed in range(count):
        _, info = env.reset(seed=seed)
        over = False
        for _ in range(steps):
            if not over:
                *_, terminated, truncated, info = env.step(random_possible(rng, info["action_mask"]))
                over = terminated or truncated
        result.append(env.get_state())
    return result


def try_out(env: steep.env.DescentEnv, state: bytes, rng: np.random.Generator) -> str:
    """Load a state and play two steps. Returns the message if the state is refused, otherwise an empty string."""
    try:
        _, info = env.set_state(state)
    except InputError as refused:
        return str(refused)
    for _ in range(2):
        if env._over:
            break
        *_, info = env.step(random_possible(rng, info["action_mask"]))
    return ""
