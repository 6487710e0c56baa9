"""Episodes as bytes, to be restored later or elsewhere. Reading them runs no code."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from steep import __version__
from steep.content import Rulebook
from steep.core.input_errors import InputError
from steep.core.native.native_rule import native
from steep.core.record import fingerprint, out_of_range, size_of
from steep.core.record_arrays import dtype_of
from steep.core.ruleset import Ruleset
from steep.env.kernel.episode import FAULTS, Episode, fault_in_first
from steep.play.files.container import ContainerError, Kind, container_bytes, container_from, decompress

STATE = Kind("Steep state", b"steep env \x1a\n", 1)

LEVEL = 1
"""Compression level of zlib: an episode becomes 3 KB in 0.1 ms. Level 9 saves a third of that, 20 times slower."""

HEADER = {
    "version": str,
    "layout": str,
    "ruleset": str,
    "ruleset_hash": str,
    "difficulty": float,
    "next_difficulty": float,
}
"""Keys of the header, with their types."""


def state_of(episode: np.void, rulebook: Rulebook, difficulty: float, next_difficulty: float) -> bytes:
    """An episode as bytes, with its ruleset, its difficulty and the difficulty of the next episode."""
    header = {
        "version": __version__,
        "layout": fingerprint(Episode),
        "ruleset": rulebook.name,
        "ruleset_hash": rulebook.hash,
        "difficulty": difficulty,
        "next_difficulty": next_difficulty,
    }
    return container_bytes(STATE, header, zlib.compress(episode.tobytes(), LEVEL))


def episode_from(state: bytes, rulebook: Rulebook, rulesets: NDArray[np.void]) -> tuple[np.void, float, float]:
    """The episode of a state, its difficulty, and the difficulty of the next episode.

    The caller must set the episode's `ruleset_index`. `rulesets` is an array of `Ruleset` whose first entry is the
    environment's ruleset, at any difficulty. Raises `InputError` for bytes that are not a state, are damaged, or come
    from another version, build or ruleset, and for an episode that Steep cannot have written.
    """
    if not isinstance(state, bytes):
        raise InputError(f"this is not a Steep state but {type(state).__name__}; a state is bytes")
    try:
        content = container_from(STATE, io.BytesIO(state))
        header = content.header
        if any(type(header.get(key)) is not kind for key, kind in HEADER.items()):
            raise ContainerError("is invalid: a header without its keys")
        if header["version"] != __version__:
            raise ContainerError(f"is from Steep {header['version']}; this is {__version__}: use {header['version']}")
        if header["layout"] != fingerprint(Episode):
            raise ContainerError(
                "is from another build of Steep, which stores episodes in another format: use that build"
            )
        if not content.body_intact:
            raise ContainerError("was altered: its checksum does not match")
        body = decompress(content.body, size_of(Episode))
        if header["ruleset_hash"] != rulebook.hash:
            raise ContainerError(
                f'has the ruleset "{header["ruleset"]}" with hash {header["ruleset_hash"]}, '
                f'and this environment has "{rulebook.name}" with hash {rulebook.hash}'
            )
        difficulty, next_difficulty = header["difficulty"], header["next_difficulty"]
        for value in (difficulty, next_difficulty):
            if not 0 <= value <= 1:
                raise ContainerError(f"is invalid: a difficulty of {value}")
        if len(body) != size_of(Episode):
            raise ContainerError(f"is invalid: an episode of {len(body)} bytes")
        episodes: NDArray[np.void] = np.frombuffer(body, dtype_of(Episode)).copy()
        fault = (
            out_of_range(Episode, body)
            or FAULTS[native(fault_in_first)(cast("Sequence[Episode]", episodes), cast("Sequence[Ruleset]", rulesets))]
        )
        if fault:
            raise ContainerError(f"is invalid: {fault}")
    except ContainerError as error:
        raise InputError(f"this state {error}") from None
    return episodes[0], difficulty, next_difficulty
