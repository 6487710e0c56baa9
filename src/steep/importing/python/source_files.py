"""Which files of a project are read, and how their bytes become text. Nothing here knows Python's grammar."""

from __future__ import annotations

import io
import os
import re
import stat
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from steep.core.errors import InputError, printable
from steep.core.reading import read_regular_file
from steep.importing.output.report import ImportReport, Where

MOST_FILES = 2_000
MOST_FOLDERS = 10_000
MOST_BYTES = 1024 * 1024
"""Of one file. Somebody's largest script has a tenth of it."""
MOST_WORDS = 200_000
"""Words and signs of all files, some 700 KB of usual code. Python's tree of them takes up to 0.6 KB each."""

WORD = re.compile(r"\w+|[^\w\s]|\n")

NOT_THEIRS = frozenset(
    ("__pycache__", "build", "dist", "env", "node_modules", "site-packages", "venv", "virtualenv", "lib64")
)
"""Folders that hold other people's code, or copies. Hidden folders are left out, too."""

VIRTUAL_ENVIRONMENT = "pyvenv.cfg"
"""The file by which a virtual environment is known, whatever its folder is called."""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one file."""

    file: str
    """Its path from the project's folder, with slashes."""
    text: str


def read_sources(path: Path, report: ImportReport) -> list[Source]:
    """All files of Python in a folder, or the one file. Raises `InputError` when there is none."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{path}: cannot be read ({reason}); give a file of Python or a project's folder") from None
    if stat.S_ISREG(mode):
        sources = [source for source in (read_source(path, path.name, report),) if source]
    elif stat.S_ISDIR(mode):
        sources = read_folder(path, report)
    else:
        raise InputError(f"{path}: is neither a file nor a folder")
    if not sources:
        why = f": {next(iter(report.unread))}" if report.unread else ""
        raise InputError(f"{path}: no file of Python that can be read{why}")
    return sources


def read_folder(folder: Path, report: ImportReport) -> list[Source]:
    """The files under a folder in the order of their paths, as far as the limits allow."""
    sources: list[Source] = []
    room = MOST_WORDS
    for count, path in enumerate(python_files(folder, report)):
        name = path.relative_to(folder).as_posix()
        if count == MOST_FILES:
            report.tell_unread(f"more than {count} files: those from {name} on")
            break
        source = read_source(path, name, report)
        if source is not None:
            room -= words_of(source.text)
            if room < 0:
                report.tell_unread(f"more than {MOST_WORDS:_} words and signs: the files from {name} on")
                break
            sources.append(source)
    return sources


def python_files(folder: Path, report: ImportReport) -> Iterator[Path]:
    """Paths that end in .py, top first. Folders that are links are not entered, so no loop is walked."""
    walk = os.walk(folder, followlinks=False)
    for count, (here, folders, files) in enumerate(walk):
        if count == MOST_FOLDERS:
            report.tell_unread(f"more than {MOST_FOLDERS} folders: those from {Path(here).name} on")
            return
        if VIRTUAL_ENVIRONMENT in files and count:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name.lower() not in NOT_THEIRS)
        yield from (Path(here, name) for name in sorted(files) if name.lower().endswith((".py", ".pyw")))


def read_source(path: Path, name: str, report: ImportReport) -> Source | None:
    """A file's text, or None once it is told why there is none."""
    where = Where(printable(name), 1)
    try:
        data = read_regular_file(path, MOST_BYTES)
    except OSError as error:
        report.tell_unread(f"cannot be read ({error.strerror or error})", where)
        return None
    text = decode(data)
    if "\0" in text:
        report.tell_unread("not a text", where)
        return None
    words = words_of(text)
    if words > MOST_WORDS:
        report.tell_unread(f"a file of {words:_} words and signs; at most {MOST_WORDS:_} are read", where)
        return None
    return Source(where.file, text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " "))


def words_of(text: str) -> int:
    """How many words and signs a text has: what the tree of it grows with."""
    return sum(1 for _ in WORD.finditer(text))


def decode(data: bytes) -> str:
    """The text of a file in the encoding that it names, as Python finds it; else as most of the West wrote it."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        with warnings.catch_warnings():
            # Some encodings complain of escapes.
            warnings.simplefilter("ignore")
            return data.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError):
        return data.decode("cp1252", errors="replace")
