"""Locks between processes: the system's own, so that a crash or a kill releases them, too.

A lock on a file is held on an empty file beside it, which stays: who removed
it could remove one that another process has just locked. Where a file system
knows no locks, or lets nothing be written, everybody gets every lock.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from steep.core.errors import InputError

POLL = 0.01
"""Seconds between two tries."""

PATIENCE = 10.0
"""Seconds to wait for a lock that nobody holds for long."""


class LockError(InputError):
    """A lock is held by another process. The text names the file."""


class Lock:
    """A lock on a path, which need not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f".{path.name}.lock")
        self._file: int | None = None
        self._held = False

    def __del__(self) -> None:
        self.release()

    def take(self, seconds: float = 0.0) -> bool:
        """Take the lock, waiting so long at the most; False when another still holds it then."""
        until = time.monotonic() + seconds
        while not self._held and not self._try():
            if time.monotonic() >= until:
                return False
            time.sleep(POLL)
        return True

    def release(self) -> None:
        """Let others take it."""
        self._held = False
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _try(self) -> bool:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            self._held = True
            return True
        if not _lock(file):
            os.close(file)
            return False
        self._file, self._held = file, True
        return True


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock on a path for a moment. Raises `LockError` when another process does not let go of it."""
    lock = Lock(path)
    if not lock.take(PATIENCE):
        raise LockError(f"{path}: another Steep has had it locked for {PATIENCE:g} seconds")
    try:
        yield
    finally:
        lock.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _lock(file: int) -> bool:
        try:
            import fcntl  # there is none in a browser, nor anybody to keep out

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except (ImportError, OSError):
            return True
        return True
