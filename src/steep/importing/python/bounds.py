"""Bounds on what reading a project may take, whatever is in it.

Sources are bounded by their size before they are parsed. What they make of themselves after that (a list that doubles,
a table of references to tables) has too many forms to count each: so the whole is watched from outside.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from steep.core.errors import InputError

MOST_SECONDS = 4.0
"""Of the processor."""

MOST_MEGABYTES = 140
"""More than there were."""

SLICE_SECONDS = 0.02
"""Seconds of the processor between two looks."""


class TooMuchError(InputError):
    """Reading takes too long, or too much memory."""


class _Stop(BaseException):
    """What is raised from outside, so that nobody in between takes it for an error of theirs."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise `TooMuchError` when what happens in this context takes too much time or memory.

    Only Unix can look from outside, and only the main thread can be interrupted; elsewhere nothing is watched.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    end, room = time.process_time() + MOST_SECONDS, megabytes() + MOST_MEGABYTES

    def look(_signal: int, _frame: object) -> None:
        if time.process_time() > end:
            raise _Stop(f"more than {MOST_SECONDS:g} seconds")
        if megabytes() > room:
            raise _Stop(f"more than {MOST_MEGABYTES} megabytes of memory")

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, SLICE_SECONDS, SLICE_SECONDS)
    try:
        yield
    except _Stop as stop:
        raise TooMuchError(f"takes {stop} to read; give a part of it, such as the file with the tables") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def megabytes() -> int:
    """The most memory that this process has had."""
    import resource
    import sys

    # Bytes there, and kilobytes everywhere else.
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
