"""Attempts at seeds of the day: who has begun which, and in which run. Only the first is scored.

An attempt is used up when it begins. It belongs to a profile, a day and a version of the ruleset. The save of a run
holds its attempt too, and the list of runs names those that ended: an attempt known from any of the three is used up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.play.files.atomic_writes import reason_of, write_whole
from steep.play.files.file_locks import LockError, locked
from steep.play.files.runs import Runs
from steep.play.seed_of_the_day import Attempt, is_day

FORMAT = 1

MAX_ATTEMPTS = 3_000
"""Attempts that are kept, the newest; some years of them."""

MAX_FILE_BYTES = 2 * 1024 * 1024


class AttemptsError(InputError):
    """The attempts cannot be read or written. The text names the file and says why."""


def read_attempts(path: Path) -> list[Attempt]:
    """All attempts, oldest first; none when there is no file. Raises `AttemptsError`; the file is only read."""
    try:
        return _read(path)
    except AttemptsError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise AttemptsError(
            f"{path}: the file of attempts is damaged, so your attempt may have been used up; "
            "once you have moved the file away, a new one is begun"
        ) from None


def attempts_in(runs: Runs) -> list[Attempt]:
    """The scored attempts in the list of runs that ended."""
    return [
        Attempt(each.day, each.ruleset_hash, each.score.profile, each.score.run, scored=True, practised=each.practised)
        for each in runs.records
        if each.day
    ]


def first_attempt(attempts: Iterable[Attempt], day: str, ruleset_hash: str, profile: str) -> Attempt | None:
    """A profile's scored attempt at the seed of a day with a ruleset; None when it is still to come."""
    wanted = (day, ruleset_hash, profile)
    found = (each for each in attempts if (each.day, each.ruleset_hash, each.profile) == wanted and each.scored)
    return next(found, None)


def begin_attempt(
    path: Path,
    day: str,
    ruleset_hash: str,
    profile: str,
    run: str,
    known: Iterable[Attempt] = (),
    *,
    practice: bool = False,
) -> Attempt:
    """Record that a run begins. It is scored if it is the first, also of those known from elsewhere, and no practice.

    Raises `AttemptsError`; then the file is unchanged.
    """
    wanted = (day, ruleset_hash, profile)
    try:
        with locked(path):
            attempts = read_attempts(path)
            before = [each for each in (*attempts, *known) if (each.day, each.ruleset_hash, each.profile) == wanted]
            had = any(each.scored for each in before)
            attempt = Attempt(*wanted, run, not (had or practice), practised=not had and (practice or bool(before)))
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
    return [attempt_from(row) for row in found["attempts"]]


def attempt_from(row: dict[str, object]) -> Attempt:
    """An attempt from parsed JSON. Raises `KeyError`, `TypeError` or `ValueError` when it isn't one."""
    row = {"practised": False} | row
    for field in fields(Attempt):
        value = row[field.name]
        if type(value) is not (bool if field.name in ("scored", "practised") else str):
            raise TypeError(f"{field.name} is {value!r}")
    if not is_day(str(row["day"])):
        raise ValueError(f"day is {row['day']!r}")
    return Attempt(**{field.name: row[field.name] for field in fields(Attempt)})  # type: ignore[arg-type]
