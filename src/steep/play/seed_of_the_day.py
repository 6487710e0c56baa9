"""The seed of the day: the date, in UTC, read as a number. Everybody has the same one."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

A_DAY = re.compile(r"\d{4}-\d\d-\d\d")
"""How days are written: 2026-01-31."""


def day_of(now: datetime) -> str:
    """The day of a moment, in UTC: "2026-01-31"."""
    return now.astimezone(UTC).date().isoformat()


def seed_of(day: str) -> int:
    """The seed of a day: 20260131."""
    return int(day.replace("-", ""))


def is_day(text: str) -> bool:
    """Whether a text names a day as `day_of` does."""
    try:
        return A_DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def start_sentence(day: str, *, scored: bool) -> str:
    """What the first message of a game of the seed of the day says."""
    if scored:
        return f"This is your scored attempt at the seed of {day}."
    return f"You have had your attempt at the seed of {day}: this game has no score."
