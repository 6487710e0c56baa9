"""What is wrong with a ruleset: findings, each with its file and key, collected and told together."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from steep.core.errors import MAX_SHOWN, InputError, nearest, printable, shortened

MOST_FINDINGS = 50
"""Findings that a message lists; the others are counted."""

MOST_LISTED = 20
"""Names that a message lists."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong."""

    file: str
    path: str
    """The key, as ``monsters.troll.hp``, or a line and column; empty when it is about the whole file."""
    found: str
    allowed: str

    def __str__(self) -> str:
        """The finding on one line, whatever was in the file."""
        where = f"{self.file}: {self.path}" if self.path else self.file
        return printable(f"{where}: {self.found}; allowed: {self.allowed}")


class RulesetError(InputError):
    """A ruleset cannot be used. Its text is one line for each finding, and one for how many more there are."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        found = tuple(findings)
        self.findings = found[:MOST_FINDINGS]
        more = [f"and {len(found) - MOST_FINDINGS:_} more"] if len(found) > MOST_FINDINGS else []
        super().__init__("\n".join([*(str(finding) for finding in self.findings), *more]))


UNTOLD = Finding("", "", "", "")
"""In place of each finding after those that a message lists."""


@dataclass(frozen=True, slots=True)
class Place:
    """A key of a file, and where to report what is wrong with its value."""

    findings: list[Finding]
    file: str
    path: str = ""

    def under(self, key: str) -> Place:
        """A key of the table that stands here."""
        key = shortened(key)
        shown_key = key if key.replace("_", "").replace("-", "").isalnum() else f'"{key}"'
        return Place(self.findings, self.file, f"{self.path}.{shown_key}" if self.path else shown_key)

    def entry(self, number: int) -> Place:
        """An entry of the list that stands here, counted from 1."""
        return Place(self.findings, self.file, f"{self.path}[{number}]")

    @property
    def counted_only(self) -> bool:
        """Whether there are so many findings already that what is reported from here on is only counted."""
        return len(self.findings) >= MOST_FINDINGS

    def reject(self, found: str, allowed: str) -> None:
        """Report what was found and what is allowed."""
        self.findings.append(UNTOLD if self.counted_only else Finding(self.file, self.path, found, allowed))

    def reject_value(self, value: object, allowed: str) -> None:
        """Report a value as it stands in the file."""
        self.reject("" if self.counted_only else f"found {shown(value)}", allowed)

    def hint(self, name: str, names: Iterable[str]) -> str:
        """A hint at the nearest of some names, where it will be read."""
        return "" if self.counted_only else nearest(name, names)

    def reject_name(self, name: str, what: str, names: Iterable[str]) -> None:
        """Report a name that is none of those allowed, and the nearest of them."""
        if self.counted_only:
            self.reject("", "")
            return
        allowed = tuple(names)
        listed = ", ".join(allowed[:MOST_LISTED]) + (
            f" and {len(allowed) - MOST_LISTED} more" if allowed[MOST_LISTED:] else ""
        )
        self.reject(what, (listed or "none") + nearest(name, allowed))


def shown(value: object) -> str:
    """A TOML value for a message: itself when it is short, else what kind of thing it is."""
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
