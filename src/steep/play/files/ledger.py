"""The ledger: all runs that ended and all attempts at seeds of the day that began, a line of JSON each.

High scores, attempts and statistics are views of it. Lines are only ever added. A line that cannot be read stays where
it is, and is counted. Scores and attempts in files of earlier versions are copied into it once; those files are kept.

An attempt is used up when it begins. It belongs to a profile, a day and a version of the ruleset. The save of a run
holds its attempt, too; an attempt known from either place is used up. Only the first is scored.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, field, fields
from datetime import datetime
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from steep.core.input_errors import brief, printable
from steep.core.read_untrusted_files import parse_json
from steep.play.files.user_file_paths_and_settings import DEFAULT_PROFILE, Dirs
from steep.play.files.user_files import DAMAGE, FileError, UserFile, json_bytes, locked, versioned_json
from steep.play.seed_of_the_day import Attempt, is_day
from steep.play.session import Session
from steep.play.texts.survival import final_score
from steep.rules.experience_and_victory import xp_to_next

T = TypeVar("T")

Line = dict[str, Any]
"""A line of the ledger: a run that ended; or `began`, an attempt; `score`, a high score that an earlier version kept in
a file of its own; `read`, the name of such a file that has been read."""

MAX_SCORES = 100
"""High scores that are listed."""

MAX_POINTS = 2**60
"""The highest score."""

MAX_NUMBER = 2**63

MAX_TEXT = 4_000
"""Characters of one text."""


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
    """Whether that day's seed had been played by its number before."""
    turn_won: int = 0
    """The turn on which it was won, after which it may have gone on below; 0 when unknown."""
    scored: bool = False
    """Whether its score is among the high scores. Earlier versions kept those in a file of their own."""


@dataclass(frozen=True, slots=True)
class Placing:
    """The result of adding a run."""

    rank: int | None
    """Among the high scores, 1 is the best; None when it is not on the list."""
    notice: str
    """What else the player should know; usually empty."""


@dataclass(slots=True)
class Ledger:
    """All that could be read, in the order in which it happened."""

    records: dict[str, RunRecord] = field(default_factory=dict)
    """The runs that ended, each once, by id."""
    earlier: dict[Score | str, Score] = field(default_factory=dict)
    """Scores from files of earlier versions, by the id of the run if that is known."""
    begun: list[Attempt] = field(default_factory=list)
    read: set[str] = field(default_factory=set)
    """The names of the files of earlier versions that have been read into it."""
    unread: list[Line] = field(default_factory=list)
    """Lines of those files that are not yet copied into the ledger's file. What they say is counted already."""
    lines: list[Line] = field(default_factory=list)
    """All lines that could be read."""
    broken: list[bytes] = field(default_factory=list)
    """The lines that could not be read."""
    troubles: dict[str, FileError] = field(default_factory=dict)
    """Why files of earlier versions cannot be read, by name."""

    def add(self, line: Line) -> None:
        """Add a line that was read. Raises an error of `DAMAGE` when no version of Steep writes such a line."""
        if "began" in line:
            self.begun.append(from_row(Attempt, line["began"]))
        elif "score" in line:
            score = from_row(Score, line["score"])
            self.earlier.setdefault(score.run or score, score)
        elif "read" in line:
            self.read.add(line["read"])
        else:
            record = from_row(RunRecord, line)
            # A program that was killed while a run ended may have listed it already.
            self.records.setdefault(record.score.run or f"line {len(self.lines)}", record)
        self.lines.append(line)

    @property
    def runs(self) -> list[RunRecord]:
        """The runs that ended."""
        return list(self.records.values())

    @property
    def scores(self) -> list[Score]:
        """The high scores, best first."""
        own = {record.score.run or record.score: record.score for record in self.runs if record.scored}
        return sorted((self.earlier | own).values(), key=lambda score: score.standing)[:MAX_SCORES]

    @property
    def attempts(self) -> list[Attempt]:
        """The attempts that began, and those known only because their run ended."""
        ended = (
            Attempt(each.day, each.ruleset_hash, each.score.profile, each.score.run, True, each.practised)
            for each in self.runs
            if each.day
        )
        return [*self.begun, *ended]


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
        points=min(final_score(hero, session.rulebook, won=session.won), MAX_POINTS),
        gold=hero.gold,
    )


