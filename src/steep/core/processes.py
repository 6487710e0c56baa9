"""How many processes may work, and one at a time where it must be."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

SLICE_SECONDS = 0.2
"""Seconds between two checks whether another process has finished."""


@contextmanager
def alone(path: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the lock file `path`, where the system has file locks. `waiting` is called while another process has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            import fcntl
        except ImportError:
            yield
            return
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                waiting()
                time.sleep(SLICE_SECONDS)
        yield


# The processor cores of this machine.


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
