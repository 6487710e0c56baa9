"""The list of all runs that ended, a line of JSON each, which statistics are made of.

Lines are only ever added, so a run costs the same however many there are. A line that cannot be read is counted and
left where it is.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_json, read_regular_file
from steep.play.files.atomic_writes import reason_of
from steep.play.files.file_locks import LockError, locked
from steep.play.files.scores import Score, score_from
from steep.play.seed_of_the_day import is_day

MAX_FILE_BYTES = 256 * 1024 * 1024
"""Largest list of runs: about half a million."""


class RunsError(InputError):
    """The list of runs cannot be read or written. The text names the file and says why."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run that ended."""

    score: Score
    ruleset_hash: str
    won: bool
    abandoned: bool
    day: str = ""
    """The day whose seed it was a scored attempt at; empty for other runs."""
    killer_key: str = ""
    """The key of the kind of monster that killed the hero; empty if none did."""
    practised: bool = False
    """Whether that day's seed had been begun by its number before."""
    turn_won: int = 0
    """The turn on which it was won, after which it may have gone on below; 0 when unknown."""


@dataclass(frozen=True, slots=True)
class Runs:
    """All runs that could be read, in the order in which they ended."""

    records: tuple[RunRecord, ...]
    broken: int
    """Lines that could not be read."""


def read_runs(path: Path) -> Runs:
    """All runs; none when there is no file. Raises `RunsError` when the file cannot be read at all."""
    try:
        data = read_regular_file(path, MAX_FILE_BYTES)
    except FileNotFoundError:
        return Runs((), 0)
    except OSError as error:
        raise RunsError(f"{path}: the list of runs cannot be read: {reason_of(error)}") from None
    records: dict[str, RunRecord] = {}
    broken = 0
    for number, line in enumerate(data.splitlines()):
        if not line.strip():
            continue
        try:
            record = _record(parse_json(line))
        except (ValueError, KeyError, TypeError, RecursionError):
            broken += 1
        else:
            # A program that was killed while a run ended may have listed it already.
            records.setdefault(record.score.run or f"line {number}", record)
    return Runs(tuple(records.values()), broken)


def add_run(path: Path, record: RunRecord) -> None:
    """Add a run. Several processes may do so at the same time. Raises `RunsError` when it cannot be written."""
    row = asdict(record)
    line = json.dumps(row.pop("score") | row, separators=(",", ":")).encode() + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path):
            _append(path, line)
    except LockError as error:
        raise RunsError(f"the run could not be added to the list of runs: {error}") from None
    except OSError as error:
        raise RunsError(f"{path}: the run could not be added to the list of runs: {reason_of(error)}") from None


def _append(path: Path, line: bytes) -> None:
    """Append a line, after the end of the line before if that was cut short. If that fails, the file is as before."""
    with path.open("ab+") as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = b"\n" + line
        try:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise


def _record(row: dict[str, Any]) -> RunRecord:
    own: dict[str, Any] = {"day": "", "killer_key": "", "practised": False, "turn_won": 0} | {
        field.name: row[field.name] for field in fields(RunRecord)[1:] if field.name in row
    }
    for field in fields(RunRecord)[1:]:
        if type(own[field.name]).__name__ != field.type:
            raise TypeError(f"{field.name} is {own[field.name]!r}")
    if not 0 <= own["turn_won"] < 2**63:
        raise ValueError(f"turn_won is {own['turn_won']}")
    if own["day"] and not is_day(own["day"]):
        raise ValueError(f"day is {own['day']!r}")
    return RunRecord(score_from(row), **own)
