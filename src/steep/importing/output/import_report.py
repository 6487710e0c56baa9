"""The report of an import: what it read from where, what it took from a bundled ruleset, what it could not read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

MAX_LINES = 40
"""Lines shown of each part."""


class Location(NamedTuple):
    """A line in a file of the project."""

    file: str
    line: int

    def __str__(self) -> str:
        """``file:line``, which editors and terminals recognise."""
        return f"{self.file}:{self.line}"


class Uncovered(NamedTuple):
    """Numbers of the project that the ruleset does not have."""

    name: str
    """The field, the table or the function that they are in."""
    numbers: int
    location: Location
    """Of the first."""

    def __str__(self) -> str:
        """As in "3 × agility (actors.py:12)"."""
        return f"{self.numbers} × {self.name} ({self.location})"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of a project's numbers its ruleset has."""

    here: int
    total: int
    missing: tuple[Uncovered, ...]
    """Those that it does not have, most first."""

    @property
    def share(self) -> float:
        """From 0 to 1; 0 if there are none."""
        return self.here / self.total if self.total else 0.0

    def lines(self) -> list[str]:
        """The share in words, and what is missing."""
        # Rounded down: 100 % is all of them.
        percent = self.here * 100 // max(self.total, 1)
        first = f"{percent} % of your game's numbers are here, {self.here} of {self.total}"
        if not self.missing:
            return [first]
        return [f"{first}; not here:", *shortened([str(each) for each in self.missing])]


@dataclass(slots=True)
class ImportReport:
    """Sentences collected while a project is read. Repeated sentences are kept once."""

    read: dict[str, None] = field(default_factory=dict)
    """Sentences, in order."""
    taken: dict[str, None] = field(default_factory=dict)
    unread: dict[str, None] = field(default_factory=dict)
    coverage: Coverage | None = None
    findings: dict[str, None] = field(default_factory=dict)

    def add_read(self, what: str, location: Location) -> None:
        """Report something that was read."""
        self.read[f"{location}: {what}"] = None

    def add_taken(self, what: str) -> None:
        """Report something that was taken from a bundled ruleset, or changed to fit."""
        self.taken[what] = None

    def add_unread(self, what: str, location: Location | None = None) -> None:
        """Report something that could not be read."""
        self.unread[what if location is None else f"{location}: {what}"] = None

    def add_finding(self, what: str, location: Location) -> None:
        """Report what looks like a mistake in the project itself."""
        self.findings[f"{location}: {what}"] = None

    def lines(self) -> list[str]:
        """The whole report as lines of text."""
        parts = (
            ("read", self.read),
            ("looks like a mistake in the project", self.findings),
            ("taken or changed", self.taken),
            ("not read", self.unread),
        )
        lines = [line for title, sentences in parts if sentences for line in (f"{title}:", *shortened([*sentences]))]
        return [*lines, *(self.coverage.lines() if self.coverage else [])]

    def as_data(self) -> dict[str, Any]:
        """The report for JSON."""
        missing = self.coverage.missing if self.coverage else ()
        names = [{"name": each.name, "numbers": each.numbers, "location": str(each.location)} for each in missing]
        counts = {key: getattr(self.coverage, key) for key in ("here", "total", "share")} if self.coverage else None
        return {
            "coverage": counts and {**counts, "missing": names},
            "read": [*self.read],
            "mistakes": [*self.findings],
            "taken": [*self.taken],
            "unread": [*self.unread],
        }


def shortened(sentences: list[str]) -> list[str]:
    """The first sentences as indented lines, and the number of the others."""
    more = [f"and {len(sentences) - MAX_LINES} more"] if len(sentences) > MAX_LINES else []
    return [f"  {line}" for line in (*sentences[:MAX_LINES], *more)]
