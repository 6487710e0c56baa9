"""Replays: reading, writing and verifying them.

Reading a file detects a damaged header. Damaged actions and checks are found only by verifying, which names the first
turn that differs.
"""

from __future__ import annotations

import io
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

from steep.content import Rulebook
from steep.core.input_errors import InputError, brief
from steep.core.record import pack
from steep.core.world import World
from steep.play.files.container import MAX_BYTES, Kind, container_bytes, container_from
from steep.play.files.recording import (
    CHECK_BYTES,
    LoadRuleset,
    Recording,
    RunHeader,
    digest_of,
    keyframe_table,
    recording_bytes,
    recording_from,
)
from steep.play.files.user_files import FORGED, FileError, UserFile
from steep.rules.action_codes import DONE, REASON_NAMES
from steep.rules.new_game import new_game
from steep.rules.turn import step

REPLAY = Kind("Steep replay", b"steep run \x1a\n", 1)


class ReplayError(FileError):
    """A replay cannot be written, read or played. The text says why."""


def write(recording: Recording, path: Path) -> None:
    """Write a recording. Raises `ReplayError` when that fails."""
    FILE.write(path, bytes_of(recording))


def bytes_of(recording: Recording) -> bytes:
    """The bytes of a recording's replay."""
    header: dict[str, Any] = {**recording.header.to_json(), "actions": recording.length}
    header["keyframes"] = keyframe_table(recording.keyframes)
    return container_bytes(REPLAY, header, recording_bytes(recording))


def recording_in(data: bytes) -> Recording:
    """The recording in the bytes of a replay. Raises an error of `DAMAGE`."""
    content = container_from(REPLAY, io.BytesIO(data))
    length = content.header.get("actions")
    if type(length) is not int or length < 0:
        raise ValueError(f"{brief(length)} actions")
    header = RunHeader.from_json(content.header)
    recording = recording_from(header, length, content.body, content.header.get("keyframes", []))
    recording.intact = content.body_intact
    return recording


FILE = UserFile("this replay", MAX_BYTES, recording_in, damaged=FORGED, error=ReplayError)


def read(path: Path) -> Recording:
    """Read a recording. Raises `ReplayError`."""
    return FILE.read(path)


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
    intact: bool = True
    """Whether the file has the bytes that were written, including those that no turn depends on."""

    @property
    def verified(self) -> bool:
        """Whether the run is as it was recorded."""
        return self.intact and self.first_difference is None


def verify(recording: Recording, rulebook: Rulebook) -> Verdict:
    """Play a recording and compare every check. Raises `ReplayError` when it cannot be played here."""
    steps = verifying(recording, rulebook)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return cast(Verdict, done.value)


class Run(Protocol):
    """A run that is played by its actions."""

    @property
    def turn(self) -> int:
        """Turns played."""

    def begin(self, seed: int, floor: int) -> None:
        """Begin the run of a seed on a floor."""

    def act(self, action: int) -> int:
        """Play an action; DONE, or why it is impossible."""

    def packed(self) -> bytes | bytearray:
        """The bytes of the world."""


class PlainRun:
    """A run that is played in plain Python."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._world, self._ruleset = World(), rulebook.compiled

    @property
    def turn(self) -> int:
        """Turns played."""
        return self._world.turn

    def begin(self, seed: int, floor: int) -> None:
        """Begin the run of a seed on a floor."""
        new_game(self._world, self._ruleset, seed, floor)

    def act(self, action: int) -> int:
        """Play an action; DONE, or why it is impossible."""
        return step(self._world, self._ruleset, action)

    def packed(self) -> bytes:
        """The bytes of the world."""
        return pack(self._world)


def verifying(recording: Recording, rulebook: Rulebook, run: Run | None = None) -> Generator[int, None, Verdict]:
    """As `verify`, but yields the number of actions played after each of them, and returns the verdict.

    `run` plays them; without one, plain Python does.
    """
    check_fits(recording, rulebook)
    run = run or PlainRun(rulebook)
    run.begin(recording.header.seed, recording.header.floor)
    last = digest_of(run.packed(), 0)
    for number, action in enumerate(recording.actions):
        turn = run.turn
        reason = run.act(action)
        if reason != DONE:
            return _differs(recording, turn, turn + 1, f"its action is impossible here ({REASON_NAMES[reason]})")
        last = digest_of(run.packed(), action)
        if last[:CHECK_BYTES] != recording.checks[number * CHECK_BYTES : (number + 1) * CHECK_BYTES]:
            return _differs(recording, run.turn, max(run.turn, 1), "the game differs from the recording")
        yield number + 1
    if len(recording.actions) != recording.length:
        readable, total = len(recording.actions), recording.length
        return _differs(recording, run.turn, run.turn + 1, f"{readable} of {total} actions can be read")
    if last != recording.final:
        return _differs(recording, run.turn, run.turn, "the final world is not the recorded one")
    if not recording.intact:
        why = f"all {run.turn} turns are as recorded, but the file was altered: the checksum of its body does not match"
        return Verdict(run.turn, None, why, intact=False)
    return Verdict(run.turn, None, f"verified: all {run.turn} turns are as recorded")


def _differs(recording: Recording, turns: int, first: int, why: str) -> Verdict:
    other = recording.header.other_version()
    hint = f"; the replay {other}" if other else ""
    return Verdict(turns, first, f"turn {first} is the first that differs: {why}{hint}")
