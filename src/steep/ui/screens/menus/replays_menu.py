"""The recorded runs, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steep.core.input_errors import InputError
from steep.play.files import replays
from steep.play.files.atomic_writes import reason_of
from steep.play.recordings.playback import Playback
from steep.ui.drawing import palette
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.replay_screen import Replay
from steep.ui.screens.popups.list_and_question_dialogs import Dialog, Row

MAX_SHOWN = 100
"""Replays in the list; older ones can be played by `steep replay`."""


class Replays(Dialog):
    """The newest recordings in the folder of replays. Choosing one plays it."""

    title = "Replays"
    width = 60

    def __init__(self, context: Context, parent: Screen) -> None:
        super().__init__(context, parent)
        self.problem = ""
        self.files: list[Path] = []
        try:
            self.files = sorted(context.dirs.replays.glob("*.replay"), reverse=True)
        except OSError as error:
            self.problem = context.message(f"{context.dirs.replays}: {reason_of(error)}")
        self.older = len(self.files[MAX_SHOWN:])
        self.files = self.files[:MAX_SHOWN]
        self._rows = [replay_row(path) for path in self.files]

    def prompt(self) -> str:
        """What is wrong with the chosen one, or where they are."""
        if self.problem or not self.files:
            return self.problem or "No replays yet. Each run that ends leaves one."
        where = "under Files" if self.context.page_root else f"in {self.context.dirs.replays}"
        return f"{self.older} older ones are {where}." if self.older else ""

    def rows(self) -> Sequence[Row]:
        """A row for each replay."""
        return self._rows

    def choose(self, index: int) -> Screen | None:
        """Play the replay, or say why that isn't possible."""
        self.problem = ""
        try:
            recording = replays.read(self.files[index])
            rulebook = replays.rulebook_of(recording, self.context.load_ruleset)
            return Replay(self.context, Playback(recording, rulebook), self)
        except InputError as error:
            self.problem = self.context.message(error)
            return self


def replay_row(path: Path) -> Row:
    """When a run ended, its ruleset, seed and length."""
    when = path.stem[: len("2026-01-01-1200")]
    day, clock = when[:10], when[11:]
    try:
        recording = replays.read(path)
    except InputError:
        return Row("", path.stem, "cannot be read", palette.BAD)
    header = recording.header
    return Row(
        "", f"{day} {clock[:2]}:{clock[2:]}", f"{header.ruleset}, seed {header.seed}, {recording.length} actions"
    )
