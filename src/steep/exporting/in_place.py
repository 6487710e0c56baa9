"""Changes the numbers of a project's source to those of a ruleset that was imported from it.

The reader that imported them says where each number is. What comes out is read again before it is given
to anybody: it must say what the ruleset says, and nothing else.
"""

from __future__ import annotations

import difflib
import re
import stat
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from steep.content import Rulebook, load_ruleset
from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.exporting.number_edits import NumberEdits, changed_figures
from steep.importing import Imported, filled_in, import_project
from steep.importing.python.find_and_decode_sources import MAX_BYTES, encoding_of
from steep.importing.python.written_numbers import Origin

# The text of a source file in which some numbers are others, and every other byte is as it was.

NUMBER = re.compile(r"[-+]?\s*(0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)([fFmMdDlLuUnN]{0,2})")
"""A number in any language, with its suffix."""
LINE = re.compile(r"\r\n|\r|\n")


def edited_source(data: bytes, numbers: Mapping[Origin, Fraction]) -> bytes:
    """The file with these numbers at these places. Raises `InputError` for a place that has no plain number."""
    encoding = encoding_of(data)
    text = data.decode(encoding, errors="replace")
    if encoding.startswith("utf-16") or text.encode(encoding, errors="replace") != data:
        place = next(iter(numbers))
        raise InputError(f"{place.file}: its bytes are not all {encoding}; change it by hand: {place}")
    starts = [0, *(match.end() for match in LINE.finditer(text))]
    # From the end, so that what is before keeps its place.
    for place, value in sorted(numbers.items(), reverse=True):
        start = starts[place.line - 1]
        line = text[start : starts[place.line]] if place.line < len(starts) else text[start:]
        in_bytes = line.encode()
        before = in_bytes[: place.column].decode(errors="replace")
        old = in_bytes[place.column : place.end].decode(errors="replace")
        new = number_text(value, old)
        if new is None:
            raise InputError(f"{place}: found {old.strip()[:40]!r} where a number was read; change it by hand")
        at = start + len(before)
        text = text[:at] + new + text[at + len(old) :]
    return text.encode(encoding)


def number_text(value: Fraction, old: str) -> str | None:
    """A number as it is written in place of another, with its suffix; None if that is none, or it can't be exact."""
    found = NUMBER.fullmatch(old)
    if found is None:
        return None
    text = str(value.numerator) if value.denominator == 1 and not re.search(r"[.eE]", found[1]) else repr(float(value))
    return text + found[2] if Fraction(text) == value else None


@dataclass(frozen=True, slots=True)
class InPlace:
    """Changes of a project's source, not yet written."""

    files: Mapping[Path, tuple[bytes, bytes]]
    """For each file that changes, its bytes before and after."""
    diff: str
    """The changes as a unified diff."""
    numbers: int
    """How many numbers change."""
    refused: tuple[str, ...]
    """What the source can't be made to say by changing numbers, one line for each figure."""


def export_in_place(rulebook: Rulebook, project: Path, hero: str | None = None) -> InPlace:
    """The changes of numbers that make a project's source match a ruleset, where possible.

    Raises `InputError` if the project can't be read, a file has no number where one was read, or what would be
    written reads otherwise than it should. `hero` is the one that was imported, if the project has several. Nothing
    is written, and none of the project's code is run.
    """
    imported = import_project(project, hero=hero)
    edits = NumberEdits(imported.sections)
    edits.plan([*changed_figures(rulebook_of(imported), rulebook)])
    by_file: dict[str, dict[Origin, Fraction]] = {}
    for place, value in edits.numbers.items():
        by_file.setdefault(place.file, {})[place] = value
    files: dict[Path, tuple[bytes, bytes]] = {}
    edited: dict[str, bytes] = {}
    lines: list[str] = []
    for name, numbers in sorted(by_file.items()):
        path = project / name if project.is_dir() else project
        if path.is_symlink():
            raise InputError(f"{path}: is a link; change the file that it leads to")
        before = read_regular_file(path, MAX_BYTES)
        edited[name] = edited_source(before, numbers)
        files[path] = (before, edited[name])
        lines += unified(name, before, edited[name])
    if files:
        check(rulebook, project, edited, edits, hero)
    refused = tuple(f"{'.'.join(path)}: {why}" for path, why in sorted(edits.refused.items()))
    return InPlace(files, "".join(f"{line}\n" for line in lines), len(edits.numbers), refused)


def refuse_what_is_protected(path: Path) -> None:
    """Raise `InputError` for a file that is read-only, or that replacing would cut off from its other names."""
    found = path.stat()
    if found.st_nlink > 1:
        raise InputError(
            f"{path}: has {found.st_nlink} names (hard links), of which only this one would change; nothing was written"
        )
    if not found.st_mode & stat.S_IWUSR:
        raise InputError(f"{path}: is read-only; nothing was written")


def write_in_place(changes: InPlace, write: Callable[[Path, bytes], None]) -> None:
    """Write the changed files by `write`. Raises `InputError` if one is no longer as it was read, or is protected."""
    for path, (before, _) in changes.files.items():
        refuse_what_is_protected(path)
        if read_regular_file(path, MAX_BYTES) != before:
            raise InputError(f"{path}: was changed meanwhile; nothing was written")
    for path, (_, after) in changes.files.items():
        mode = path.stat().st_mode
        try:
            write(path, after)
            path.chmod(mode)
        except OSError as error:
            raise InputError(f"{path}: cannot be written ({error.strerror or error})") from None


def rulebook_of(imported: Imported) -> Rulebook:
    """The ruleset of an import."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "imported.toml")
        file.write_text(filled_in(imported.toml), encoding="utf-8")
        return load_ruleset(str(file))


def unified(name: str, before: bytes, after: bytes) -> list[str]:
    """The lines of a diff of a file."""
    old, new = (data.decode(encoding_of(before)).splitlines() for data in (before, after))
    return [*difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")]


def check(rulebook: Rulebook, project: Path, edited: Mapping[str, bytes], edits: NumberEdits, hero: str | None) -> None:
    """Raise `InputError` unless the edited source reads as the ruleset says, but for what was refused."""
    again = rulebook_of(import_project(project, edited, hero))
    wrong = [".".join(change.path) for change in changed_figures(again, rulebook) if change.path not in edits.refused]
    if wrong:
        raise InputError(
            f"{project}: with these numbers changed, {', '.join(wrong[:5])} would not read as in {rulebook.name}; "
            "nothing was written"
        )