def ledger_from(data: bytes) -> Ledger:
    """The ledger in the bytes of its file."""
    ledger = Ledger()
    for line in data.splitlines():
        if line.strip():
            try:
                ledger.add(parse_json(line))
            except DAMAGE:
                ledger.broken.append(line)
    return ledger


def scores_from(data: bytes) -> Ledger:
    """What a file of high scores of an earlier version holds."""
    ledger = Ledger()
    for row in versioned_json(data, 1)["scores"]:
        ledger.add({"score": row})
    return ledger


def attempts_from(data: bytes) -> Ledger:
    """What a file of attempts of an earlier version holds."""
    ledger = Ledger()
    for row in versioned_json(data, 1)["attempts"]:
        ledger.add({"began": row})
    return ledger


LEDGER = UserFile("the list of runs", 256 * 1024 * 1024, ledger_from, Ledger)
"""At most about half a million runs."""
SCORES = UserFile("the file of high scores", 1024 * 1024, scores_from)
ATTEMPTS = UserFile(
    "the file of attempts",
    2 * 1024 * 1024,
    attempts_from,
    damaged="is damaged, so your attempt may have been used up; once you have moved the file away, a new one is begun",
)
"""Files of earlier versions."""


def read_ledger(dirs: Dirs) -> Ledger:
    """All that is known of runs. No file is changed. Raises `FileError`."""
    ledger = LEDGER.read(dirs.runs)
    for path, kind in ((dirs.scores, SCORES), (dirs.daily_attempts, ATTEMPTS)):
        if path.name not in ledger.read and os.path.lexists(path):
            try:
                lines = kind.read(path).lines
            except FileError as error:
                ledger.troubles[path.name] = error
            else:
                ledger.unread += [*lines, {"read": path.name}]
                for line in lines:
                    ledger.add(line)
    return ledger


def add_run(dirs: Dirs, record: RunRecord) -> Placing:
    """Add a run that ended, once. Several processes may do so at the same time.

    A damaged file of high scores of an earlier version is renamed. Raises `FileError`; then the ledger is unchanged.
    """
    row = asdict(record)
    line = row.pop("score") | row
    with LEDGER.writing(dirs.runs), locked(dirs.runs):
        ledger = read_ledger(dirs)
        trouble = ledger.troubles.get(dirs.scores.name)
        notice = str(trouble) if trouble else ""
        if trouble and trouble.trouble == "damaged":
            with suppress(FileError):
                notice = f"{notice}; it has been renamed to {SCORES.set_aside(dirs.scores).name}"
        if not record.score.run or record.score.run not in ledger.records:
            _append(dirs.runs, [*ledger.unread, line])
            ledger.add(line)
    rank = next((rank for rank, score in enumerate(ledger.scores, 1) if score.run == record.score.run), None)
    return Placing(rank, notice)


def first_attempt(attempts: Iterable[Attempt], day: str, ruleset_hash: str, profile: str) -> Attempt | None:
    """A profile's scored attempt at the seed of a day with a ruleset; None when it is still to come."""
    wanted = (day, ruleset_hash, profile)
    found = (each for each in attempts if (each.day, each.ruleset_hash, each.profile) == wanted and each.scored)
    return next(found, None)


def begin_attempt(
    dirs: Dirs, day: str, ruleset_hash: str, run: str, saved: Attempt | None = None, *, practice: bool = False
) -> Attempt:
    """Record that a run of the profile begins. It is scored if it is no practice and comes first, even before `saved`.

    Raises `FileError`; then the ledger is unchanged.
    """
    wanted = (day, ruleset_hash, dirs.profile)
    with LEDGER.writing(dirs.runs), locked(dirs.runs):
        ledger = read_ledger(dirs)
        if trouble := trouble_with_attempts(ledger, dirs, day):
            raise trouble
        known = [*ledger.attempts, *([saved] if saved else [])]
        before = [each for each in known if (each.day, each.ruleset_hash, each.profile) == wanted]
        had = any(each.scored for each in before)
        attempt = Attempt(*wanted, run, not (had or practice), practised=not had and (practice or bool(before)))
        _append(dirs.runs, [*ledger.unread, {"began": asdict(attempt)}])
        return attempt


