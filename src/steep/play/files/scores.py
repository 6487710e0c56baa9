"""The high scores: a list in a file, best first.

A file that cannot be understood is never written over: a damaged one is moved
aside, one from a later Steep stays where it is.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from steep.core.errors import InputError
from steep.core.reading import read_regular_file
from steep.play.files.atomic import reason_of, write_whole
from steep.play.files.dirs import DEFAULT_PROFILE
from steep.play.files.locks import LockError, locked
from steep.play.session import Session
from steep.rules.experience import xp_to_next

FORMAT = 1
MOST = 100
"""Scores that are kept."""

MOST_BYTES = 1024 * 1024
"""Of the file."""


class ScoresError(InputError):
    """The high scores cannot be read or written. The text names the file and says why."""


class DamagedScoresError(ScoresError):
    """The file of high scores holds something else."""


@dataclass(frozen=True, slots=True)
class Score:
    """How far a run came."""

    floor: int
    level: int
    xp: int
    """All that was gained over the run."""
    kills: int
    turns: int
    seed: int
    ruleset: str
    cause: str
    """How it ended, as a sentence."""
    date: str
    """When it ended: ISO 8601, with the offset from UTC."""
    killer: str = ""
    """The name of what killed the hero; empty when that is not known."""
    profile: str = DEFAULT_PROFILE
    run: str = ""
    """The id of the run, which is scored once; empty when that is not known."""

    @property
    def standing(self) -> tuple[int, int, int, int]:
        """What scores are ordered by: deeper, then more XP, then more kills, then fewer turns."""
        return (-self.floor, -self.xp, -self.kills, self.turns)


@dataclass(frozen=True, slots=True)
class Placing:
    """Where a new score came to stand."""

    rank: int | None
    """1 is the best; None when it is not among those that are kept."""
    notice: str
    """What else the player should know; mostly empty."""


def score_of(session: Session, cause: str, now: datetime, profile: str = DEFAULT_PROFILE) -> Score:
    """The score of a run as it stands."""
    hero = session.hero
    spent = sum(xp_to_next(session.rulebook.compiled, level) for level in range(1, hero.level))
    return Score(
        floor=hero.floor,
        level=hero.level,
        xp=spent + hero.xp,
        kills=hero.kills,
        turns=hero.turn,
        seed=session.seed,
        ruleset=session.rulebook.name,
        cause=cause,
        date=now.isoformat(timespec="seconds"),
        killer=session.killer,
        profile=profile,
        run=session.id,
    )


def read_scores(path: Path) -> list[Score]:
    """The scores, best first; none when there is no file. Raises `ScoresError`; the file is only read."""
    try:
        found = json.loads(read_regular_file(path, MOST_BYTES))
        form = found["format"]
        if type(form) is int and form > FORMAT:
            raise ScoresError(
                f"{path}: these high scores are from a later Steep and are left as they are: "
                f"their format is {form}, and this one reads {FORMAT}"
            )
        if form != FORMAT:
            raise ValueError(f"format {form!r}")
        return sorted((_score(row) for row in found["scores"]), key=lambda score: score.standing)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ScoresError(f"{path}: the high scores cannot be read: {reason_of(error)}") from None
    except ScoresError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DamagedScoresError(f"{path}: the file of high scores is damaged") from None


def add_score(path: Path, score: Score) -> Placing:
    """Put a score into its place, once however often it is asked for, whoever else does so at the same time.

    Raises `ScoresError` when it cannot be written; then the file is as it was.
    """
    try:
        with locked(path):
            return _add(path, score)
    except LockError as error:
        raise ScoresError(f"the high scores could not be written: {error}") from None


def _add(path: Path, score: Score) -> Placing:
    notice = ""
    try:
        scores = read_scores(path)
    except DamagedScoresError:
        scores = []
        notice = (
            f"{path}: the file of high scores was damaged; it is now {_move_aside(path).name}, and a new one begins"
        )
    for rank, other in enumerate(scores, 1):
        if score.run and other.run == score.run:
            return Placing(rank, "")
    place = sum(other.standing <= score.standing for other in scores)
    scores.insert(place, score)
    rows = [asdict(kept) for kept in scores[:MOST]]
    try:
        write_whole(path, (json.dumps({"format": FORMAT, "scores": rows}, indent=1) + "\n").encode())
    except OSError as error:
        raise ScoresError(f"{path}: the high scores could not be written: {reason_of(error)}") from None
    return Placing(place + 1 if place < MOST else None, notice)


def _score(row: dict[str, Any]) -> Score:
    row = {part.name: part.default for part in fields(Score) if part.default is not MISSING} | row
    for part in fields(Score):
        wanted = str if part.type == "str" else int
        if type(row[part.name]) is not wanted:
            raise TypeError(f"{part.name} is {row[part.name]!r}")
    return Score(**{part.name: row[part.name] for part in fields(Score)})


def _move_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise ScoresError(f"{path}: it is damaged and cannot be moved aside: {reason_of(error)}") from None
    return aside
