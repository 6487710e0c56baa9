"""The interface of presenters, and which ones can work here. Imports none of them."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import Protocol, Self

from steep.core.input_errors import InputError
from steep.ui.canvas import Canvas
from steep.ui.input_events import Event


class NoDisplayError(InputError):
    """No window can be opened here."""


DUMB = (
    "TERM=dumb is a terminal that can't move its cursor, which Steep needs. "
    "If yours can, set TERM to what it is, for example: TERM=xterm-256color steep"
)
"""The error message for a terminal that can only print line by line."""


class Presenter(Protocol):
    """Shows canvases and returns input events. It works only inside its context."""

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
