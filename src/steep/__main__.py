"""Starts the `steep` command, and ends it quietly on Ctrl-C from before the first of its imports.

An interrupt while a library is imported may come out of it as another error: NumPy raises `ImportError`.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended."""

_interrupts: list[int] = []


def start() -> int:
    """Run the command that the program's arguments name. Returns its exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    try:
        from steep.cli import main

        code = main()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception:
        if _interrupts:
            return INTERRUPTED
        raise
    return INTERRUPTED if _interrupts and code == 2 else code


def interrupt(number: int, _frame: FrameType | None) -> NoReturn:
    """Raise `KeyboardInterrupt`, and remember it in case something turns it into another error."""
    _interrupts.append(number)
    raise KeyboardInterrupt


if __name__ == "__main__":
    raise SystemExit(start())
