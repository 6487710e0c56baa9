"""The report of an import: what it read from where, what it took from a bundled ruleset, what it could not read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

SHOWN = 10
"""Lines that are shown, the most important first."""

COMMENTED = 40
"""Lines of each part in the comments of the ruleset."""

ODDS, FIGHTS, LOOKS = range(3)
"""How important a line is: wrong odds first, then wrong fights, then anything else."""


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
    location: Location | None
    """Where the first of them is."""

    def __str__(self) -> str:
        """As in "3 × agility (actors.py:12)"."""
        return f"{self.numbers} × {self.name}" + (f" ({self.location})" if self.location is not None else "")


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many of a project's numbers its ruleset has. Each thing that only code says counts as one."""

    here: int
    total: int
    missing: tuple[Uncovered, ...]
    """Those that it does not have, the largest group first."""

    @property
    def share(self) -> float:
        """From 0 to 1; 0 if there are none."""
        return self.here / self.total if self.total else 0.0

    def line(self) -> str:
        """The share in words, and the largest groups of what is missing."""
        # Rounded down: 100 % is all of them.
        percent = self.here * 100 // max(self.total, 1)
        more = f" and {len(self.missing) - 3} more" if len(self.missing) > 3 else ""
        missing = f"; not in it: {', '.join(map(str, self.missing[:3]))}{more}" if self.missing else ""
        return f"{percent} % of your game's numbers are in the ruleset, {self.here} of {self.total}{missing}"


@dataclass(slots=True)
class ImportReport:
    """Sentences collected while a project is read. Repeated sentences are kept once."""

    read: dict[str, None] = field(default_factory=dict)
    """Sentences, in order."""
    taken: dict[str, int] = field(default_factory=dict)
    """Sentences, each with how important it is."""
    unread: dict[str, int] = field(default_factory=dict)
    findings: dict[str, None] = field(default_factory=dict)
    assumed: dict[str, str] = field(default_factory=dict)
    """Things that decide a game and were not read, by key of `[imported]`, with what the ruleset does instead."""
    coverage: Coverage | None = None
    part: bool = False
    """Whether a part of a game is read, so that a bundled ruleset is meant to supply the rest."""

    def add_read(self, what: str, location: Location) -> None:
        """Report something that was read."""
        self.read[f"{location}: {what}"] = None

    def add_taken(self, what: str, weight: int = LOOKS) -> None:
        """Report something that was taken from a bundled ruleset, or changed to fit."""
        self.taken[what] = weight

    def add_unread(self, what: str, location: Location | None = None, weight: int = LOOKS) -> None:
        """Report something that could not be read."""
        self.unread[what if location is None else f"{location}: {what}"] = weight

    def assume(self, topic: str, what: str, location: Location | None = None) -> None:
        """Report something that decides a game and was not read, and keep it in the ruleset."""
        if self.part and (location is None or what.startswith("no ")):
            return
        self.add_unread(what, location, FIGHTS if topic in ("attack", "gear", "stats") else ODDS)
        before = f"{self.assumed[topic]}; " if topic in self.assumed else ""
        self.assumed[topic] = before + (what if location is None else f"{location}: {what}")

    def add_finding(self, what: str, location: Location) -> None:
        """Report what looks like a mistake in the project itself."""
        self.findings[f"{location}: {what}"] = None

    def lines(self) -> list[str]:
        """The most important lines, and how many others there are."""
        lines = [line for _, line in sorted(self.weighed(), key=lambda each: each[0])]
        left = len(lines) - SHOWN + sum(weight == LOOKS for weight in self.taken.values())
        more = [f"and {left} more; --report FILE.json has all"] if len(lines) > SHOWN else []
        shown = ["not read, or changed:", *(f"  {line}" for line in [*lines[:SHOWN], *more])] if lines else []
        return [*shown, *([self.coverage.line()] if self.coverage else [])]

    def weighed(self) -> list[tuple[int, str]]:
        """What was not read, or changed, each with how important it is."""
        weighed = [(weight, line) for line, weight in self.unread.items()]
        weighed += [(weight, line) for line, weight in self.taken.items() if weight < LOOKS]
        return weighed + [(FIGHTS, f"{line} (a mistake in the project?)") for line in self.findings]

    def short(self) -> str:
        """How much is left to say, in a line; empty if nothing is."""
        count = len(self.weighed())
        said = [f"{count} {'thing was' if count == 1 else 'things were'} not read, or changed"] if count else []
        said += [f"assumed, as only code says them: {', '.join(sorted(self.assumed))}"] if self.assumed else []
        return f"{'; '.join(said)}; import without -q, or with --report FILE.json, for the report" if said else ""

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
            "assumed": self.assumed,
        }
