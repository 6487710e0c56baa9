"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

LEFT_BEHIND = 3600
"""Seconds after which a file that a killed writer left is swept away."""


def write_whole(path: Path, data: bytes) -> None:
    """Put data in a file's place, so that at any moment the old content is there or the new.

    The folder is made when there is none. Raises `OSError`; then the old file is as it was.
    """
    with written_whole(path) as file:
        file.write(data)


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place when the context is left, unless that is by an exception.

    As `write_whole`, for what is too large to be held at once.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def _sweep(path: Path) -> None:
    for left in path.parent.glob(f".{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > LEFT_BEHIND:
                left.unlink()


def _settle(folder: Path) -> None:
    """Make the new name last through a loss of power, where a folder can be synced at all (Windows cannot)."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def reason_of(error: OSError) -> str:
    """Why the system refused, in its own words."""
    return error.strerror or str(error)
