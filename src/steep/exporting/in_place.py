"""Changes the numbers of a project's source to those of a ruleset that was imported from it.

The reader that imported them says where each number is. The result is read again before anybody gets it: it must say
what the ruleset says, and nothing else.
"""

from __future__ import annotations

import difflib
import re
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from steep.content import Rulebook, load_ruleset
from steep.content.reading.find_and_read_ruleset_files import TODO
from steep.content.sections import EFFECT_KEYS
from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.exporting.number_edits import ChangedFigure, NumberEdits, changed_figures
from steep.exporting.row_edits import Replacement, RowEdit, edit_rows, moved, with_changes
from steep.importing import Imported, filled_in, import_project
from steep.importing.python.find_and_decode_sources import MAX_BYTES, encoding_of
from steep.importing.python.written_numbers import Origin

# The text of a source file with some numbers changed, and every other byte as it was.

NUMBER = re.compile(r"[-+]?\s*(0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)([fFmMdDlLuUnN]{0,2})")
"""A number in any language, with its suffix."""
LINE = re.compile(r"\r\n|\r|\n")


def edited_source(data: bytes, numbers: Mapping[Origin, Fraction], rows: Sequence[RowEdit] = ()) -> bytes:
    """The file with these numbers at these places, and with rows added and removed.

    Raises `InputError` for a place that has no plain number, or no row.
    """
    encoding = encoding_of(data)
    text = data.decode(encoding, errors="replace")
    first = next(iter(numbers), None) or rows[0].number
    if encoding.startswith("utf-16") or text.encode(encoding, errors="replace") != data:
        raise InputError(f"{first.file}: its bytes are not all {encoding}; change it by hand: {first}")
    starts = [0, *(match.end() for match in LINE.finditer(text))]

    def found_at(place: Origin) -> tuple[int, str]:
        start = starts[place.line - 1]
        line = (text[start : starts[place.line]] if place.line < len(starts) else text[start:]).encode()
        at = start + len(line[: place.column].decode(errors="replace"))
        return at, line[place.column : place.end].decode(errors="replace")

    def new_text(place: Origin, value: Fraction) -> str:
        old = olds[place][1]
        new = number_text(value, old)
        if new is None:
            raise InputError(f"{place}: found {old.strip()[:40]!r} where a number was read; change it by hand")
        return new

    olds = {place: found_at(place) for place in (*numbers, *(place for row in rows for place in row[:2]))}
    at = {place: start for place, (start, _) in olds.items()}
    # One by one, as rows that were added show where the next one belongs.
    for row in sorted(rows, key=lambda row: row.new or (0, Fraction(0))):
        floor, value = row.new or (0, Fraction(0))
        texts = (new_text(row.since, Fraction(floor)), new_text(row.number, value))
        changes = edit_rows(text, first.file, row, at[row.number], at[row.since], texts)
        if not changes:
            raise InputError(f"{row.number}: found no row here that can be copied or removed")
        text = with_changes(text, changes)
        at = {place: moved(start, changes) for place, start in at.items()}
    last = [
        Replacement(at[place], at[place] + len(olds[place][1]), new_text(place, value))
        for place, value in numbers.items()
    ]
    return with_changes(text, last).encode(encoding)


def number_text(value: Fraction, old: str) -> str | None:
    """The text of a number in place of another, with its suffix; None if `old` is no number, or it can't be exact."""
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
    """What changing numbers in the source can't express, one line for each figure."""
    again: Imported
    """The changed source, read again."""


def export_in_place(rulebook: Rulebook, project: Path, hero: str | None = None, *, part: bool = False) -> InPlace:
    """The changes of numbers that make a project's source match a ruleset, where possible.

    Raises `InputError` if the project can't be read, a file has no number where one was read, or what would be
    written reads otherwise than it should. `hero` and `part` are those with which it was imported. Nothing is written,
    and none of the project's code is run.
    """
    imported = import_project(project, hero=hero, part=part)
    edits = NumberEdits(imported.sections)
    edits.plan([*figures_to_write(imported, rulebook)])
    try:
        return planned(rulebook, project, edits, imported, hero, part)
    except InputError:
        if not edits.rows:
            raise
    # Where the rows can't be changed, the numbers still can.
    why = "rows can't be added or removed there"
    edits.refused.update(dict.fromkeys(edits.rows, f"{why}; its other numbers change"))
    edits.rows.clear()
    return planned(rulebook, project, edits, imported, hero, part)


def figures_to_write(imported: Imported, rulebook: Rulebook) -> Iterator[ChangedFigure]:
    """What differs from a project, except what a person filled in where nothing was read, such as an unknown effect."""
    entries = {section.path: section.entries for section in imported.sections}
    for change in changed_figures(rulebook_of(imported), rulebook):
        read = entries.get(change.path[:2], {})
        value, effect = (read.get(key, ("", ""))[0] for key in (change.path[-1], "effect"))
        of_effect = change.path[-1] in ("effect", *EFFECT_KEYS) and effect in ("none", TODO)
        if value != TODO and not of_effect:
            yield change


def planned(
    rulebook: Rulebook, project: Path, edits: NumberEdits, again: Imported, hero: str | None, part: bool
) -> InPlace:
    """The changes of files, checked by reading them once more. Raises `InputError`."""
    rows = [row for rows in edits.rows.values() for row in rows]
    places = [*edits.numbers, *(row.number for row in rows)]
    files: dict[Path, tuple[bytes, bytes]] = {}
    edited: dict[str, bytes] = {}
    lines: list[str] = []
    for name in sorted({place.file for place in places}):
        path = project / name if project.is_dir() else project
        if path.is_symlink():
            raise InputError(f"{path}: is a link; change the file that it leads to")
        before = read_regular_file(path, MAX_BYTES)
        numbers = {place: value for place, value in edits.numbers.items() if place.file == name}
        edited[name] = edited_source(before, numbers, [row for row in rows if row.number.file == name])
        files[path] = (before, edited[name])
        lines += unified(name, before, edited[name])
    if files:
        again = import_project(project, edited, hero, part=part)
        check(rulebook, project, again, edits)
    refused = tuple(f"{'.'.join(path)}: {why}" for path, why in sorted(edits.refused.items()))
    return InPlace(files, "".join(f"{line}\n" for line in lines), len(edits.numbers) + len(rows), refused, again)


def refuse_what_is_protected(path: Path) -> None:
    """Raise `InputError` for a file that is read-only, or that has hard links, which replacing it would break."""
    found = path.stat()
    if found.st_nlink > 1:
        raise InputError(
            f"{path}: has {found.st_nlink} hard links, and only this one would change; nothing was written"
        )
    if not found.st_mode & stat.S_IWUSR:
        raise InputError(f"{path}: is read-only; nothing was written")


def write_in_place(changes: InPlace, write: Callable[[Path, bytes], None]) -> None:
    """Write the changed files by `write`. Raises `InputError` if one is no longer as it was read, or is protected."""
    for path, (before, _) in changes.files.items():
        refuse_what_is_protected(path)
        if read_regular_file(path, MAX_BYTES) != before:
            raise InputError(f"{path}: changed while Steep worked on it; nothing was written")
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


def check(rulebook: Rulebook, project: Path, again: Imported, edits: NumberEdits) -> None:
    """Raise `InputError` unless the edited source reads like the ruleset, apart from what was refused."""
    wrong = [".".join(change.path) for change in figures_to_write(again, rulebook) if change.path not in edits.refused]
    if wrong:
        raise InputError(
            f"{project}: with these numbers changed, {', '.join(wrong[:5])} would not read as in {rulebook.name}; "
            "nothing was written"
        )
