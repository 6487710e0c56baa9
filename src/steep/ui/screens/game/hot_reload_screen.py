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
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen import PlayableScreen
from steep.ui.screens.game.played_run import PlayedRun
from steep.ui.screens.game.renderer import GameRenderer
from steep.ui.screens.popups.list_and_question_dialogs import Row

NOT_SAVED = "This game is not saved."

POLL = 0.25
"""Seconds between checks of the file."""


class HotReload(PlayedRun):
    """A run whose ruleset is reloaded when its file changes. It isn't saved or scored; after a death it restarts."""

    banner_rows = 1
    idle_tick = POLL
    floor_report = staticmethod(floor_report)

    def __init__(self, game: PlayableScreen) -> None:
        super().__init__(game)
        rulebook = game.session.rulebook
        self._file = RulesetWatch(Path(rulebook.path), lambda: self.context.load_ruleset(rulebook.found_at))

    def idle(self) -> None:
        """Check the file."""
        changed = self._file.changed()
        if isinstance(changed, InputError):
            for line in str(changed).splitlines():
                self.session.log.add(line, "bad", self.session.turn)
            self.game.note = "The file has errors; the old tables stay in use."
        elif changed is not None:
            regenerate_floor(self.session, changed)
            self.game.renderer = GameRenderer(changed, self.banner_rows)
            self.game.note = f"Reloaded {changed.title}, {changed.hash}."

    def next_screen(self, floor: int) -> Screen:
        """As for other runs, but one that is over begins again."""
        if self.session.over:
            cause = cause_of(self.session)
            self.game.session = Session.start(self.session.rulebook, self.session.seed)
            self.observe()
            self.game.stop(f"{cause} The run starts over.")
        return super().next_screen(self.session.floor if self.session.turn == 0 else floor)

    def draw_banner(self, canvas: Canvas) -> None:
        """Say that the game is not saved."""
        spans = (("Watching ", palette.ACCENT), (f"{self._file.path.name}. ", palette.TEXT), (NOT_SAVED, palette.WARN))
        print_spans(canvas, *self.game.renderer.draw_banner(canvas), spans, canvas.width)

    def leave_rows(self) -> Sequence[tuple[Row, Callable[[], Screen | None]]]:
        """As for other runs, but saying that nothing is saved."""
        to_menu = partial(self.leave, self.game.main_menu)
        return (
            (Row("s", "Return to the main menu (a watched game is not saved)"), to_menu),
            (Row("q", "Leave (a watched game is not saved)"), partial(self.leave, lambda: None)),
        )

    def save(self) -> bool:
        """Such a run is never saved."""
        return True

    def note_encounters(self) -> None:
        """What such a run meets is not noted."""
