"""Shows the frames of a turn over the game, for a moment. Any key ends it, and then acts."""

from __future__ import annotations

from collections.abc import Sequence

from steep.play.turn_animation import FLIES, HITS, HURTS, MISSES, Frame
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Color
from steep.ui.input_events import Event, Mouse
from steep.ui.screen import Screen
from steep.ui.screens.game.game_screen import GameScreen

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
            canvas.glyphs, canvas.fg, canvas.bg = before.glyphs[:], before.fg[:], before.bg[:]
        else:
            self.game.draw(canvas)
        for mark in frame.marks:
            self.game.renderer.map_view.draw_mark(canvas, mark.cell, mark.glyph, COLORS.get(mark.what, palette.BRIGHT))

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
