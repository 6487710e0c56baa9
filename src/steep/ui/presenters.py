"""What presenters have in common, and the one that shows nothing, for tests. Imports none of the others."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterable
from typing import Protocol, Self

from steep.core.input_errors import InputError
from steep.ui.drawing.canvas import Canvas, Squares
from steep.ui.screen import Closed, Event

# Which displays are available here: a window, a terminal or neither.


class NoDisplayError(InputError):
    """No window can be opened here."""


DUMB = (
    "TERM=dumb is a terminal that can't move its cursor, which Steep needs. "
    "If yours can, set TERM to what it is, for example: TERM=xterm-256color steep"
)
"""The error message for a terminal that can only print line by line."""


def terminal_available() -> bool:
    """Whether input and output are a terminal that can move its cursor."""
    return at_a_terminal() and os.environ.get("TERM") != "dumb"


def at_a_terminal() -> bool:
    """Whether both standard input and standard output are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def window_available() -> bool:
    """Whether there is a display, and python-tcod is installed."""
    if importlib.util.find_spec("tcod") is None:
        return False
    if os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER"):
        return True
    if sys.platform in ("win32", "darwin"):
        return not (os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Presenter(Protocol):
    """Shows canvases and returns input events. It works only inside its context."""

    @property
    def squares(self) -> Squares | None:
        """The square cells for maps; None where maps are drawn in cells of text."""

    def __enter__(self) -> Self:
        """Open the window or take over the terminal."""

    def __exit__(self, *_: object) -> None:
        """Close the window or restore the terminal."""

    def size(self) -> tuple[int, int]:
        """Columns and rows available."""

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""

    def wait(self, seconds: float | None) -> Event | None:
        """The next event, or None after `seconds` without one. If `seconds` is None, it waits for an event."""


class NullPresenter:
    """Returns `events` one by one, then `Closed` for ever. None in the list means that the time ran out.

    `frames` holds the text of every frame; `canvas` is the last one, with colours.
    """

    squares = None

    def __init__(self, events: Iterable[Event | None] = (), width: int = 80, height: int = 24) -> None:
        self.events = iter(events)
        self.width = width
        self.height = height
        self.frames: list[str] = []
        self.canvas = Canvas(width, height)

    def __enter__(self) -> Self:
        """Nothing to open."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    def size(self) -> tuple[int, int]:
        """The given size, in columns and rows."""
        return self.width, self.height

    def show(self, canvas: Canvas) -> None:
        """Record a frame."""
        self.frames.append(canvas.text())
        self.canvas = canvas

    def wait(self, seconds: float | None) -> Event | None:  # noqa: ARG002  # it never waits
        """The next of the given events."""
        return next(self.events, Closed())
