"""Findings of `steep lint`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from steep.content.reading.places_in_toml import Place

Number = int | float | str

SEVERITIES = ("error", "warning", "note")

EVIDENCE = ("tables", "floors", "duels")
"""What findings follow from: the tables alone, or a sample of generated floors or of duels."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fact about a ruleset, with the numbers that prove it."""

    code: str
    """A stable name for this kind of finding. docs/lint.md explains it."""
    severity: str
    floor: int
    """The floor on which, or from which, it holds."""
    subject: str
    """The key of the kind it concerns, or "monsters", "items" or "floors"."""
    text: str
    numbers: Mapping[str, Number] = field(default_factory=dict)
    evidence: str = "tables"
    """One of EVIDENCE."""
    place: Place | None = None
    """Where what it concerns stands in the ruleset's files."""
    accepted: str = ""
    """Why the ruleset's maker accepts it (``[lint] accept``); empty if it isn't."""
