"""What a screen reader says of a frame: new messages of a game, the text of a new screen, the row that is selected."""

from __future__ import annotations

from steep.play.texts.messages import Message
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.widgets import EMPTY, FULL, HALF
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen import GameScreen

_RECENT = 30
"""Messages of the log that are looked at for new ones."""

_DRAWN = dict.fromkeys(map(ord, f"─│┌┐└┘▀>{FULL}{HALF}{EMPTY}"), " ")
"""Glyphs of frames, bars and marks, which nothing is said of."""


class SpokenText:
    """Compares each frame with the one before."""

    def __init__(self) -> None:
        self._screen: Screen | None = None
        self._messages: list[Message] = []
        self._note = ""
        self._rows: list[str] = []
        self._selected = ""

    def of(self, screen: Screen | None, canvas: Canvas) -> list[str]:
        """Sentences and rows to be said of the frame that was just drawn."""
        if isinstance(screen, GameScreen):
            said = self._of_game(screen)
            self._rows, self._selected = [], ""
        else:
            said = self._of_list_or_text(canvas, new=screen is not self._screen)
        self._screen = screen
        return said

    def _of_game(self, screen: GameScreen) -> list[str]:
        recent = screen.session.log.entries[-_RECENT:]
        said = [message.line for message in recent if message not in self._messages]
        self._messages = recent
        note = getattr(screen, "note", "")
        if note and note != self._note:
            said.append(note)
        self._note = note
        return said

    def _of_list_or_text(self, canvas: Canvas, *, new: bool) -> list[str]:
        rows = _rows_on(canvas, {palette.PANEL, palette.SELECTED})
        selected = " ".join(_rows_on(canvas, {palette.SELECTED}))
        said = [row for row in rows if new or row not in self._rows]
        if selected and selected != self._selected:
            said = [row for row in said if row != selected] if new else []
            said.append(selected)
        self._rows, self._selected = rows, selected
        return said


def _rows_on(canvas: Canvas, backgrounds: set[tuple[int, int, int]]) -> list[str]:
    """The texts on some backgrounds, a row each."""
    rows = []
    for start in range(0, len(canvas.glyphs), canvas.width):
        cells = range(start, start + canvas.width)
        if backgrounds.isdisjoint(canvas.bg[start : start + canvas.width]):
            continue
        text = "".join(canvas.glyphs[cell] if canvas.bg[cell] in backgrounds else " " for cell in cells)
        words = " ".join(text.translate(_DRAWN).split())
        if words:
            rows.append(words)
    return rows
