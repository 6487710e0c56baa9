"""Mistakes in ruleset files. All mistakes of a file, each with its file and key, are collected and reported at once."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from steep.core.input_errors import MAX_SHOWN, InputError, nearest, printable, shortened
from steep.core.read_untrusted_files import parse_toml, read_regular_file

MAX_BYTES = 1024 * 1024
"""Size limit of a ruleset with all that it extends. A ruleset that fills every table takes a third of it."""

MAX_MISTAKES_LISTED = 50
"""Mistakes that one error message lists; the rest are only counted."""

MAX_NAMES_LISTED = 20
"""Allowed names that one message lists."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in a ruleset file."""

    file: str
    path: str
    """The key, such as ``monsters.troll.hp``. Empty when the mistake concerns the whole file, or is no TOML."""
    found: str
    allowed: str
    line: int = 0
    """From 1; 0 if it is unknown, such as for an unreadable file."""
    column: int = 0
    """In characters, from 1."""

    def __str__(self) -> str:
        """The mistake as one line of printable text."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return printable(f"{place}: {self.path}{': ' if self.path else ''}{self.found}; allowed: {self.allowed}")


class RulesetError(InputError):
    """A ruleset cannot be used. The message has one line for each mistake, and a last line if there are more."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        found = tuple(mistakes)
        self.mistakes = tuple(with_places(found[:MAX_MISTAKES_LISTED]))
        more = [f"and {len(found) - MAX_MISTAKES_LISTED:_} more"] if len(found) > MAX_MISTAKES_LISTED else []
        super().__init__("\n".join([*(str(mistake) for mistake in self.mistakes), *more]))


def with_places(mistakes: Iterable[Mistake]) -> Iterator[Mistake]:
    """Mistakes with the lines and columns at which their keys stand in their files."""
    from steep.content.reading.places_in_toml import offsets_in, place_of

    @functools.cache
    def read(file: str) -> tuple[str, Mapping[str, int]]:
        try:
            text = read_regular_file(Path(file), MAX_BYTES).decode("utf-8-sig")
            parse_toml(text)
            return text, offsets_in(text)
        except (OSError, ValueError, RecursionError):
            return "", {}

    for mistake in mistakes:
        text, offsets = ("", {}) if mistake.line or not mistake.path else read(mistake.file)
        line, column = place_of(offsets, text, mistake.path) if text else (mistake.line, mistake.column)
        yield replace(mistake, line=line, column=column)


NOT_LISTED = Mistake("", "", "", "")
"""Stands in for each mistake beyond those that a message lists."""


def joined(path: str, key: str) -> str:
    """The path of a key in the table at a path."""
    key = shortened(key)
    shown_key = key if key.replace("_", "").replace("-", "").isalnum() else f'"{key}"'
    return f"{path}.{shown_key}" if path else shown_key


@dataclass(frozen=True, slots=True)
class Location:
    """A key in a file, and the list that collects the mistakes found there."""

    mistakes: list[Mistake]
    file: str
    path: str = ""
    note: str = ""
    """What messages say after the key: which other key of another file it conflicts with."""
    place: tuple[int, int] = (0, 0)
    """Line and column, where they are known before the file is read as TOML."""

    def under(self, key: str) -> Location:
        """The location of a key in the table at this location."""
        return Location(self.mistakes, self.file, joined(self.path, key), self.note)

    def entry(self, number: int) -> Location:
        """The location of an entry in the list at this location, counted from 1."""
        return Location(self.mistakes, self.file, f"{self.path}[{number}]", self.note)

    @property
    def rejected(self) -> bool:
        """Whether a mistake at this location, or in the table there, has been reported.

        Once the message is full this is true anywhere, since where the further mistakes are is not noted.
        """
        return self.counted_only or any(
            mistake.file == self.file
            and (mistake.path in (self.path, self.path + self.note) or mistake.path.startswith(f"{self.path}."))
            for mistake in self.mistakes
        )

    @property
    def counted_only(self) -> bool:
        """Whether the message is full, so that further mistakes are only counted."""
        return len(self.mistakes) >= MAX_MISTAKES_LISTED

    def reject(self, found: str, allowed: str) -> None:
        """Report what was found and what is allowed instead."""
        self.mistakes.append(
            NOT_LISTED if self.counted_only else Mistake(self.file, self.path + self.note, found, allowed, *self.place)
        )

    def reject_value(self, value: object, allowed: str) -> None:
        """Report a value that is not allowed."""
        self.reject("" if self.counted_only else f"found {shown(value)}", allowed)

    def hint(self, name: str, names: Iterable[str]) -> str:
        """A hint at the nearest of `names`; empty when the mistake will not be listed."""
        return "" if self.counted_only else nearest(name, names)

    def reject_key(self, name: str, keys: Iterable[str]) -> None:
        """Report a key that a table can't have, with a hint at the one that is meant, or else all that it can have."""
        known = () if self.counted_only else tuple(keys)
        hint = meant(name, known)
        self.reject("unknown key", (listed(known) if hint else ", ".join(known)) + hint)

    def reject_name(self, name: str, what: str, names: Iterable[str]) -> None:
        """Report a name that is not among `names`, with a hint at the nearest one. `what` says what was found."""
        if self.counted_only:
            self.reject("", "")
            return
        allowed = tuple(names)
        self.reject(what, (listed(allowed) or "none") + nearest(name, allowed))


def listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - MAX_NAMES_LISTED} more" if names[MAX_NAMES_LISTED:] else ""
    return ", ".join(names[:MAX_NAMES_LISTED]) + more


OTHER_WORDS = {
    "armor": ("defense",),
    "armour": ("defense",),
    "attack": ("power",),
    "char": ("glyph",),
    "colour": ("color", "colors"),
    "distance": ("reach",),
    "duration": ("turns",),
    "experience": ("xp",),
    "health": ("hp", "max_hp", "heal"),
    "range": ("reach", "attack_reach", "throw_range"),
    "rarity": ("spawn", "weight"),
    "symbol": ("glyph",),
    "vision": ("sight", "view_radius"),
    "weight": ("spawn",),
}
"""Words that other games have for a key, and the keys that mean it; the first that a section has counts."""


def meant(name: str, allowed: Iterable[str]) -> str:
    """A suggestion of the key that is meant: one that means the same, or else the most similar one."""
    keys = tuple(allowed)
    same = [key for key in OTHER_WORDS.get(name, ()) if key in keys]
    return f' (did you mean "{same[0]}"?)' if same else nearest(name, keys)


def shown(value: object) -> str:
    """A TOML value as a message shows it: written out when short, otherwise only its type."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{shortened(value)}"'
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of more than 64 bits"
    if isinstance(value, list):
        whole = f"[{', '.join(shown(entry) for entry in value[:MAX_SHOWN])}]"
        return whole if len(whole) <= MAX_SHOWN else f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, datetime.date | datetime.time):
        return f"{value}, a date or time"
    return str(value)
