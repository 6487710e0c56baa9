"""An episode as bytes, to be put back later or elsewhere. Nothing in them is ever run."""

from __future__ import annotations

import json
import struct
import zlib
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steep import __version__
from steep.content import Rulebook
from steep.core.arrays import dtype_of
from steep.core.compiled import compiled
from steep.core.errors import InputError
from steep.core.record import fingerprint, out_of_range, size_of
from steep.env.kernel.episodes import FAULTS, Episode, fault_in_first

MARK = b"steep episode\x1a\n"
_LENGTHS = struct.Struct("<II")
"""Of the header in bytes, and the checksum of the body before it is compressed."""

LEVEL = 1
"""Of zlib: 72 KB become 2 KB in 70 microseconds. Level 9 saves a third of that and takes fifty times as long."""

HEADER = {
    "version": str,
    "layout": str,
    "ruleset": str,
    "ruleset_hash": str,
    "difficulty": float,
    "next_difficulty": float,
}
ALTERED = "the state was cut short or altered"


@cache
def _header(name: str, ruleset_hash: str, difficulty: float, next_difficulty: float) -> bytes:
    header = {
        "version": __version__,
        "layout": fingerprint(Episode),
        "ruleset": name,
        "ruleset_hash": ruleset_hash,
        "difficulty": difficulty,
        "next_difficulty": next_difficulty,
    }
    return json.dumps(header).encode()


def state_of(episode: Any, rulebook: Rulebook, difficulty: float, next_difficulty: float) -> bytes:
    """The bytes of an episode that is played by a rulebook with the dial at a difficulty, and those after it at one."""
    header, body = _header(rulebook.name, rulebook.hash, difficulty, next_difficulty), episode.tobytes()
    return b"".join((MARK, _LENGTHS.pack(len(header), zlib.crc32(body)), header, zlib.compress(body, LEVEL)))


def episode_from(state: bytes, rulebook: Rulebook, rulesets: NDArray[Any]) -> tuple[Any, float, float]:
    """The episode of a state, its difficulty and that of those after it; the place of its ruleset is left to be said.

    `rulesets` begins with the ruleset, at any difficulty. Raises `InputError` when it is no state, was cut short or
    altered, is from another version, another build or another ruleset, or when no episode can stand so: what was
    forged is never played on.
    """
    start = len(MARK) + _LENGTHS.size
    if not isinstance(state, bytes) or state[: len(MARK)] != MARK or len(state) < start:
        raise InputError("this is not a state of a Steep environment")
    length, checksum = _LENGTHS.unpack_from(state, len(MARK))
    header, packed = _parsed(state[start : start + length]), state[start + length :]
    if header["version"] != __version__:
        raise InputError(f"the state is from Steep {header['version']}, and this is Steep {__version__}")
    if header["layout"] != fingerprint(Episode):
        raise InputError("the state is from another build of Steep, whose episodes are laid out otherwise")
    body = _unpacked(packed, size_of(Episode))
    if zlib.crc32(body) != checksum:
        raise InputError(ALTERED)
    if header["ruleset_hash"] != rulebook.hash:
        raise InputError(
            f'the state is of the ruleset "{header["ruleset"]}" with hash {header["ruleset_hash"]}, '
            f'and this environment plays "{rulebook.name}" with hash {rulebook.hash}'
        )
    difficulty, next_difficulty = header["difficulty"], header["next_difficulty"]
    if not all(0 <= position <= 1 for position in (difficulty, next_difficulty)):
        raise InputError(ALTERED)
    episodes = np.frombuffer(body, dtype_of(Episode)).copy()
    if wrong := out_of_range(Episode, body) or FAULTS[_fault_in_first(episodes, rulesets)]:
        raise InputError(f"the state holds what no Steep writes: {wrong}")
    return episodes[0], difficulty, next_difficulty


def _fault_in_first(episodes: Any, rulesets: Any) -> int:
    return compiled(fault_in_first)(episodes, rulesets)


def _parsed(header: bytes) -> dict[str, Any]:
    """The header, if it has all that it should."""
    try:
        found = json.loads(header)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or any(type(found.get(key)) is not kind for key, kind in HEADER.items()):
        raise InputError(ALTERED)
    return found


def _unpacked(packed: bytes, size: int) -> bytes:
    """What was compressed, if it is just so many bytes and nothing follows it. No more than that is ever unpacked."""
    stream = zlib.decompressobj()
    try:
        body = stream.decompress(packed, size + 1)
    except zlib.error:
        raise InputError(ALTERED) from None
    if len(body) != size or not stream.eof or stream.unused_data:
        raise InputError(ALTERED)
    return body
