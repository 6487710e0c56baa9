"""Which displays are available here: a window, a terminal or neither."""

from __future__ import annotations

import importlib.util
import os
import sys

from steep.core.input_errors import InputError


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
