"""The seed of the day: the date, in UTC, read as a number. Everybody has the same one, and one scored attempt at it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime

A_DAY = re.compile(r"\d{4}-\d\d-\d\d")
"""How days are written: 2026-01-31."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A run of a seed of the day."""

    day: str
    ruleset_hash: str
    profile: str
    """The profile that began it, and that its score belongs to."""
    run: str
    """The id of the run."""
    scored: bool
    """Whether it is the first of its profile, day and ruleset that was begun as the seed of the day."""
    practised: bool = False
    """For a scored attempt: whether the profile had played that seed by its number. Else whether this run does so."""


def day_of(now: datetime) -> str:
    """The day of a moment, in UTC: "2026-01-31"."""
    return now.astimezone(UTC).date().isoformat()


def seed_of(day: str) -> int:
    """The seed of a day: 20260131."""
    return int(day.replace("-", ""))


def day_with_seed(seed: int) -> str:
    """The day that has a seed; empty when none has."""
    digits = f"{seed:08}"
    day = f"{digits[:-4]}-{digits[-4:-2]}-{digits[-2:]}"
    return day if is_day(day) else ""


def is_day(text: str) -> bool:
    """Whether a text names a day as `day_of` does."""
    try:
        return A_DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def start_sentence(attempt: Attempt) -> str:
    """What the first message of a game of the seed of the day says."""
    if attempt.scored and attempt.practised:
        return f"This is your scored attempt at the seed of {attempt.day}. Its table will say that you practised."
    if attempt.scored:
        return f"This is your scored attempt at the seed of {attempt.day}."
    if attempt.practised:
        return f"This is practice for the seed of {attempt.day}: it has no score, and your attempt will be marked."
    return f"You have had your attempt at the seed of {attempt.day}: this game has no score."
