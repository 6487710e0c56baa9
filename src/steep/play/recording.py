"""What a run's actions were, and a check on each: enough to play it again and to know that it is the same.

An action takes as many bytes as it has groups of seven bits (a step takes one);
a check takes two. Nothing here knows files or plays anything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from steep.core.record import pack
from steep.core.world import World
from steep.play.run_header import RunHeader

CHECK = 2
"""Bytes of a check."""

DIGEST_BYTES = 16
"""Bytes of a mark."""

LAST_SHIFT = 21
"""The place of an action's fourth and last group of bits."""

MAX_ACTION = (1 << LAST_SHIFT + 7) - 1
"""Actions beyond this mean nothing; the bound keeps each within four bytes."""


def digest(world: World, action: int) -> bytes:
    """Sixteen bytes for an action and the whole world after it."""
    return digest_of(pack(world), action)


def digest_of(packed: bytes, action: int) -> bytes:
    """The same, of a world's bytes."""
    found = hashlib.blake2b(packed, digest_size=DIGEST_BYTES)
    found.update(action.to_bytes(4, "little"))
    return found.digest()


@dataclass(slots=True)
class Recording:
    """A run from its first turn on."""

    header: RunHeader
    final: bytes
    """The mark of the last action; before any, that of action 0 and the world as the run began."""
    actions: list[int] = field(default_factory=list)
    """All that were performed; impossible ones are left out."""
    checks: bytearray = field(default_factory=bytearray)
    """The first two bytes of each action's mark."""

    def add(self, action: int, marked: bytes) -> None:
        """Keep an action that was performed, with its mark."""
        self.actions.append(action)
        self.checks += marked[:CHECK]
        self.final = marked

    @property
    def length(self) -> int:
        """How many actions were recorded. Fewer are in `actions` when the bytes that held them were damaged."""
        return len(self.checks) // CHECK


def encoded(actions: Iterable[int]) -> bytes:
    """Actions as bytes: seven bits each, the low ones first, the high bit set on all but an action's last."""
    written = bytearray()
    for action in actions:
        rest = action
        while rest > 127:
            written.append(rest & 127 | 128)
            rest >>= 7
        written.append(rest)
    return bytes(written)


def decoded(data: bytes) -> list[int]:
    """The actions that bytes hold, up to the first that nothing could have encoded."""
    actions: list[int] = []
    action = 0
    shift = 0
    for byte in data:
        if shift and byte == 0:
            break
        action |= (byte & 127) << shift
        if byte > 127:
            if shift == LAST_SHIFT:
                break
            shift += 7
            continue
        actions.append(action)
        action = 0
        shift = 0
    return actions


def recording_bytes(recording: Recording) -> bytes:
    """All of a recording but its origin."""
    return encoded(recording.actions) + bytes(recording.checks) + recording.final


def recording_from(header: RunHeader, length: int, data: bytes) -> Recording:
    """The recording of `length` actions that `recording_bytes` gave these bytes for.

    Bytes that were damaged give other actions, or fewer. Raises `ValueError` when there are too few bytes.
    """
    room = len(data) - DIGEST_BYTES - CHECK * length
    if room < length:
        raise ValueError(f"{length} actions do not fit into {len(data)} bytes")
    checks = bytearray(data[room : len(data) - DIGEST_BYTES])
    return Recording(header, data[len(data) - DIGEST_BYTES :], decoded(data[:room]), checks)
