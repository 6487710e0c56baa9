"""Playing a ruleset while it is written."""

from __future__ import annotations

from pathlib import Path

from steep.core.problems import InputError
from steep.play.live import RulesetWatch, roll_again
from steep.play.session import Session
from steep.ui.screen import Screen
from steep.ui.screens.board import Board
from steep.ui.screens.context import Context
from steep.ui.screens.play import Home, Play

POLL = 0.25
"""Seconds between two looks at the file."""


class Workshop(Play):
    """A game whose ruleset is watched. It is neither saved nor scored, and a death begins it anew."""

    def __init__(self, context: Context, session: Session, home: Home) -> None:
        super().__init__(context, session, home)
        rulebook = session.rulebook
        self._watch = RulesetWatch(Path(rulebook.path), lambda: context.load_ruleset(rulebook.found_at))
        self.pause = POLL

    def tick(self) -> Screen | None:
        """Go on with a long move, or look whether the file was written."""
        if self.plan is not None:
            return super().tick()
        found = self._watch.changed()
        if isinstance(found, InputError):
            for finding in str(found).splitlines():
                self.session.log.add(finding, "bad", self.session.turn)
            self.note = "The file has mistakes; the old tables stay."
        elif found is not None:
            roll_again(self.session, found)
            self.board = Board(found)
            self.note = f"Read again: {found.title}, {found.hash}."
        return self

    def _stop(self, why: str) -> None:
        super()._stop(why)
        self.pause = POLL

    def _after(self, floor: int) -> Screen:
        if self.session.over:
            killer = self.session.killer
            self.session = Session.start(self.session.rulebook, self.session.seed)
            self._stop(f"Killed by {killer}. The run begins anew.")
        return super()._after(self.session.floor if self.session.turn == 0 else floor)

    def save(self) -> bool:
        """Nothing is saved of such a game, and nothing is lost."""
        return True
