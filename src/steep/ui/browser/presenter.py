"""The browser presenter: it hands frames to a page and takes the page's events.

A page cannot be waited for, so this presenter is driven: each event gives the frame to show next. How a frame is drawn
is up to the page.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypedDict

from steep.ui.browser.key_names import key_name
from steep.ui.browser.spoken_text import SpokenText
from steep.ui.browser.touch_buttons import Button, buttons_of
from steep.ui.drawing.canvas import Color
from steep.ui.input_events import Closed, Event, Key, Mouse, MouseKind
from steep.ui.main_loop import Loop
from steep.ui.screen import COLUMNS, ROWS, MakeScreen, Screen
from steep.ui.screens.context import Context
from steep.ui.screens.cursors.look_and_travel_cursors import Cursor
from steep.ui.screens.game.animation_screen import Animation
from steep.ui.screens.game.game_screen import GameScreen, PlayableScreen
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.texts.pager import Pager

Swipe = Literal["run", "step", "scroll"]
"""A swipe runs in its direction, presses an arrow, or scrolls a text or a list by as many rows as the finger moves."""


class Frame(TypedDict):
    """What the page shows."""

    width: int
    """Columns."""
    height: int
    """Rows."""
    glyphs: str
    """A character per cell, row by row."""
    fg: bytes
    """Text colours: three bytes per cell, red, green and blue."""
    bg: bytes
    """Background colours, as `fg`."""
    seconds: float | None
    """When to ask for the next frame if no event comes before; None for not at all."""
    said: list[str]
    """What a screen reader says of it."""
    buttons: list[Button]
    """The buttons to offer."""
    swipe: Swipe
    """What a swipe does."""


SMALLEST = (48, 24)
"""The smallest canvas of a page, in columns and rows: that of a phone held upright."""


MOST_ROWS = 200
"""Rows scrolled at once."""


class BrowserPresenter:
    """Shows screens one frame at a time. When the player quits, `first` makes the screen to start again from."""

    def __init__(self, screen: MakeScreen, first: MakeScreen, context: Context) -> None:
        self._first = first
        self._context = context
        self._size = (COLUMNS, ROWS)
        self._spoken = SpokenText()
        self.show(screen)

    def show(self, screen: MakeScreen) -> Frame:
        """Go to another screen."""
        self._loop = Loop(screen(), self._context.recolor, SMALLEST, for_fingers=bool(self._context.buttons))
        return self.frame()

    def resize(self, width: int, height: int) -> Frame:
        """Change the size of the canvas, in columns and rows."""
        self._size = (max(1, width), max(1, height))
        return self.frame()

    def press(self, key: str, code: str, *, ctrl: bool, alt: bool, shift: bool) -> Frame:
        """A key was pressed: `key` and `code` as in a keyboard event."""
        name = key_name(key, code, ctrl=ctrl, alt=alt, shift=shift)
        return self.frame() if name is None else self._take(Key(name))

    def press_named(self, name: str) -> Frame:
        """A button was pressed that stands for a key of the keymap."""
        return self._take(Key(name))

    def point(self, x: int, y: int, kind: MouseKind) -> Frame:
        """The pointer moved to, clicked or scrolled over a cell of the canvas."""
        return self._take(Mouse(x, y, kind))

    def scroll(self, rows: int) -> Frame:
        """A finger moved a text or a list up by some rows; negative: down."""
        keys = self._context.keymap.keys("list", "down" if rows > 0 else "up")
        wheel: MouseKind = "wheel_down" if rows > 0 else "wheel_up"
        for _ in range(min(abs(rows), MOST_ROWS)):
            if _swipe(self._loop.screen) == "scroll":
                is_text = isinstance(self._loop.screen, Pager) and keys
                self._loop.take(Key(keys[0]) if is_text else Mouse(0, 0, wheel))
        return self.frame()

    def tick(self) -> Frame:
        """No event came for as long as the last frame said."""
        return self._take(None)

    def put_away(self) -> None:
        """The page is hidden, and may be closed at any moment: the screen saves, and goes on if it is shown again."""
        if self._loop.screen is not None:
            self._loop.screen.handle(Closed())

    def save_if_changed(self) -> None:
        """Save the game that is shown, unless the last save is up to date."""
        screen = self._loop.screen
        if isinstance(screen, Animation):
            screen = screen.game
        if isinstance(screen, Play):
            screen.run.save_if_changed()

    def frame(self) -> Frame:
        """The screen as it is now."""
        canvas = self._loop.draw(*self._size)
        screen = self._loop.screen
        if isinstance(screen, Animation):
            screen = screen.game
        return Frame(
            width=canvas.width,
            height=canvas.height,
            glyphs="".join(canvas.glyphs),
            fg=b"".join(map(_rgb, canvas.fg)),
            bg=b"".join(map(_rgb, canvas.bg)),
            seconds=self._loop.seconds,
            said=self._spoken.of(screen, canvas),
            buttons=buttons_of(screen, self._context.keymap, canvas.links),
            swipe=_swipe(screen),
        )

    def _take(self, event: Event | None) -> Frame:
        self._loop.take(event)
        if self._loop.screen is None:
            return self.show(self._first)
        return self.frame()


def _swipe(screen: Screen | None) -> Swipe:
    if isinstance(screen, PlayableScreen):
        return "run"
    return "step" if isinstance(screen, (GameScreen, Cursor)) else "scroll"


@lru_cache(maxsize=4096)
def _rgb(color: Color) -> bytes:
    return bytes(color)