def trouble_with_attempts(ledger: Ledger, dirs: Dirs, day: str) -> FileError | None:
    """Why an attempt at the seed of a day may be unknown; None if it can't be."""
    if any(f'"day":"{day}"'.encode() in line for line in ledger.broken):
        why = f"has a damaged line about {day}, so your attempt may have been used up; without it, a new one begins"
        return LEDGER.trouble("damaged", dirs.runs, why)
    return ledger.troubles.get(dirs.daily_attempts.name)


def merge(dirs: Dirs, path: Path, kind: UserFile[Ledger]) -> Ledger:
    """Add what another ledger, or a file of an earlier version, has and this one lacks. Returns the other.

    Raises `FileError`; then the ledger is unchanged.
    """
    other = kind.read(path)
    with LEDGER.writing(dirs.runs), locked(dirs.runs):
        ledger = read_ledger(dirs)
        known = {json_bytes(line) for line in ledger.lines}
        _append(dirs.runs, [*ledger.unread, *(line for line in other.lines if json_bytes(line) not in known)])
    return other


def _append(path: Path, lines: Sequence[Line]) -> None:
    """Append lines, and first end the last line if it was cut short. If that fails, the file is unchanged."""
    data = b"".join(json_bytes(line) + b"\n" for line in lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                data = b"\n" + data
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise


@cache
def _fields(kind: type[Any]) -> list[tuple[str, str, Any]]:
    """The name, the type and the default of each field of a record."""
    return [(each.name, str(each.type), each.default) for each in fields(kind)]


def from_row(kind: Callable[..., T], row: Line) -> T:
    """A record of numbers and texts from parsed JSON. Raises an error of `DAMAGE` when it isn't one."""
    values: Line = {}
    for name, wanted, default in _fields(kind):
        if wanted == "Score":
            values[name] = from_row(Score, row)
            continue
        value = row[name] if default is MISSING else row.get(name, default)
        if type(value).__name__ != wanted:
            raise TypeError(f"{name} is {value!r}")
        fits = value.isprintable() and len(value) <= MAX_TEXT if isinstance(value, str) else 0 <= value < MAX_NUMBER
        if not fits or (name == "day" and not is_day(value) and (value or default is MISSING)):
            raise ValueError(f"{name} is {brief(value)}")
        values[name] = value
    return kind(**values)


@dataclass(slots=True)
class RunStatistics:
    """Figures of the runs of one ruleset, in one mode."""

    ruleset: str
    runs: int = 0
    wins: int = 0
    abandoned: int = 0
    deepest: int = 0
    highest_level: int = 0
    most_points: int = 0
    turns: int = 0
    """The turns of all runs together."""
    longest: int = 0
    """Turns of the longest run."""
    quickest_win: int = 0
    """Turns of the shortest run that was won; 0 if none was."""
    kills: int = 0
    killers: Counter[str] = field(default_factory=Counter)
    """Deaths by the name of the killer."""
    deaths_on: Counter[int] = field(default_factory=Counter)
    """Deaths by floor."""

    def add(self, record: RunRecord) -> None:
        """Count a run."""
        score = record.score
        self.runs += 1
        self.wins += record.won
        self.abandoned += record.abandoned
        self.deepest = max(self.deepest, score.floor)
        self.highest_level = max(self.highest_level, score.level)
        self.most_points = max(self.most_points, score.points)
        self.turns += score.turns
        self.longest = max(self.longest, score.turns)
        self.kills += score.kills
        if record.won:
            turns = record.turn_won or score.turns
            self.quickest_win = min(self.quickest_win or turns, turns)
        elif not record.abandoned:
            self.killers[score.killer] += 1
            self.deaths_on[score.floor] += 1

    @property
    def deaths(self) -> int:
        """Runs that ended in death."""
        return self.deaths_on.total()

    @property
    def median_floor_of_death(self) -> float:
        """The median floor of the deaths; 0 without deaths."""
        return median(self.deaths_on.elements()) if self.deaths_on else 0


def statistics_of(records: Iterable[RunRecord]) -> list[RunStatistics]:
    """Statistics by ruleset and mode, the one played most first."""
    by_name: dict[str, RunStatistics] = {}
    for record in records:
        by_name.setdefault(record.score.ruleset, RunStatistics(record.score.ruleset)).add(record)
    return sorted(by_name.values(), key=lambda each: (-each.runs, each.ruleset))
