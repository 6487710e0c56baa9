"""A recording: the actions of a run, and a digest of each, to replay the run and to verify the replay.

An action takes one byte per seven bits (a move takes one byte); its check takes two. A recording observes the run that
it records. This module neither plays anything nor knows files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from steep.core.record import pack
from steep.core.world import World
from steep.play.observers import Happened, ObservedRun
from steep.play.recordings.keyframes import StoredKeyframe, add_keyframe, keyframes_from
from steep.play.recordings.run_header import RunHeader

CHECK_BYTES = 2
"""Bytes of a digest that are kept for every action."""

DIGEST_BYTES = 16
"""Length of a digest."""

LAST_SHIFT = 21
"""The shift of an action's fourth and last group of seven bits."""

MAX_ACTION = (1 << LAST_SHIFT + 7) - 1
"""The largest action that can be recorded: four bytes."""


def digest(world: World, action: int) -> bytes:
    """The digest of an action and of the whole world after it."""
    return digest_of(pack(world), action)


def digest_of(packed: bytes | bytearray, action: int) -> bytes:
    """The same, from a world's bytes."""
    found = hashlib.blake2b(packed, digest_size=DIGEST_BYTES)
    found.update(action.to_bytes(4, "little"))
    return found.digest()


@dataclass(slots=True)
class Recording:
    """A run from its first turn on."""

    header: RunHeader
    final: bytes
    """The digest of the last action. Before any action, the digest of action 0 and the world at the start."""
    actions: list[int] = field(default_factory=list)
    """The actions performed, without impossible ones."""
    checks: bytearray = field(default_factory=bytearray)
    """The first CHECK_BYTES bytes of each action's digest."""
    keyframes: dict[int, StoredKeyframe] = field(default_factory=dict, compare=False)
    """Keyframes by the number of actions before them."""
    intact: bool = True
    """Whether the file that it was read from has the bytes that were written."""

    def look(self, run: ObservedRun, happened: Happened) -> None:
        """Record an action that was performed, with its digest, and a keyframe if one is due."""
        if happened.action is not None:
            self.add(happened.action, digest(run.world, happened.action))
            add_keyframe(self.keyframes, self.length, run.world, run.log, run.kills)

    def add(self, action: int, action_digest: bytes) -> None:
        """Record an action that was performed, with its digest."""
        self.actions.append(action)
        self.checks += action_digest[:CHECK_BYTES]
        self.final = action_digest

    @property
    def length(self) -> int:
        """The number of recorded actions. `actions` has fewer when its bytes were damaged."""
        return len(self.checks) // CHECK_BYTES


def encoded(actions: Iterable[int]) -> bytes:
    """Actions as bytes of seven bits each, low bits first; the high bit is set on all but an action's last byte."""
    written = bytearray()
    for action in actions:
        rest = action
        while rest > 127:
            written.append(rest & 127 | 128)
            rest >>= 7
        written.append(rest)
    return bytes(written)


def decoded(data: bytes) -> list[int]:
    """The actions in bytes of `encoded`, up to the first invalid one."""
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
    """A recording without its header, as bytes."""
    keyframes = b"".join(each.data for each in recording.keyframes.values())
    return encoded(recording.actions) + bytes(recording.checks) + recording.final + keyframes


def recording_from(header: RunHeader, length: int, data: bytes, keyframe_table: Any = ()) -> Recording:
    """A recording of `length` actions from bytes of `recording_bytes`, with the table of its keyframes.

    Damaged bytes give other actions, or fewer. Raises `ValueError` when there are too few bytes.
    """
    keyframes, data = keyframes_from([] if keyframe_table == () else keyframe_table, length, data)
    room = len(data) - DIGEST_BYTES - CHECK_BYTES * length
    if room < length:
        raise ValueError(f"{length} actions do not fit into {len(data)} bytes")
    checks = bytearray(data[room : len(data) - DIGEST_BYTES])
    return Recording(header, data[len(data) - DIGEST_BYTES :], decoded(data[:room]), checks, keyframes)
