"""Rows that cannot be used: how many for each reason, and the first of them with what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

LISTED = 20
"""Rows that are listed one by one."""


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that was left out."""

    number: int
    """Counted from 1."""
    reason: str
    found: str


@dataclass(slots=True)
class BadRows:
    """Rows that were left out. A row counts once, for the first reason that it gives."""

    listed: list[BadRow] = field(default_factory=list)
    """The first of them."""
    by_reason: Counter[str] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        """Of all rows that were left out."""
        return self.by_reason.total()

    def add(self, reason: str, numbers: Sequence[int], found: Sequence[str]) -> None:
        """Count rows that cannot be used for the same reason; `found` is of the first LISTED of them."""
        if numbers:
            self.by_reason[reason] += len(numbers)
            self.listed += [BadRow(number, reason, each) for number, each in zip(numbers, found, strict=False)]
            self.listed.sort(key=lambda row: row.number)
            del self.listed[LISTED:]

    def lines(self) -> Iterator[str]:
        """All of it as text: the reasons with their numbers, then the first rows."""
        for reason, count in self.by_reason.most_common():
            yield f"{count:,} {'row' if count == 1 else 'rows'}: {reason}"
        for row in self.listed:
            yield f"  row {row.number}: {row.reason}: found {row.found}"
        if self.count > len(self.listed):
            yield f"  and {self.count - len(self.listed):,} more"
