"""Playing a ruleset while it is written."""

from __future__ import annotations

from pathlib import Path

from steep.core.errors import InputError
from steep.play.files.morgue import cause_of
from steep.play.hot_reload import RulesetWatch, regenerate_floor
from steep.play.moves.pickup import AutoPickup
from steep.play.session import Session
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.layout import GameLayout
from steep.ui.screens.game.play import Home, Play

POLL = 0.25
"""Seconds between two looks at the file."""


class HotReloadPlay(Play):
    """A game whose ruleset is watched. It is neither saved nor scored, and a death begins it anew."""

    idle = POLL

    def __init__(self, context: Context, session: Session, home: Home) -> None:
        super().__init__(context, session, home)
        rulebook = session.rulebook
        self._watch = RulesetWatch(Path(rulebook.path), lambda: context.load_ruleset(rulebook.found_at))
        self.pause = self.idle

    def tick(self) -> Screen | None:
        """Go on with what is under way, or look whether the file was written."""
        if self.plan is not None or self.pause != self.idle:
            return super().tick()
        found = self._watch.changed()
        if isinstance(found, InputError):
            for finding in str(found).splitlines():
                self.session.log.add(finding, "bad", self.session.turn)
            self.note = "The file has errors; the old tables stay in use."
        elif found is not None:
            regenerate_floor(self.session, found)
            self.layout_view = GameLayout(found)
            self.note = f"Reloaded {found.title}, {found.hash}."
        return self

    def _after(self, floor: int) -> Screen:
        if self.session.over:
            cause = cause_of(self.session)
            self.session = Session.start(self.session.rulebook, self.session.seed)
            self._pickup = AutoPickup(self.session)
            self._stop(f"{cause} The run starts over.")
        return super()._after(self.session.floor if self.session.turn == 0 else floor)

    def save(self) -> bool:
        """Nothing is saved of such a game, and nothing is lost."""
        return True
