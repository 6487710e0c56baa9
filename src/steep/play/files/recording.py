"""A recording: the actions of a run, and a digest of each, to replay the run and to verify the replay.

An action takes one byte per seven bits (a move takes one byte); its check takes two. A recording observes the run that
it records. This module neither plays anything nor knows files.

Keyframes are the whole run at some actions, so that a jump anywhere plays few actions. They are kept as bytes and
trusted no more than the rest of a file: reading one checks the world, its digest and all that goes with it.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from steep import __version__
from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.random_streams import MAX_SEED
from steep.core.record import fingerprint, pack
from steep.core.world import World
from steep.play.texts.messages import MessageLog
from steep.play.timeline import Happened, ObservedRun

# The header of saves and replays: the seed, ruleset and version that a run began with.

MAX_START_FLOOR = 1_000
"""The deepest floor that a run can begin on."""

LoadRuleset = Callable[[str], Rulebook]
"""Returns the rulebook of a name or path, or raises `InputError`."""


@dataclass(frozen=True, slots=True)
class RunHeader:
    """The seed, the ruleset and the version of Steep that a run began with."""

    version: str
    layout: str
    """Fingerprint of the `World` record's layout."""
    ruleset: str
    ruleset_path: str
    """The file of the ruleset, with its mode; empty for a bundled ruleset."""
    ruleset_hash: str
    seed: int
    floor: int = 1
    """The floor that it began on."""

    @classmethod
    def of(cls, rulebook: Rulebook, seed: int, floor: int = 1) -> RunHeader:
        """The header of a run that begins now."""
        return cls(__version__, fingerprint(World), rulebook.name, rulebook.found_at, rulebook.hash, seed, floor)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> RunHeader:
        """A header from parsed JSON. Raises `ValueError` when a value is missing or has the wrong type.

        Without a floor it is 1: early versions had no other start.
        """
        found = {"floor": 1} | found
        for part in fields(cls):
            wanted = int if part.name in ("seed", "floor") else str
            if type(found.get(part.name)) is not wanted:
                raise ValueError(f"{part.name} is {brief(found.get(part.name))}")
        if not 0 <= found["seed"] <= MAX_SEED:
            raise ValueError(f"seed is {brief(found['seed'])}")
        if not 1 <= found["floor"] <= MAX_START_FLOOR:
            raise ValueError(f"floor is {brief(found['floor'])}")
        return cls(**{part.name: found[part.name] for part in fields(cls)})

    def to_json(self) -> dict[str, Any]:
        """The header as a value for JSON."""
        return asdict(self)

    def other_version(self) -> str:
        """The end of a sentence that names the version of the run; empty when it is this one."""
        if self.version != __version__:
            return f"is from Steep {self.version}; this is {__version__}, whose rules may differ: use {self.version}"
        if self.other_layout():
            return f"is from another build of Steep {self.version}, whose saves have another format: use that build"
        return ""

    def other_layout(self) -> bool:
        """Whether its `World` record has another layout."""
        return self.layout != fingerprint(World)

    def rulebook(self, load_ruleset: LoadRuleset) -> Rulebook:
        """The rulebook that the run began with, by its path or by its name.

        Raises `InputError` when it cannot be loaded, or has another hash.
        """
        found: Rulebook | None = None
        error_text = ""
        for name in (self.ruleset_path, self.ruleset):
            if not name:
                continue
            try:
                found = load_ruleset(name)
            except InputError as error:
                error_text = error_text or str(error)
                continue
            if found.hash == self.ruleset_hash:
                return found
        if found is None:
            raise InputError(f'its ruleset "{self.ruleset}" cannot be loaded: {error_text}')
        raise InputError(self.other_ruleset(found))

    def other_ruleset(self, rulebook: Rulebook) -> str:
        """An error text when a rulebook is not the one that the run began with; else empty."""
        if rulebook.hash == self.ruleset_hash:
            return ""
        return (
            f'it was played with another ruleset: "{self.ruleset}" with hash {self.ruleset_hash}, '
            f'but "{rulebook.name}" has hash {rulebook.hash}'
        )


STORED_SPACING = 512
"""Actions from one stored keyframe to the next, at first."""

MAX_STORED = 512
"""When a recording has more, every other one is dropped and the spacing doubles."""

LAST_MESSAGES = 50
"""Messages that a stored keyframe keeps."""

SIZES = struct.Struct("<I")
"""The length that precedes a keyframe's packed world."""


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
    # The first keyframe that was not dropped shows the current spacing.
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
        raise ValueError("an invalid table of keyframes")
    if any(type(row) is not list or [type(number) for number in row] != [int] * 4 or min(row) < 0 for row in table):
        raise ValueError("an invalid keyframe")
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
