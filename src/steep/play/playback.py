"""Plays a recording forward and backward. Keyframes make it quick to go back."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from steep.content import Rulebook
from steep.core.record import pack, unpack
from steep.core.world import World
from steep.play.files.replays import check_fits
from steep.play.messages import Message
from steep.play.recording import Recording
from steep.play.session import Session
from steep.rules.action_codes import DONE

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
