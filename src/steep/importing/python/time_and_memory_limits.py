"""Limits on the time and memory that reading a project may take.

Sources are limited in size before they are parsed. After that, hostile code has too many ways to grow (lists that
double, tables of references to tables), so a timer watches the whole process instead.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from steep.core.input_errors import InputError

MAX_SECONDS = 4.0
"""Processor time."""

MAX_MEGABYTES = 140
"""Growth of the process."""

SLICE_SECONDS = 0.02
"""Processor time between two checks."""


class TooMuchError(InputError):
    """Reading a project takes too much time or memory."""


class _Stop(BaseException):
    """Raised by the timer. No Exception, so that no code in between catches it."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise `TooMuchError` if the code in this context takes too much time or memory.

    It works only on Unix and in the main thread; elsewhere there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    end, max_memory = time.process_time() + MAX_SECONDS, megabytes() + MAX_MEGABYTES
    reasons: list[str] = []  # Python adds words to the text of what is raised while it decodes.

    def check(_signal: int, _frame: object) -> None:
        if time.process_time() > end:
            reasons.append(f"more than {MAX_SECONDS:g} seconds")
            raise _Stop
        if megabytes() > max_memory:
            reasons.append(f"more than {MAX_MEGABYTES} megabytes of memory")
            raise _Stop

    before = signal.signal(signal.SIGPROF, check)
    signal.setitimer(signal.ITIMER_PROF, SLICE_SECONDS, SLICE_SECONDS)
    try:
        yield
    except _Stop:
        raise _too_much(reasons[0]) from None
    except MemoryError:
        # The process can run into a limit of its own between two checks.
        raise _too_much("more memory than there is") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _too_much(what: str) -> TooMuchError:
    return TooMuchError(f"takes {what} to read; try a part of it, such as the file with the tables")


def megabytes() -> int:
    """The peak memory of this process."""
    import resource
    import sys

    # macOS reports bytes, all others kilobytes.
    unit = 1024**2 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
