"""What stands behind the boxes and cursors of a game: a screen that draws it and, when it is played, acts in it.

Boxes and cursors know these two and no more, so that they serve playing, watching and replaying alike.
"""

from __future__ import annotations

from abc import abstractmethod

from steep.play.describe import names_at
from steep.play.moves.travel import Move
from steep.play.session import Session
from steep.ui.canvas import Canvas
from steep.ui.screen import Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.layout import GameLayout


class GameScreen(Screen):
    """A game on the screen."""

    def __init__(self, context: Context, session: Session, note_rows: int = 0) -> None:
        self.context = context
        self.session = session
        self.layout_view = GameLayout(session.rulebook, note_rows)
        self.mouse: tuple[int, int] | None = None
        """Where on the canvas the mouse was last."""

    @property
    def pointer(self) -> int | None:
        """The cell of the map under the mouse."""
        return None if self.mouse is None else self.layout_view.view.cell_at(*self.mouse)

    def names_under_mouse(self) -> str:
        """Who and what is known to be there."""
        return "" if self.pointer is None else names_at(self.session, self.pointer)

    def draw(self, canvas: Canvas) -> None:
        """Draw the game and the foot."""
        self.layout_view.draw(canvas, self.session)
        if self.pointer is not None:
            self.layout_view.view.mark(canvas, self.pointer)
        self.draw_footer(canvas)

    @abstractmethod
    def draw_footer(self, canvas: Canvas) -> None:
        """Draw the last line."""


class PlayableScreen(GameScreen):
    """A game that is played: actions and long moves can be asked of it."""

    @abstractmethod
    def perform(self, action: int) -> Screen | None:
        """Do one action; what follows on the screen."""

    @abstractmethod
    def pursue(self, plan: Move) -> Screen | None:
        """Begin a long move; what follows on the screen."""
