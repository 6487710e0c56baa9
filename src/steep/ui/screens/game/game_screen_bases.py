"""Base classes of the screens that show a game, and of those that play one.

Popups and cursors use only these two, so they work the same in playing, watching and replaying. Over each,
the frames of a turn are shown for a moment.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Sequence

from steep.play.moves import Move
from steep.play.session import Session
from steep.play.texts.describe import names_at
from steep.play.turn_animation import FLIES, HITS, HURTS, MISSES, Frame
from steep.play.warnings_and_discoveries import FloorNotes
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Color
from steep.ui.drawing.panels import Panels
from steep.ui.screen import COLUMNS, ROWS, Event, MakeScreen, Mouse, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.game.renderer import GameRenderer

FLICKER_SECONDS = 0.3
"""How long terrain that flickers keeps a shade."""


class GameScreen(Screen):
    """A screen that shows a game."""

    shows_map = True

    def __init__(self, context: Context, session: Session, banner_rows: int = 0) -> None:
        self.context = context
        self.session = session
        self.renderer = GameRenderer(session.rulebook, banner_rows)
        self.mouse: tuple[int, int] | None = None
        """The last position of the mouse on what the map is drawn on."""
        self._canvas = Canvas(COLUMNS, ROWS)
        """What it was drawn on last."""

    @property
    def pointer(self) -> int | None:
        """The map cell under the mouse, or None."""
        return None if self.mouse is None else self.renderer.map_view.cell_at(*self.mouse)

    def names_under_mouse(self) -> str:
        """The names of what is known to be under the mouse."""
        return "" if self.pointer is None else names_at(self.session, self.pointer)

    def draw(self, canvas: Canvas) -> None:
        """Draw the game and the footer."""
        self._canvas = canvas
        self.renderer.map_view.moment = int(time.monotonic() / FLICKER_SECONDS) if self.context.flickers else None
        self.renderer.draw(canvas, self.session)
        if self.pointer is not None:
            self.renderer.map_view.highlight(canvas.map, self.pointer)
        self.draw_footer(canvas)

    def picture(self) -> Canvas:
        """The game as it is now, on a canvas like that it was drawn on last."""
        last = self._canvas
        canvas = Canvas(last.width, last.height)
        canvas.resize(last.width, last.height, Panels() if last.panels is not None else None, last.squares)
        self.draw(canvas)
        return canvas

    @abstractmethod
    def draw_footer(self, canvas: Canvas) -> None:
        """Draw the footer and, if there is one, the banner."""


class PlayableScreen(GameScreen):
    """A game that can be played: it takes actions and multi-turn moves."""

    floor_notes: FloorNotes
    """What moves have warned of, and what they have seen, on this floor."""
    main_menu: MakeScreen
    note: str
    """Shown in the footer until the next key."""

    @abstractmethod
    def perform(self, action: int) -> Screen | None:
        """Perform one action. Returns the next screen."""

    @abstractmethod
    def note_encounters(self) -> None:
        """Write what the run has met."""

    @abstractmethod
    def start_move(self, move: Move) -> Screen | None:
        """Start a multi-turn move. Returns the next screen."""

    @abstractmethod
    def stop(self, reason: str) -> None:
        """End a multi-turn move, and note the reason."""

    @abstractmethod
    def next_screen(self, floor: int) -> Screen:
        """The screen after an action that began on `floor`."""

    @abstractmethod
    def save(self) -> bool:
        """Save the game, if it is one that is saved. If that fails, returns False and sets the note."""


COLORS: dict[str, Color] = {
    FLIES: palette.BRIGHT,
    HITS: palette.BRIGHT,
    HURTS: palette.BAD,
    MISSES: palette.FAINT,
    "fire": palette.FIRE,
    "cold": palette.COLD,
    "lightning": palette.LIGHTNING,
    "poison": palette.GOOD,
}
"""By what a mark is. Damage types of a ruleset's own are like what flies."""


class Animation(Screen):
    """The frames of a turn, one after the other; then the game."""

    shows_map = True

    def __init__(self, game: GameScreen, frames: Sequence[Frame], before: Canvas | None = None) -> None:
        self.game = game
        self._before = before
        """The game as it was before the turn, for the frames that want that."""
        self._frames = list(frames)
        self.tick_after = self._frames[0].seconds

    def draw(self, canvas: Canvas) -> None:
        """Draw the game and the frame over it."""
        frame, before = self._frames[0], self._before
        if frame.before and before and (before.width, before.height) == (canvas.width, canvas.height):
            canvas.copy(before)
        else:
            self.game.draw(canvas)
        for mark in frame.marks:
            color = COLORS.get(mark.what, palette.BRIGHT)
            self.game.renderer.map_view.draw_mark(canvas.map, mark.cell, mark.glyph, color)

    def tick(self) -> Screen | None:
        """The next frame, or the game."""
        del self._frames[0]
        if not self._frames:
            return self.game
        self.tick_after = self._frames[0].seconds
        return self

    def handle(self, event: Event) -> Screen | None:
        """Let the game handle it. Only a moved mouse doesn't end the animation."""
        after = self.game.handle(event)
        return self if isinstance(event, Mouse) and event.kind == "move" else after
