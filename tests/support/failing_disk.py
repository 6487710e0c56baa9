"""Lets the n-th write, fsync, rename or unlink below a folder fail, as on a disk that is full.

The system's own calls are wrapped, so that nothing that writes files needs to know of it. Half of a write that fails is
written.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from steep.play.files.ledger import Line
from steep.play.files.ledger import _append as append_to_ledger
from steep.play.files.user_files import write_whole

RENAMES = ("rename", "replace")
UNLINKS = ("unlink", "remove")


class FailingDisk:
    """Counts the calls below a folder while it is entered, and lets one of them fail, or that and all after it."""

    def __init__(self, folder: Path, fails_at: int, *, for_good: bool = False) -> None:
        self.folder = folder.resolve()
        self.fails_at = fails_at
        self.for_good = for_good
        self.calls = 0
        self.failed: list[str] = []
        """What failed, as `rename save.steep`."""
        self._patches = pytest.MonkeyPatch()

    def __enter__(self) -> FailingDisk:
        patch = self._patches.setattr
        opened = self._opening(io.open)
        patch(io, "open", opened)
        patch(builtins, "open", opened)
        patch(os, "fsync", self._syncing(os.fsync))
        for name in (*RENAMES, *UNLINKS):
            patch(os, name, self._failing(getattr(os, name), "rename" if name in RENAMES else "unlink"))
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    def check(self, what: str, path: object) -> None:
        """Count a call. Raises `OSError` if it is to fail."""
        if not isinstance(path, str | bytes | os.PathLike):
            return
        place = Path(os.fsdecode(path)).absolute()
        if not place.is_relative_to(self.folder):
            return
        self.calls += 1
        if self.calls == self.fails_at or (self.for_good and self.calls > self.fails_at):
            self.failed.append(f"{what} {place.name}")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _failing(self, call: Callable[..., Any], what: str) -> Callable[..., Any]:
        def checked(path: Any, *rest: Any, **named: Any) -> Any:
            self.check(what, path)
            return call(path, *rest, **named)

        return checked

    def _syncing(self, call: Callable[[int], None]) -> Callable[[int], None]:
        def checked(file: int) -> None:
            self.check("fsync", self.folder / "a file")
            call(file)

        return checked

    def _opening(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def opened(path: Any, mode: str = "r", *rest: Any, **named: Any) -> Any:
            file = call(path, mode, *rest, **named)
            return WatchedFile(file, path, self) if set(mode) & set("wax+") else file

        return opened


class WatchedFile:
    """A file that was opened for writing."""

    def __init__(self, file: Any, path: object, disk: FailingDisk) -> None:
        self._file = file
        self._path = path
        self._disk = disk

    def write(self, data: Any) -> Any:
        """Write all, or half of it and then fail."""
        try:
            self._disk.check("write", self._path)
        except OSError:
            half = data if isinstance(data, str) else memoryview(data).cast("B")
            self._file.write(half[: len(half) // 2])
            raise
        return self._file.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> WatchedFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)


def failing_disks(folder: Path, *, for_good: bool = False, step: int = 1) -> Iterator[FailingDisk]:
    """A disk for each call of a session, or for one of `step`, to be entered around it, until all its calls succeed."""
    number = 1
    while True:
        disk = FailingDisk(folder, number, for_good=for_good)
        yield disk
        assert disk.calls, "the session writes nothing below the folder"
        if not disk.failed:
            return
        number += step


def fill_disk_for(patch: pytest.MonkeyPatch, part: str) -> None:
    """Let the disk be full for a player's files that have `part` in the name of their file or folder."""

    def check(path: Path) -> None:
        if part in (path.name, path.parent.name):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def write(path: Path, data: bytes) -> None:
        check(path)
        write_whole(path, data)

    def append(path: Path, lines: Sequence[Line]) -> None:
        check(path)
        append_to_ledger(path, lines)

    patch.setattr("steep.play.files.user_files.write_whole", write)
    patch.setattr("steep.play.files.ledger._append", append)
