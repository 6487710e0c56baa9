"""Keyframes of a recording: the whole run at some actions, so that a jump anywhere plays few actions.

They are kept as bytes and trusted no more than the rest of a file: reading one checks the world, its digest and all
that goes with it.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass
from typing import Any

from steep.core.record import pack
from steep.core.world import World
from steep.play.texts.messages import MessageLog

STORED_SPACING = 512
"""Actions from one stored keyframe to the next, at first."""

MAX_STORED = 512
"""When a recording has more, every other one is dropped and the spacing doubles."""

LAST_MESSAGES = 50
"""Messages that a stored keyframe keeps."""

SIZES = struct.Struct("<I")
"""Before a keyframe's packed world, its length."""


@dataclass(frozen=True, slots=True)
class StoredKeyframe:
    """A keyframe as bytes, and where in the run it is."""

    turn: int
    floor: int
    data: bytes


def stored_keyframe(world: World, log: MessageLog, kills: dict[str, int]) -> StoredKeyframe:
    """A keyframe of a run as it is."""
    packed = zlib.compress(pack(world), 1)
    messages = [[each.text, each.kind, each.count, each.turn] for each in log.entries[-LAST_MESSAGES:]]
    journal = json.dumps({"messages": messages, "kills": kills}, separators=(",", ":")).encode()
    return StoredKeyframe(
        world.hero.turn, world.hero.floor, SIZES.pack(len(packed)) + packed + zlib.compress(journal, 1)
    )


def add_keyframe(
    keyframes: dict[int, StoredKeyframe], at: int, world: World, log: MessageLog, kills: dict[str, int]
) -> None:
    """Add a keyframe after `at` actions, if one is due."""
    # The first keyframe that was not dropped is where the spacing has come to.
    spacing = min(keyframes, default=STORED_SPACING)
    if at % spacing:
        return
    keyframes[at] = stored_keyframe(world, log, kills)
    if len(keyframes) > MAX_STORED:
        for dropped in [each for each in keyframes if each % (2 * spacing)]:
            del keyframes[dropped]


def keyframe_table(keyframes: dict[int, StoredKeyframe]) -> list[list[int]]:
    """For the header of a file: the action, turn, floor and size of each keyframe."""
    return [[at, each.turn, each.floor, len(each.data)] for at, each in keyframes.items()]


def keyframes_from(table: Any, length: int, data: bytes) -> tuple[dict[int, StoredKeyframe], bytes]:
    """The keyframes at the end of a file's bytes, and the bytes before them. Raises `ValueError`."""
    if type(table) is not list or len(table) > MAX_STORED:
        raise ValueError("a table of keyframes that no Steep writes")
    if any(type(row) is not list or [type(number) for number in row] != [int] * 4 or min(row) < 0 for row in table):
        raise ValueError("a keyframe that no Steep writes")
    start = len(data) - sum(row[3] for row in table)
    if start < 0 or any(not 0 < row[0] <= length for row in table):
        raise ValueError("keyframes that do not fit")
    found: dict[int, StoredKeyframe] = {}
    rest = start
    for at, turn, floor, size in table:
        found[at] = StoredKeyframe(turn, floor, data[rest : rest + size])
        rest += size
    return found, data[:start]


def opened(keyframe: StoredKeyframe) -> tuple[bytes, bytes]:
    """The compressed world and the compressed journal of a keyframe. Raises `ValueError`."""
    if len(keyframe.data) < SIZES.size:
        raise ValueError("a keyframe that is cut short")
    (length,) = SIZES.unpack_from(keyframe.data)
    rest = keyframe.data[SIZES.size :]
    return rest[:length], rest[length:]
