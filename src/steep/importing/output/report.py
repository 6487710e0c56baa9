"""What an import tells the maker: where it read what, what it took from a seed, and what it could not read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

MOST_TOLD = 40
"""Lines of one kind. A project that gives more reasons than this has one reason."""


class Where(NamedTuple):
    """A line of a project's file."""

    file: str
    line: int

    def __str__(self) -> str:
        """As editors and terminals take it."""
        return f"{self.file}:{self.line}"


@dataclass(slots=True)
class ImportReport:
    """Collected while a project is read. A sentence that is told twice is kept once."""

    read: dict[str, None] = field(default_factory=dict)
    """Sentences in their order."""
    taken: dict[str, None] = field(default_factory=dict)
    unread: dict[str, None] = field(default_factory=dict)

    def tell_read(self, what: str, where: Where) -> None:
        """Something was read."""
        self.read[f"{where}: {what}"] = None

    def tell_taken(self, what: str) -> None:
        """Something was taken from a seed, or changed on its way."""
        self.taken[what] = None

    def tell_unread(self, what: str, where: Where | None = None) -> None:
        """Something could not be read."""
        self.unread[what if where is None else f"{where}: {what}"] = None

    def lines(self) -> list[str]:
        """All of it, for people."""
        parts = (("read", self.read), ("taken or changed", self.taken), ("not read", self.unread))
        return [line for title, told in parts if told for line in (f"{title}:", *shortened([*told]))]


def shortened(told: list[str]) -> list[str]:
    """Indented lines, and how many more there are."""
    more = [f"and {len(told) - MOST_TOLD} more"] if len(told) > MOST_TOLD else []
    return [f"  {line}" for line in (*told[:MOST_TOLD], *more)]
