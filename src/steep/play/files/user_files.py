"""One way to read and write a player's files, which may be missing, damaged, locked, too large or of another version.

This module does not know what they hold.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Generic, Literal, TypeVar

from steep.core.input_errors import InputError, brief
from steep.core.read_untrusted_files import parse_json, parse_toml, read_regular_file
from steep.play.files.container import ContainerError

# Locks between processes. They are the system's own, so a crash or a kill releases them.

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


# Atomic writes: a file is replaced as a whole or not at all.

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


T = TypeVar("T")

Trouble = Literal["unreadable", "damaged", "later", "unwritten", "locked", "unnamed"]

TROUBLES: dict[Trouble, str] = {
    "unreadable": "{path}: {noun} cannot be read: {why}",
    "damaged": "{path}: {noun} {why}",
    "later": "{path}: {noun} is from a later version of Steep and is kept: {why}",
    "unwritten": "{path}: {noun} could not be written: {why}",
    "locked": "{noun} could not be written: {path}: another Steep has had it locked for {why} seconds",
    "unnamed": "{path}: {noun} is damaged and cannot be renamed: {why}",
}
"""The message for each trouble with a file."""

DAMAGE = (ValueError, KeyError, TypeError, AttributeError, IndexError, struct.error, RecursionError)
"""What parsing raises for content that no version of Steep writes. A `ContainerError` says itself what is wrong."""

FORGED = "is invalid: {error}"
"""The message for a damaged file of a kind that has a checksum."""

MAX_COUNT = 2**53
"""Largest number of anything that is counted."""

TOML_BYTES = 64 * 1024
"""Largest file of TOML that a player writes."""


class FileError(InputError):
    """A file of the player's cannot be read or written. The text names it and says why."""

    def __init__(self, text: str, trouble: Trouble = "damaged") -> None:
        super().__init__(text)
        self.trouble = trouble


class LaterVersionError(ValueError):
    """A file is from a later version of Steep. The text names the formats."""


@dataclass(frozen=True, slots=True)
class UserFile(Generic[T]):
    """A kind of file that a player has: what it is called, how much it may hold, and how it is parsed."""

    noun: str
    """As messages call it: "the file of high scores"."""
    max_bytes: int
    parse: Callable[[bytes], T]
    """Raises an error of DAMAGE when no version of Steep writes such a file."""
    missing: Callable[[], T] | None = None
    """What a file that isn't there holds; None where that is an error."""
    damaged: str = "is damaged"
    """The message for a damaged file; `{error}` stands for what parsing said."""
    error: type[FileError] = FileError

    def read(self, path: Path) -> T:
        """The content of a file, which is only read. Raises `error`."""
        try:
            return self.parse(read_regular_file(path, self.max_bytes))
        except (FileNotFoundError, NotADirectoryError) as error:
            if self.missing is not None:
                return self.missing()
            raise self.trouble("unreadable", path, reason_of(error)) from None
        except OSError as error:
            raise self.trouble("unreadable", path, reason_of(error)) from None
        except LaterVersionError as error:
            raise self.trouble("later", path, str(error)) from None
        except ContainerError as error:
            raise self.trouble("damaged", path, str(error)) from None
        except DAMAGE as error:
            raise self.trouble("damaged", path, self.damaged.format(error=error)) from None

    def write(self, path: Path, data: bytes) -> None:
        """Replace a file. Raises `error`; then the old one is unchanged."""
        with self.writing(path):
            write_whole(path, data)

    @contextlib.contextmanager
    def writing(self, path: Path) -> Iterator[None]:
        """Turn what goes wrong in writing a file into an `error`."""
        try:
            yield
        except LockError:
            raise self.trouble("locked", path, f"{TIMEOUT_SECONDS:g}") from None
        except OSError as error:
            raise self.trouble("unwritten", path, reason_of(error)) from None

    def change(self, path: Path, change: Callable[[T], bytes]) -> None:
        """Read a file and write it back changed, under its lock. A damaged file is renamed, and a new one begins.

        Raises `error`; then the file is unchanged.
        """
        with self.writing(path), locked(path):
            try:
                content = self.read(path)
            except FileError as error:
                if error.trouble != "damaged" or self.missing is None:
                    raise
                self.set_aside(path)
                content = self.missing()
            write_whole(path, change(content))

    def set_aside(self, path: Path) -> Path:
        """Rename a damaged file, so that it is kept. Returns its new path. Raises `error`."""
        try:
            return rename_damaged(path)
        except OSError as error:
            raise self.trouble("unnamed", path, reason_of(error)) from None

    def trouble(self, trouble: Trouble, path: Path, why: str) -> FileError:
        """The error of a trouble with a file."""
        return self.error(TROUBLES[trouble].format(path=path, noun=self.noun, why=why), trouble)


def versioned_json(data: bytes, form: int) -> dict[str, Any]:
    """A JSON object that states its format. Raises `LaterVersionError` for a later format, `ValueError` for others."""
    found: dict[str, Any] = parse_json(data)
    is_number = type(found["format"]) is int
    if is_number and found["format"] > form:
        raise LaterVersionError(f"its format is {found['format']}, and this version reads format {form}")
    if not is_number or found["format"] != form:
        raise ValueError(f"format {found['format']!r}")
    return found


def json_bytes(value: object) -> bytes:
    """A value as compact JSON."""
    return json.dumps(value, separators=(",", ":")).encode()


def whole_number(value: object, low: int = 0, high: int = MAX_COUNT) -> int:
    """A number from parsed JSON. Raises `ValueError` for anything but a whole number in a range."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{brief(value)} where a whole number from {low} to {high} belongs")
    return value


def printable_text(value: object) -> str:
    """A text from parsed JSON. Raises `ValueError` for anything but a printable text."""
    if type(value) is not str or not value.isprintable():
        raise ValueError(f"{brief(value)} where a text belongs")
    return value


def toml_of_player(data: bytes) -> dict[str, Any]:
    """The tables of a TOML file that a player writes. Raises `ContainerError`, which says where it isn't TOML."""
    try:
        # Some editors write a byte order mark, which TOML does not allow.
        return parse_toml(data.decode("utf-8-sig"))
    except UnicodeDecodeError as broken:
        line = data.count(b"\n", 0, broken.start) + 1
        raise ContainerError(f"is not text in UTF-8 (at line {line})") from None
    except ValueError as broken:
        lines = data.count(b"\n") + 1
        reason = str(broken).replace("at end of document", f"at line {lines}, the end")
        raise ContainerError(f"is not TOML: {reason}") from None
    except RecursionError:
        raise ContainerError("is not TOML: nested too deep") from None


PLAYERS_TOML: UserFile[dict[str, Any]] = UserFile("this file", TOML_BYTES, toml_of_player, dict)
"""A keymap or settings, whose keys this module doesn't know."""
