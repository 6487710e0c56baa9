"""The end of a run: recorded first, then written down, and then its save goes.

Death is final from the first of these steps on, wherever a kill comes between two of them:

1. the save becomes that of the ended run, so that no older turn can be gone back to;
2. a note in a folder of ended runs has any copy of the save refused;
3. the replay, the morgue file and the score are written, each once for a run;
4. the save goes.

Whoever opens a save of an ended run takes the steps that are missing. Where the
note cannot be written, the save goes at once: that needs no room, and may make
some. A lost story is better than a second life.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from steep.core.errors import InputError
from steep.core.reading import read_regular_file
from steep.play.describe import player_of
from steep.play.files import saves
from steep.play.files.atomic import reason_of, write_whole
from steep.play.files.dirs import Dirs
from steep.play.files.morgue import cause_of, morgue_text, write_morgue
from steep.play.files.replays import write as write_replay
from steep.play.files.saves import SaveError
from steep.play.files.scores import Placing, Score, add_score, score_of
from steep.play.run_header import LoadRuleset
from steep.play.session import Session

ID_DIGITS = 6
"""Digits of a run's id in the names of its files: two runs of a seed may end in the same second."""

MOST_NOTE = 64 * 1024
"""Bytes of the file that says how a run ended."""


class EndedError(SaveError):
    """A save is of a run that has ended. The text says how it ended."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """What became of a run."""

    cause: str
    """How it ended, as a sentence."""
    score: Score
    rank: int | None
    """Its place among the high scores, 1 the best; None when it is not on the list, as no bot's run is."""
    replay: Path | None
    morgue: Path | None
    """The files that were written; None where that failed."""
    complaints: tuple[str, ...]
    """What went wrong, or what the player should know."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is recorded of a run when it ends."""

    cause: str
    date: str


def finish_run(session: Session, dirs: Dirs, now: datetime | None = None) -> GameOver:
    """Record that a run is over, write it down, and remove its save. What the system refuses is told in the ending."""
    if not dirs.save.exists() or saves.run_of(dirs.save) == session.id:
        # When there is no room for this, what comes next tells of it.
        with contextlib.suppress(SaveError):
            saves.save(session, dirs.save)
    complaints: list[str] = []
    note = note_of(dirs, session.id)
    recorded = note is not None
    if note is None:
        now = now or datetime.now().astimezone()
        new = note = Note(cause_of(session), now.isoformat(timespec="seconds"))
        recorded = _did(lambda: _record(dirs, session.id, new), [])
        if not recorded:
            _did(lambda: _remove_save(session.id, dirs.save), [])
            recorded = _did(lambda: _record(dirs, session.id, new), complaints)
    ending = write_unscored(session, dirs, datetime.fromisoformat(note.date))
    complaints += ending.complaints
    placings: list[Placing] = []
    scored = False
    if session.bot:
        complaints.append(f"Played by {player_of(session)}: no high score.")
    else:
        scored = _did(lambda: placings.append(add_score(dirs.scores, ending.score)), complaints)
    complaints += [placing.notice for placing in placings if placing.notice]
    removed = _did(lambda: _remove_save(session.id, dirs.save), complaints)
    if removed and not (recorded or ending.replay or ending.morgue or scored):
        complaints.append("nothing of this run could be written; its save is removed all the same")
    return replace(ending, rank=placings[0].rank if placings else None, complaints=tuple(complaints))


def write_unscored(session: Session, dirs: Dirs, now: datetime | None = None) -> GameOver:
    """Write down a run that is over, unless it is already: its replay and its morgue file, no score."""
    now = now or datetime.now().astimezone()
    cause = cause_of(session)
    stem = f"{now:%Y-%m-%d-%H%M%S}-seed-{session.seed}-{session.id[:ID_DIGITS]}"
    replay, morgue = dirs.replays / f"{stem}.replay", dirs.morgue / f"{stem}.txt"
    complaints: list[str] = []
    wrote_replay = replay.exists() or _did(lambda: write_replay(session.recording, replay), complaints)
    named = replay if wrote_replay else None
    wrote_morgue = morgue.exists() or _did(lambda: write_morgue(morgue, morgue_text(session, named, now)), complaints)
    return GameOver(
        cause=cause,
        score=score_of(session, cause, now, dirs.profile),
        rank=None,
        replay=named,
        morgue=morgue if wrote_morgue else None,
        complaints=tuple(complaints),
    )


def open_save(dirs: Dirs, load_ruleset: LoadRuleset) -> Session:
    """The saved run, to go on with.

    Raises `SaveError` when that cannot be, and `EndedError` when the run has ended: then what was
    still to be written is written, and the save is gone.
    """
    run = saves.run_of(dirs.save)
    note = note_of(dirs, run) if run else None
    try:
        session = saves.load(dirs.save, load_ruleset)
    except SaveError:
        if note is None:
            raise
    else:
        if session.over:
            ending = finish_run(session, dirs)
            raise EndedError(" ".join(["The saved game is over.", ending.cause, *ending.complaints]))
        if note is None:
            return session
    complaints: list[str] = []
    _did(lambda: _remove_save(run, dirs.save), complaints)
    raise EndedError(" ".join(["The saved game is over.", note.cause, *complaints]))


def note_of(dirs: Dirs, run: str) -> Note | None:
    """What was recorded of a run when it ended, however damaged; None while it has not."""
    path = _note_path(dirs, run)
    try:
        found = json.loads(read_regular_file(path, MOST_NOTE))
        datetime.fromisoformat(found["date"])
        return Note(str(found["cause"]), found["date"])
    except OSError:
        return None
    except (ValueError, KeyError, TypeError, RecursionError):
        return Note("", datetime.now().astimezone().isoformat(timespec="seconds"))


def _record(dirs: Dirs, run: str, note: Note) -> None:
    path = _note_path(dirs, run)
    try:
        write_whole(path, json.dumps(asdict(note)).encode())
    except OSError as error:
        raise SaveError(f"{path}: that this run is over could not be recorded: {reason_of(error)}") from None


def _note_path(dirs: Dirs, run: str) -> Path:
    return dirs.ended / f"{run}.json"


def _did(write: Callable[[], None], complaints: list[str]) -> bool:
    try:
        write()
    except InputError as error:
        complaints.append(str(error))
        return False
    return True


def _remove_save(run: str, path: Path) -> None:
    if saves.run_of(path) != run:
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        # A folder may let nothing be removed from it, and yet a file in it be emptied.
        with contextlib.suppress(OSError):
            os.truncate(path, 0)
            return
        raise SaveError(f"{path}: the save of this run could not be removed: {reason_of(error)}") from None
