"""What a finding is: something that is proved of a ruleset's numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Number = int | float | str

SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was proved, with the numbers that prove it."""

    code: str
    """What kind of finding: a stable name, explained in the manual."""
    severity: str
    floor: int
    """The floor from which on, or on which, it holds."""
    subject: str
    """The key of the kind that it is about, or "monsters", "items" or "floors"."""
    text: str
    numbers: Mapping[str, Number] = field(default_factory=dict)
