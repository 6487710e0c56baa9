"""What a presenter is, and which of them can work here. Imports none of them."""

from __future__ import annotations

import importlib.util
import os
import sys
from typing import Protocol, Self

from steep.core.errors import InputError
from steep.ui.canvas import Canvas
from steep.ui.events import Event


class NoDisplayError(InputError):
    """A window was to be opened where none can be."""


DUMB = (
    "TERM=dumb means a terminal that cannot move its cursor, and Steep needs one that can; "
    "if yours can, say which it is, for example: TERM=xterm-256color steep"
)
"""Why a terminal at which somebody sits will not do."""


class Presenter(Protocol):
    """Shows canvases and tells what a person does. It works between entering and leaving its context."""

    def __enter__(self) -> Self:
        """Take over the window or the terminal."""

    def __exit__(self, *_: object) -> None:
        """Give everything back as it was."""

    def size(self) -> tuple[int, int]:
        """Columns and rows that there is room for."""

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""

    def wait(self, seconds: float | None) -> Event | None:
        """The next event, or None when the time has run out; without a time it waits for good."""


def terminal_available() -> bool:
    """Whether a person sits at both ends, before a terminal that can do more than print line after line."""
    return at_a_terminal() and os.environ.get("TERM") != "dumb"


def at_a_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def window_available() -> bool:
    """Whether there is a display to open a window on, and the library to open it with."""
    if importlib.util.find_spec("tcod") is None:
        return False
    if os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER"):
        return True
    if sys.platform in ("win32", "darwin"):
        return not (os.environ.get("SSH_CONNECTION") or os.environ.get("SSH_TTY"))
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
