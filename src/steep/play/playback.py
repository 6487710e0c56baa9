"""Plays a recording forward and backward. Keyframes make it quick to go back."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from steep.content import Rulebook
from steep.core.read_untrusted_files import parse_json
from steep.core.record import pack, size_of, unpack
from steep.core.world import World
from steep.play.files.container import ContainerError, decompress
from steep.play.files.recording import CHECK_BYTES, Recording, digest, opened
from steep.play.files.replays import check_fits
from steep.play.files.saves import JOURNAL_BYTES, kills_from, message_from
from steep.play.session import Session
from steep.play.texts.messages import Message
from steep.rules.action_codes import DONE
from steep.rules.consistency.world_consistency import checked_world

KEYFRAME_SPACING = 64
"""Actions from one keyframe to the next, at first."""

MAX_KEYFRAMES = 256
"""When there are more, every other one is dropped and the spacing doubles.

A keyframe takes about 3 KB plus 8 bytes per message, so all together stay below 12 MB for a run of any length.
"""


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

    @classmethod
    def stored_in(cls, recording: Recording, at: int, rulebook: Rulebook) -> Keyframe:
        """A keyframe that a recording stores. Raises `ValueError` or another error of reading when it is damaged."""
        packed, journal = opened(recording.keyframes[at])
        world = checked_world(decompress(packed, size_of(World)), rulebook.compiled)
        check = recording.checks[(at - 1) * CHECK_BYTES : at * CHECK_BYTES]
        if world.seed != recording.header.seed or digest(world, recording.actions[at - 1])[:CHECK_BYTES] != check:
            raise ValueError("a keyframe of another run")
        found = parse_json(decompress(journal, JOURNAL_BYTES))
        messages = tuple(message_from(row, world.hero.turn) for row in found["messages"])
        kills = kills_from(found["kills"], {kind.key for kind in rulebook.monsters})
        return cls(packed, messages, kills)

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
        self.session.observers.clear()
        self.at = 0
        self.length = len(recording.actions)
        self.difference = "" if recording.intact else "the file was altered"
        """How the run differs from what was recorded, as far as it has been played; empty if it doesn't."""
        self.recording = recording
        self._first_difference = 0
        """The first turn that is known to differ; 0 if none does."""
        self._actions = recording.actions
        self._stored = {at for at in recording.keyframes if at <= self.length and recording.intact}
        """The stored keyframes that can be used."""
        self._spacing = KEYFRAME_SPACING
        self._keyframes = {0: Keyframe.of(self.session)}
        self._places = {0: (self.session.turn, self.session.floor)}
        """The turn and the floor at some numbers of actions: at all keyframes, and at arrivals."""
        self._places |= {at: (recording.keyframes[at].turn, recording.keyframes[at].floor) for at in self._stored}

    def step(self) -> bool:
        """Go one action forward; False at the end."""
        if self.at >= self.length:
            return False
        floor = self.session.floor
        if self.session.act(self._actions[self.at]) != DONE:
            self.session.log.add("The recording no longer matches the game from here on.", "bad")
            self.length = self.at
            self._note_difference(self.session.turn + 1)
            return False
        self.at += 1
        if not self._as_recorded():
            self._note_difference(self.session.turn)
        if self.session.floor != floor:
            self._places[self.at] = (self.session.turn, self.session.floor)
        if self.at % self._spacing == 0 and self.at not in self._keyframes:
            self._add_keyframe()
        return True

    def _as_recorded(self) -> bool:
        """Whether the world is the recorded one after the action that was just played."""
        recording = self.recording
        found = digest(self.session.world, self._actions[self.at - 1])
        is_last = self.at == len(self._actions)
        return found[:CHECK_BYTES] == recording.checks[(self.at - 1) * CHECK_BYTES : self.at * CHECK_BYTES] and (
            not is_last or found == recording.final
        )

    def _note_difference(self, turn: int) -> None:
        if not self._first_difference or turn < self._first_difference:
            self._first_difference = turn
            self.difference = f"not as recorded from turn {turn} on"

    def back(self) -> bool:
        """Go one action back; False at the beginning."""
        if self.at == 0:
            return False
        self.go(self.at - 1)
        return True

    def go(self, at: int) -> None:
        """Go to the point after `at` actions, or to the nearest end."""
        target = max(0, min(at, self.length))
        nearest = self._nearest(target)
        if not nearest <= self.at <= target:
            self._keyframes[nearest].restore(self.session)
            self.at = nearest
        while self.at < target and self.step():
            pass

    def _nearest(self, target: int) -> int:
        """The last keyframe that is not after some actions; one that is stored is read first."""
        while True:
            nearest = max(start for start in self._keyframes if start <= target)
            stored = max((at for at in self._stored if nearest < at <= target), default=None)
            if stored is None or (nearest <= self.at <= target and stored <= self.at):
                return nearest
            try:
                self._keyframes[stored] = Keyframe.stored_in(self.recording, stored, self.session.rulebook)
            except (ContainerError, ValueError, KeyError, TypeError, IndexError, struct.error, RecursionError):
                self._stored.discard(stored)

    def go_to_turn(self, turn: int) -> None:
        """Go to the end of a turn, or to the nearest end of the run."""
        self.go(max(at for at, (known, _) in self._places.items() if known <= turn or at == 0))
        while self.session.turn < turn and self.step():
            pass

    def go_to_floor(self, floor: int) -> bool:
        """Go to the arrival on a floor; False, without moving, when the run never reached it."""
        start_at = self.at
        before = [at for at, (_, known) in self._places.items() if known < floor]
        first = self._places[0][1]
        if floor < first:
            return False
        self.go(max(before, default=0))
        while self.session.floor < floor and self.step():
            pass
        if self.session.floor != floor:
            self.go(start_at)
            return False
        return True

    def _add_keyframe(self) -> None:
        self._keyframes[self.at] = Keyframe.of(self.session)
        self._places[self.at] = (self.session.turn, self.session.floor)
        if len(self._keyframes) > MAX_KEYFRAMES:
            self._spacing *= 2
            self._keyframes = {at: keyframe for at, keyframe in self._keyframes.items() if at % self._spacing == 0}
