"""A screen is one state of the program: it draws itself, handles an event and returns the next screen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from steep.ui.drawing.canvas import Canvas
from steep.ui.input_events import Event

COLUMNS, ROWS = 80, 24
"""The smallest canvas that screens are drawn on."""


class Screen(ABC):
    """One state of the program."""

    tick_after: float | None = None
    """Seconds without an event before `tick` is called; None if the screen only waits for events."""

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the whole screen on a blank canvas of at least `COLUMNS` x `ROWS`."""

    @abstractmethod
    def handle(self, event: Event) -> Screen | None:
        """Handle an event. Returns the next screen, or None to quit."""

    def tick(self) -> Screen | None:
        """Continue after `tick_after` seconds without an event. Returns the next screen, or None to quit."""
        return self


MakeScreen = Callable[[], Screen]
"""Makes a screen when it is needed, such as the main menu that a game returns to."""
