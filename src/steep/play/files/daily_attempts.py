"""Attempts at seeds of the day: who has begun which, and in which run. Only the first is scored.

An attempt is used up when it begins. It belongs to a profile, a day and a version of the ruleset.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.play.files.atomic_writes import reason_of, rename_damaged, write_whole
from steep.play.files.file_locks import LockError, locked
from steep.play.seed_of_the_day import is_day

FORMAT = 1

MAX_ATTEMPTS = 3_000
"""Attempts that are kept, the newest; some years of them."""

MAX_FILE_BYTES = 2 * 1024 * 1024


class AttemptsError(InputError):
    """The attempts cannot be read or written. The text names the file and says why."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A run of a seed of the day."""

    day: str
    ruleset_hash: str
    profile: str
    run: str
    """The id of the run."""
    scored: bool
    """Whether it is the first of its profile, day and ruleset."""


def read_attempts(path: Path) -> list[Attempt]:
    """All attempts, oldest first; none when there is no file. Raises `AttemptsError`; the file is only read."""
    try:
        return _read(path)
    except AttemptsError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise AttemptsError(f"{path}: the file of attempts is damaged") from None


def attempt_of(path: Path, run: str) -> Attempt | None:
    """The attempt that a run is; None for other runs. Raises `AttemptsError`."""
    return next((attempt for attempt in read_attempts(path) if attempt.run == run), None)


def first_attempt(attempts: Iterable[Attempt], day: str, ruleset_hash: str, profile: str) -> Attempt | None:
    """A profile's scored attempt at the seed of a day with a ruleset; None when it is still to come."""
    wanted = (day, ruleset_hash, profile)
    found = (each for each in attempts if (each.day, each.ruleset_hash, each.profile) == wanted and each.scored)
    return next(found, None)


def begin_attempt(path: Path, day: str, ruleset_hash: str, profile: str, run: str) -> Attempt:
    """Record that a run begins. It is scored if it is the first. Raises `AttemptsError`; then the file is unchanged."""
    try:
        with locked(path):
            try:
                attempts = _read(path)
            except AttemptsError:
                raise
            except (ValueError, KeyError, TypeError, RecursionError):
                rename_damaged(path)
                attempts = []
            scored = first_attempt(attempts, day, ruleset_hash, profile) is None
            attempt = Attempt(day, ruleset_hash, profile, run, scored)
            rows = [asdict(each) for each in [*attempts, attempt][-MAX_ATTEMPTS:]]
            write_whole(path, (json.dumps({"format": FORMAT, "attempts": rows}, indent=1) + "\n").encode())
            return attempt
    except LockError as error:
        raise AttemptsError(f"the attempt could not be recorded: {error}") from None
    except OSError as error:
        raise AttemptsError(f"{path}: the attempt could not be recorded: {reason_of(error)}") from None


def _read(path: Path) -> list[Attempt]:
    """As `read_attempts`, but a damaged file raises whatever reading it raises."""
    try:
        found = json.loads(read_regular_file(path, MAX_FILE_BYTES))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise AttemptsError(f"{path}: the attempts cannot be read: {reason_of(error)}") from None
    if type(found["format"]) is int and found["format"] > FORMAT:
        raise AttemptsError(
            f"{path}: these attempts are from a later version of Steep and are kept: "
            f"their format is {found['format']}, and this version reads format {FORMAT}"
        )
    return [_attempt(row) for row in found["attempts"]]


def _attempt(row: dict[str, object]) -> Attempt:
    for field in fields(Attempt):
        value = row[field.name]
        if type(value) is not (bool if field.name == "scored" else str):
            raise TypeError(f"{field.name} is {value!r}")
    if not is_day(str(row["day"])):
        raise ValueError(f"day is {row['day']!r}")
    return Attempt(**{field.name: row[field.name] for field in fields(Attempt)})  # type: ignore[arg-type]
