"""Locks between processes. They are the system's own, so a crash or a kill releases them.

The lock on a file is held on an empty file next to it. That file is never deleted, because another process might just
have locked it. On a file system without locks, or where nothing can be written, every lock is granted.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from steep.core.input_errors import InputError

POLL_SECONDS = 0.01
"""Time between two attempts."""

TIMEOUT_SECONDS = 10.0
"""How long to wait for a lock that is held only briefly."""


class LockError(InputError):
    """Another process holds a lock. The text names the file."""


class Lock:
    """A lock on a path, which may not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f".{path.name}.lock")
        self._file: int | None = None
        self._held = False

    def __del__(self) -> None:
        self.release()

    def take(self, seconds: float = 0.0) -> bool:
        """Take the lock, waiting for up to `seconds`. Returns False when another process still holds it."""
        deadline = time.monotonic() + seconds
        while not self._held and not self._try():
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def release(self) -> None:
        """Release the lock."""
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
    """Hold the lock on a path. Raises `LockError` when another process does not release it in time."""
    lock = Lock(path)
    if not lock.take(TIMEOUT_SECONDS):
        raise LockError(f"{path}: another Steep has had it locked for {TIMEOUT_SECONDS:g} seconds")
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
            import fcntl  # missing in a browser, where no other process runs

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except (ImportError, OSError):
            return True
        return True
