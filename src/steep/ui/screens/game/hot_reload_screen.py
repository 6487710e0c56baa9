"""Playing a ruleset while editing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from steep.core.input_errors import InputError
from steep.play.files.morgue import cause_of
from steep.play.hot_reload import RulesetWatch, floor_report, regenerate_floor
from steep.play.session import Session
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.widgets import print_spans
from steep.ui.screen import MakeScreen, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.game.renderer import GameRenderer
from steep.ui.screens.popups.list_and_question_dialogs import Row

NOT_SAVED = "This game is not saved."

POLL = 0.25
"""Seconds between checks of the file."""


class HotReload(Play):
    """A game that reloads its ruleset when the file changes. It isn't saved or scored; after a death it restarts."""

    idle_tick = POLL
    floor_report = staticmethod(floor_report)

    def __init__(self, context: Context, session: Session, main_menu: MakeScreen) -> None:
        super().__init__(context, session, main_menu, banner_rows=1)
        rulebook = session.rulebook
        self._file = RulesetWatch(Path(rulebook.path), lambda: context.load_ruleset(rulebook.found_at))
        self.tick_after = self.idle_tick

    def tick(self) -> Screen | None:
        """Continue a move, or check the file."""
        if self.move is not None or self.tick_after != self.idle_tick:
            return super().tick()
        changed = self._file.changed()
        if isinstance(changed, InputError):
            for line in str(changed).splitlines():
                self.session.log.add(line, "bad", self.session.turn)
            self.note = "The file has errors; the old tables stay in use."
        elif changed is not None:
            regenerate_floor(self.session, changed)
            self.renderer = GameRenderer(changed, banner_rows=1)
            self.note = f"Reloaded {changed.title}, {changed.hash}."
        return self

    def _next_screen(self, floor: int) -> Screen:
        if self.session.over:
            cause = cause_of(self.session)
            self.session = Session.start(self.session.rulebook, self.session.seed)
            self._watch(self.session)
            self.stop(f"{cause} The run starts over.")
        return super()._next_screen(self.session.floor if self.session.turn == 0 else floor)

    def draw_footer(self, canvas: Canvas) -> None:
        """As in other games; above it, a banner says that this one is not saved."""
        super().draw_footer(canvas)
        file = self._file.path.name
        spans = (("Watching ", palette.ACCENT), (f"{file}. ", palette.TEXT), (NOT_SAVED, palette.WARN))
        print_spans(canvas, *self.renderer.draw_banner(canvas), spans, canvas.width)

    def leave_rows(self) -> Sequence[tuple[Row, Callable[[], Screen | None]]]:
        """As in other games, but saying that nothing is saved."""
        return (
            (Row("s", "Return to the main menu (a watched game is not saved)"), partial(self.leave, self.main_menu)),
            (Row("q", "Leave (a watched game is not saved)"), partial(self.leave, lambda: None)),
        )

    def save(self) -> bool:
        """Such a game is never saved."""
        return True

    def note_encounters(self) -> None:
        """What such a game meets is not noted."""
