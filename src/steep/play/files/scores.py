"""High scores: a list in a file, best first.

An unreadable file is never overwritten: a damaged one is renamed, and one from a later version of Steep is kept.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from steep.core.input_errors import InputError, brief, printable
from steep.core.read_untrusted_files import parse_json, read_regular_file
from steep.play.files.atomic_writes import reason_of, rename_damaged, write_whole
from steep.play.files.file_locks import LockError, locked
from steep.play.files.user_file_paths import DEFAULT_PROFILE
from steep.play.session import Session
from steep.play.texts.survival import points_of
from steep.rules.experience import xp_to_next

FORMAT = 1
MAX_SCORES = 100
"""Scores in the list."""

MAX_FILE_BYTES = 1024 * 1024
"""Largest file of high scores."""

MAX_POINTS = 2**60
"""The highest score in the list."""

MAX_TEXT = 4_000
"""Characters of one text of a score."""


class ScoresError(InputError):
    """The high scores cannot be read or written. The text names the file and says why."""


class DamagedScoresError(ScoresError):
    """The file of high scores is damaged."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a run."""

    floor: int
    level: int
    xp: int
    """XP gained over the whole run."""
    kills: int
    turns: int
    seed: int
    ruleset: str
    cause: str
    """How it ended, as a sentence."""
    date: str
    """When it ended: ISO 8601, with the offset from UTC."""
    killer: str = ""
    """The name of the hero's killer; empty when unknown."""
    profile: str = DEFAULT_PROFILE
    run: str = ""
    """The id of the run, so that it is scored once; empty when unknown."""
    points: int = 0
    """The score by the ruleset; 0 where it has none."""
    gold: int = 0

    @property
    def standing(self) -> tuple[int, int, int, int, int]:
        """Sort key: more points first, then deeper, then more XP, then more kills, then fewer turns."""
        return (-self.points, -self.floor, -self.xp, -self.kills, self.turns)


@dataclass(frozen=True, slots=True)
class Placing:
    """The result of adding a score."""

    rank: int | None
    """1 is the best; None when it did not make the list."""
    notice: str
    """What else the player should know; usually empty."""


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
        ruleset=printable(session.rulebook.name)[:MAX_TEXT],
        cause=printable(cause)[:MAX_TEXT],
        date=now.isoformat(timespec="seconds"),
        killer=printable(session.killer)[:MAX_TEXT],
        profile=profile,
        run=session.id,
        points=min(points_of(hero, session.rulebook, won=session.won), MAX_POINTS),
        gold=hero.gold,
    )


def read_scores(path: Path) -> list[Score]:
    """The scores, best first; none when there is no file. Raises `ScoresError`; the file is only read."""
    try:
        found = parse_json(read_regular_file(path, MAX_FILE_BYTES))
        form = found["format"]
        if type(form) is int and form > FORMAT:
            raise ScoresError(
                f"{path}: these high scores are from a later version of Steep and are kept: "
                f"their format is {form}, and this version reads format {FORMAT}"
            )
        if form != FORMAT:
            raise ValueError(f"format {form!r}")
        return sorted((score_from(row) for row in found["scores"]), key=lambda score: score.standing)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ScoresError(f"{path}: the high scores cannot be read: {reason_of(error)}") from None
    except ScoresError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DamagedScoresError(f"{path}: the file of high scores is damaged") from None


def add_score(path: Path, score: Score) -> Placing:
    """Add a score, once per run. Several processes may do so at the same time.

    Raises `ScoresError` when the file cannot be written; then it is unchanged.
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
        try:
            renamed = rename_damaged(path)
        except OSError as error:
            raise ScoresError(f"{path}: it is damaged and cannot be renamed: {reason_of(error)}") from None
        notice = f"{path}: the file of high scores was damaged; it has been renamed to {renamed.name}"
    for rank, other in enumerate(scores, 1):
        if score.run and other.run == score.run:
            return Placing(rank, "")
    index = sum(other.standing <= score.standing for other in scores)
    scores.insert(index, score)
    rows = [asdict(entry) for entry in scores[:MAX_SCORES]]
    try:
        write_whole(path, (json.dumps({"format": FORMAT, "scores": rows}, indent=1) + "\n").encode())
    except OSError as error:
        raise ScoresError(f"{path}: the high scores could not be written: {reason_of(error)}") from None
    return Placing(index + 1 if index < MAX_SCORES else None, notice)


def score_from(row: dict[str, Any]) -> Score:
    """A score from parsed JSON. Raises `KeyError`, `TypeError` or `ValueError` when it isn't one."""
    row = {field.name: field.default for field in fields(Score) if field.default is not MISSING} | row
    for field in fields(Score):
        wanted = str if field.type == "str" else int
        if type(row[field.name]) is not wanted:
            raise TypeError(f"{field.name} is {row[field.name]!r}")
        value = row[field.name]
        if not (value.isprintable() and len(value) <= MAX_TEXT if isinstance(value, str) else 0 <= value < 2**63):
            raise ValueError(f"{field.name} is {brief(value)}")
    return Score(**{field.name: row[field.name] for field in fields(Score)})
