"""Replays: reading and writing them, verifying them, and playing them forward and backward.

Reading a file detects a damaged header. Damaged actions and checks are found only by verifying, which names the first
turn that differs.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.record import pack, unpack
from steep.core.world import World
from steep.play.files.atomic import reason_of, write_whole
from steep.play.files.container import ContainerError, Kind, container_bytes, read_container
from steep.play.messages import Message
from steep.play.recording import CHECK_BYTES, Recording, digest, recording_bytes, recording_from
from steep.play.run_header import LoadRuleset, RunHeader
from steep.play.session import Session
from steep.rules.action_codes import DONE, REASON_NAMES
from steep.rules.new_game import new_game
from steep.rules.turn import step

REPLAY = Kind("Steep replay", b"steep run \x1a\n", 1)

KEYFRAME_SPACING = 64
"""Actions from one keyframe to the next, at first."""

MAX_KEYFRAMES = 256
"""When there are more, every other one is dropped and the spacing doubles.

A keyframe takes about 3 KB plus 8 bytes per message, so all together stay below 12 MB for a run of any length.
"""


class ReplayError(InputError):
    """A replay cannot be written, read or played. The text says why."""


def write(recording: Recording, path: Path) -> None:
    """Write a recording. Raises `ReplayError` when that fails."""
    header: dict[str, Any] = {**recording.header.to_json(), "actions": recording.length}
    try:
        write_whole(path, container_bytes(REPLAY, header, recording_bytes(recording)))
    except OSError as error:
        raise ReplayError(f"{path}: the replay could not be written: {reason_of(error)}") from None


def read(path: Path) -> Recording:
    """Read a recording. Raises `ReplayError`."""
    try:
        content = read_container(REPLAY, path)
        length = content.header.get("actions")
        if type(length) is not int or length < 0:
            raise ContainerError(f"holds what no Steep writes: {brief(length)} actions")
        return recording_from(RunHeader.from_json(content.header), length, content.body)
    except ContainerError as error:
        raise ReplayError(f"{path}: this replay {error}") from None
    except ValueError as error:
        raise ReplayError(f"{path}: this replay holds what no Steep writes: {error}") from None
    except OSError as error:
        raise ReplayError(f"{path}: the replay cannot be read: {reason_of(error)}") from None


def rulebook_of(recording: Recording, load_ruleset: LoadRuleset) -> Rulebook:
    """The rulebook that a run was played with. Raises `ReplayError` when it cannot be loaded."""
    try:
        return recording.header.rulebook(load_ruleset)
    except InputError as error:
        raise ReplayError(f"this replay cannot be played: {error}") from None


def check_fits(recording: Recording, rulebook: Rulebook) -> None:
    """Raise `ReplayError` when a recording has another ruleset, or another layout of worlds."""
    header = recording.header
    if header.other_ruleset(rulebook):
        raise ReplayError(f"this replay cannot be played: {header.other_ruleset(rulebook)}")
    if header.other_layout():
        raise ReplayError(f"this replay {header.other_version()}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a recording."""

    turns: int
    """Turns played, up to the end or the first difference."""
    first_difference: int | None
    """The first turn that differs; None when there is none."""
    sentence: str


def verify(recording: Recording, rulebook: Rulebook) -> Verdict:
    """Play a recording and compare every check. Raises `ReplayError` when it cannot be played here."""
    check_fits(recording, rulebook)
    world = World()
    new_game(world, rulebook.compiled, recording.header.seed, recording.header.floor)
    last = digest(world, 0)
    for number, action in enumerate(recording.actions):
        turn = world.turn
        reason = step(world, rulebook.compiled, action)
        if reason != DONE:
            return _differs(recording, turn, turn + 1, f"its action is impossible here ({REASON_NAMES[reason]})")
        last = digest(world, action)
        if last[:CHECK_BYTES] != recording.checks[number * CHECK_BYTES : (number + 1) * CHECK_BYTES]:
            return _differs(recording, world.turn, max(world.turn, 1), "the game goes another way than recorded")
    if len(recording.actions) != recording.length:
        readable, total = len(recording.actions), recording.length
        return _differs(recording, world.turn, world.turn + 1, f"{readable} of {total} actions can be read")
    if last != recording.final:
        return _differs(recording, world.turn, world.turn, "the final world is not the recorded one")
    return Verdict(world.turn, None, f"verified: all {world.turn} turns are as recorded")


def _differs(recording: Recording, turns: int, first: int, why: str) -> Verdict:
    other = recording.header.other_version()
    hint = f"; the replay {other}" if other else ""
    return Verdict(turns, first, f"turn {first} is the first that differs: {why}{hint}")


@dataclass(frozen=True, slots=True)
class Keyframe:
    """A session after a number of actions."""

    world: bytes
    messages: tuple[Message, ...]
    kills: dict[str, int]

    @classmethod
    def of(cls, session: Session) -> Keyframe:
        """A keyframe of a session."""
        packed = zlib.compress(pack(session.world), 1)
        return cls(packed, tuple(session.log.entries), dict(session.kills))

    def restore(self, session: Session) -> None:
        """Reset a session to this keyframe."""
        session.world = unpack(World, zlib.decompress(self.world))
        session.log.entries[:] = self.messages
        session.kills = dict(self.kills)


class Playback:
    """Plays a recording. `session` is the run after the first `at` of `length` actions.

    Playback ends at an impossible action, which a damaged recording can hold.
    """

    def __init__(self, recording: Recording, rulebook: Rulebook) -> None:
        check_fits(recording, rulebook)
        self.session = Session.start(rulebook, recording.header.seed, recording.header.floor)
        self.at = 0
        self.length = len(recording.actions)
        self._actions = recording.actions
        self._spacing = KEYFRAME_SPACING
        self._keyframes = {0: Keyframe.of(self.session)}
        self._arrivals = {recording.header.floor: 0}
        """The number of actions before the arrival on each floor."""

    def step(self) -> bool:
        """Go one action forward; False at the end."""
        if self.at >= self.length:
            return False
        if self.session.advance(self._actions[self.at]) != DONE:
            self.session.log.add("The recording no longer matches the game from here on.", "bad")
            self.length = self.at
            return False
        self.at += 1
        self._arrivals.setdefault(self.session.floor, self.at)
        if self.at % self._spacing == 0 and self.at not in self._keyframes:
            self._add_keyframe()
        return True

    def back(self) -> bool:
        """Go one action back; False at the beginning."""
        if self.at == 0:
            return False
        self.go(self.at - 1)
        return True

    def go(self, at: int) -> None:
        """Go to the point after `at` actions, or to the nearest end."""
        target = max(0, min(at, self.length))
        nearest = max(start for start in self._keyframes if start <= target)
        if not nearest <= self.at <= target:
            self._keyframes[nearest].restore(self.session)
            self.at = nearest
        while self.at < target and self.step():
            pass

    def go_to_floor(self, floor: int) -> bool:
        """Go to the arrival on a floor; False, without moving, when the run never reached it."""
        start_at = self.at
        deepest = max(self._arrivals)
        if floor > deepest:
            self.go(max(start_at, self._arrivals[deepest]))
        while floor > max(self._arrivals) and self.step():
            pass
        if floor not in self._arrivals:
            self.go(start_at)
            return False
        self.go(self._arrivals[floor])
        return True

    def _add_keyframe(self) -> None:
        self._keyframes[self.at] = Keyframe.of(self.session)
        if len(self._keyframes) > MAX_KEYFRAMES:
            self._spacing *= 2
            self._keyframes = {at: keyframe for at, keyframe in self._keyframes.items() if at % self._spacing == 0}
