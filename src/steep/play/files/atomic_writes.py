"""Atomic writes: a file is replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

STALE_SECONDS = 3600
"""Age at which the temporary file of a killed writer is deleted."""


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file. At any moment it has the old content or the new.

    Creates the folder if needed. Raises `OSError`; then the old file is unchanged.
    """
    with written_whole(path) as file:
        file.write(data)


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A temporary file to write to, which replaces `path` when the context ends without an exception.

    Like `write_whole`, for data too large to hold in memory.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    delete_temporaries(path.parent, path.name)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def delete_temporaries(folder: Path, name: str = "*", older_than: float = STALE_SECONDS) -> None:
    """Delete what killed writers left in a folder. Give 0 seconds only if nobody else writes there."""
    with contextlib.suppress(OSError):
        for stale in [*folder.glob(f".{name}.*.tmp")]:
            with contextlib.suppress(OSError):
                if time.time() - stale.stat().st_mtime >= older_than:
                    stale.unlink()


def _sync_folder(folder: Path) -> None:
    """Sync a folder, so that a rename survives a loss of power. Windows cannot sync folders."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def reason_of(error: OSError) -> str:
    """The system's text for an error."""
    return error.strerror or str(error)


def rename_damaged(path: Path) -> Path:
    """Rename a damaged file, so that it is kept and a new one can be written. Raises `OSError`."""
    number = 1
    while (renamed := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    path.rename(renamed)
    return renamed
