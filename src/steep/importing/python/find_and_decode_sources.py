"""Finds a project's Python files and decodes them. It does not parse them."""

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

from steep.core.input_errors import InputError, printable
from steep.core.read_untrusted_files import read_regular_file
from steep.importing.output.import_report import ImportReport, Location

MAX_FILES = 2_000
MAX_FOLDERS = 10_000
MAX_BYTES = 1024 * 1024
"""Size limit of one file. Large scripts have a tenth of it."""
MAX_TOKENS = 200_000
"""Tokens in all files, about 700 KB of code. Python's syntax tree takes up to 0.6 KB for each."""

TOKEN = re.compile(r"\w+|[^\w\s]|\n")

SKIPPED_FOLDERS = frozenset(
    ("__pycache__", "build", "dist", "env", "node_modules", "site-packages", "venv", "virtualenv", "lib64")
)
"""Folders with installed or built code. Hidden folders are skipped, too."""

TEST_FOLDERS = frozenset(("test", "tests", "testing"))
OLD_WORDS = frozenset(("old", "backup", "bak", "deprecated", "unused"))
"""Words at the end of a file's name that say that the game no longer uses it."""

VIRTUAL_ENVIRONMENT = "pyvenv.cfg"
"""A file that marks a virtual environment, whatever its folder is called."""


@dataclass(frozen=True, slots=True)
class PythonSource:
    """The text of one file."""

    file: str
    """Its path from the project's folder, with slashes."""
    text: str

    @classmethod
    def of(cls, file: str, data: bytes) -> PythonSource:
        """A file with these bytes. Its lines end in newlines."""
        text = data.decode(encoding_of(data), errors="replace")
        return cls(file, text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " "))


def read_sources(path: Path, report: ImportReport) -> list[PythonSource]:
    """Read all Python files in a folder, or one file. Raises `InputError` if there is none."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{path}: cannot be read ({reason}); give a Python file or a project's folder") from None
    if stat.S_ISREG(mode):
        sources = [source for source in (read_source(path, path.name, report),) if source]
    elif stat.S_ISDIR(mode):
        sources = read_folder(path, report)
    else:
        raise InputError(f"{path}: is neither a file nor a folder")
    if not sources:
        why = f": {next(iter(report.unread))}" if report.unread else ""
        raise InputError(f"{path}: no readable Python file{why}")
    return sources


def read_folder(folder: Path, report: ImportReport) -> list[PythonSource]:
    """The files under a folder, sorted by path, within the limits."""
    sources: list[PythonSource] = []
    tokens_left = MAX_TOKENS
    files = [(path, path.relative_to(folder).as_posix()) for path in python_files(folder, report)]
    unused = [name for _, name in files if is_test_or_old(name)]
    if unused and len(unused) < len(files):
        more = f" and {len(unused) - 3} more" if len(unused) > 3 else ""
        report.add_unread(f"tests and old versions: {', '.join(map(printable, unused[:3]))}{more}")
        files = [(path, name) for path, name in files if name not in unused]
    for count, (path, name) in enumerate(files):
        if count == MAX_FILES:
            report.add_unread(f"more than {count} files: those from {name} on")
            break
        source = read_source(path, name, report)
        if source is not None:
            tokens_left -= tokens_of(source.text)
            if tokens_left < 0:
                report.add_unread(f"more than {MAX_TOKENS:_} tokens: the files from {name} on")
                break
            sources.append(source)
    return sources


def python_files(folder: Path, report: ImportReport) -> Iterator[Path]:
    """Paths that end in .py or .pyw, top folders first. Linked folders are not entered."""
    walk = os.walk(folder, followlinks=False)
    for count, (here, folders, files) in enumerate(walk):
        if count == MAX_FOLDERS:
            report.add_unread(f"more than {MAX_FOLDERS} folders: those from {Path(here).name} on")
            return
        if VIRTUAL_ENVIRONMENT in files and count:
            folders.clear()
            continue
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name.lower() not in SKIPPED_FOLDERS
        )
        yield from (Path(here, name) for name in sorted(files) if name.lower().endswith((".py", ".pyw")))


def is_test_or_old(name: str) -> bool:
    """Whether a file is a test, or by its name an old version of another."""
    *folders, file = name.lower().split("/")
    words = file.rpartition(".")[0].replace("-", "_").split("_")
    return bool(
        TEST_FOLDERS.intersection(folders)
        or (len(words) > 1 and (words[-1] in OLD_WORDS or words[0] == "test"))
        or file == "conftest.py"
    )


def read_source(path: Path, name: str, report: ImportReport) -> PythonSource | None:
    """The text of a file, or None once a problem is reported."""
    location = Location(printable(name), 1)
    try:
        data = read_regular_file(path, MAX_BYTES)
    except OSError as error:
        report.add_unread(f"cannot be read ({error.strerror or error})", location)
        return None
    source = PythonSource.of(location.file, data)
    if "\0" in source.text:
        report.add_unread("not a text file", location)
        return None
    tokens = tokens_of(source.text)
    if tokens > MAX_TOKENS:
        report.add_unread(f"a file of {tokens:_} tokens; at most {MAX_TOKENS:_} are read", location)
        return None
    return source


def tokens_of(text: str) -> int:
    """The approximate number of tokens in a text. The size of its syntax tree grows with it."""
    return sum(1 for _ in TOKEN.finditer(text))


def encoding_of(data: bytes) -> str:
    """The encoding that a file declares; if its bytes are not all of it, Windows-1252."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
        with warnings.catch_warnings():
            # Some codecs warn about escapes.
            warnings.simplefilter("ignore")
            data.decode(encoding)
    except (SyntaxError, UnicodeError, LookupError):
        return "cp1252"
    return encoding
