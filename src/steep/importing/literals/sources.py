"""Finds the files of a project that hold literals, and reads them, noting the place of each number."""

from __future__ import annotations

import bisect
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from steep.core.input_errors import InputError, printable
from steep.core.read_untrusted_files import read_regular_file
from steep.importing.literals.nests import SYNTAXES, Item, Term, item_of, read_nests
from steep.importing.literals.sheets import SHEETS, header_and_rows, read_sheet
from steep.importing.output.import_report import ImportReport, Location
from steep.importing.python.find_and_decode_sources import (
    MAX_BYTES,
    MAX_FILES,
    MAX_FOLDERS,
    SKIPPED_FOLDERS,
    encoding_of,
    is_test_or_old,
    python_files,
)
from steep.importing.python.written_numbers import Origin

ENDINGS = frozenset((*SYNTAXES, *SHEETS, ".txt")) - {".py"}
NO_GAME = re.compile(
    r"(package(-lock)?|tsconfig[\w.]*|composer|manifest|launch|settings)\.jsonc?$|.*\.(config|d|min|test|spec)\.[cm]?[jt]sx?$"
    r"|.*\.steep\.toml$"
)
"""Names of files that hold no tables of a game."""
OWN_BYTES = 4_000
"""How much of a file is searched for signs that it is Steep's."""
MAX_CHARACTERS = 4_000_000
"""Of all files together."""
LINE = re.compile(r"\r\n|\r|\n")
OWN = {
    ".toml": re.compile(r"(?m)\A(?:[^\[]|\[(?!\w))*?^extends\s*=\s*[\"']|^#.* by `steep import`|^\[bands\."),
    ".json": re.compile(r'"ruleset_hash"'),
}
"""Signs that a file is Steep's, not the game's: a ruleset that extends another, a target, a baseline."""


@dataclass(slots=True)
class Source:
    """A file, read."""

    file: str
    text: str
    items: list[Item] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """The places of its lines."""
    headers: list[str] = field(default_factory=list)
    """Of a sheet's columns."""

    @property
    def ending(self) -> str:
        """How its name ends: ``.ts``."""
        return PurePosixPath(self.file).suffix.lower()

    def location(self, term: Term) -> Location:
        """The line of a term."""
        return Location(self.file, bisect.bisect(self.starts, max(term.start, 0)))

    def origin(self, term: Term) -> tuple[Origin, ...]:
        """The place of a number."""
        line = bisect.bisect(self.starts, term.start)
        before = self.text[self.starts[line - 1] : term.start]
        column = len(before.encode(errors="replace"))
        return (
            Origin(self.file, line, column, column + len(self.text[term.start : term.end].encode(errors="replace"))),
        )


def read_source(data: bytes, file: str) -> Source:
    """A file's literals. Raises `InputError` if it is not text, too large, too deep or has something never closed."""
    text = data.decode(encoding_of(data), errors="replace")
    if "\0" in text:
        raise InputError(f"{file}: is not a text file")
    source = Source(file, text, starts=[0, *(found.end() for found in LINE.finditer(text))])
    if is_sheet(source):
        source.headers = [cell.text for cell in header_and_rows(text, file)[0]]
        rows = read_sheet(text, file)
        source.items = [item_of([Term("name", 0, 0, PurePosixPath(file).stem), Term("sign", 0, 0, "="), rows])]
    else:
        source.items = read_nests(text, file)
    return source


def is_sheet(source: Source) -> bool:
    """Whether a file is a sheet: by its name, or by its first line if the name doesn't tell."""
    if source.ending != ".txt":
        return source.ending in SHEETS
    first = next((line for line in source.text.splitlines() if line.strip()), "")
    return not re.search(r"[\[{(=]", first) and any(sign in first for sign in "\t,;|")


def read_sources(path: Path, edited: Mapping[str, bytes], report: ImportReport) -> list[Source]:
    """The files of a folder, or one file. Raises `InputError` for one that can't be read; in a folder, it is named."""
    if not path.is_dir():
        return [read_source(edited.get(path.name) or bytes_of(path), printable(path.name))]
    sources: list[Source] = []
    left = MAX_CHARACTERS
    for count, found in enumerate(files_in(path, report)):
        name = found.relative_to(path).as_posix()
        if count == MAX_FILES or left < 0:
            report.add_unread(f"too many or too large files: those from {printable(name)} on")
            break
        try:
            data = edited.get(name) or bytes_of(found)
            if is_own(data, found.suffix.lower()):
                report.add_taken(f"{printable(name)}: left out, as it is Steep's file and not the game's")
                continue
            source = read_source(data, printable(name))
        except InputError as problem:
            report.add_unread(str(problem))
            continue
        left -= len(source.text)
        sources.append(source)
    return sources


def is_own(data: bytes, ending: str) -> bool:
    """Whether a file is Steep's: a project may keep its ruleset, targets and baselines beside its code."""
    return ending in OWN and OWN[ending].search(data[:OWN_BYTES].decode(errors="replace")) is not None


def has_literals(path: Path) -> bool:
    """Whether a path is a file in a known language, or a folder with one."""
    return next(files_in(path, ImportReport()), None) is not None if path.is_dir() else path.suffix.lower() in ENDINGS


def may_have_python(path: Path) -> bool:
    """Whether a path is a file that may be Python, or a folder with Python, or with nothing that can be read."""
    if not path.is_dir():
        return not has_literals(path)
    return next(python_files(path, ImportReport()), None) is not None or not has_literals(path)


def bytes_of(path: Path) -> bytes:
    """The contents of a file. Raises `InputError`."""
    try:
        return read_regular_file(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputError(f"{printable(path.name)}: cannot be read ({reason})") from None


def files_in(folder: Path, report: ImportReport) -> Iterator[Path]:
    """The files under a folder that may hold tables, top folders first. Linked folders are not entered."""
    for count, (here, folders, files) in enumerate(os.walk(folder, followlinks=False)):
        if count == MAX_FOLDERS:
            report.add_unread(f"more than {MAX_FOLDERS} folders: those from {Path(here).name} on")
            return
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and name.lower() not in SKIPPED_FOLDERS | {"addons"}
        )
        for name in sorted(files):
            path = Path(here, name)
            if path.suffix.lower() not in ENDINGS or path.suffix.lower() == ".txt" or NO_GAME.match(name.lower()):
                continue
            if not is_test_or_old(path.relative_to(folder).as_posix()):
                yield path
