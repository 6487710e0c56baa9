"""The end of a run: record it, write its files, and delete its save.

Death is final from the first of these steps on, even if the process is killed between two of them:

1. the save is overwritten with the ended run, so that no earlier turn can be loaded;
2. a note in the folder of ended runs makes every copy of the save invalid;
3. the replay, the morgue file, the score and the line in the list of runs are written, each once per run;
4. the save is deleted.

Opening a save of an ended run does the missing steps. If the note cannot be written, the save is deleted at once:
that needs no space on the disk, and may free some. Losing the files of a run is better than a second life.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import read_regular_file
from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD
from steep.play.describe import player_of
from steep.play.encounters import Encounters
from steep.play.files import saves
from steep.play.files.atomic_writes import reason_of, write_whole
from steep.play.files.lore import end_run
from steep.play.files.morgue import cause_of, morgue_text, write_morgue
from steep.play.files.replays import write as write_replay
from steep.play.files.runs import RunRecord, add_run
from steep.play.files.saves import SaveError
from steep.play.files.scores import Placing, Score, add_score, score_of
from steep.play.files.user_file_paths import Dirs
from steep.play.run_header import LoadRuleset
from steep.play.session import Session

ID_DIGITS = 6
"""Digits of the run's id in its file names. Two runs of one seed may end in the same second."""

MAX_NOTE_BYTES = 64 * 1024
"""Largest note of an ended run."""


class EndedError(SaveError):
    """The saved run has ended. The text says how."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The result of a run."""

    cause: str
    """How it ended, as a sentence."""
    score: Score
    rank: int | None
    """Its rank among the high scores, 1 the best; None when it is not on the list. Runs of bots never are."""
    replay: Path | None
    morgue: Path | None
    """The files that were written; None where writing failed."""
    warnings: tuple[str, ...]
    """What went wrong, and what else the player should know."""


@dataclass(frozen=True, slots=True)
class Note:
    """The record of how and when a run ended."""

    cause: str
    date: str


def finish_run(session: Session, dirs: Dirs, now: datetime | None = None) -> GameOver:
    """Record that a run is over, write its files, and delete its save. Errors become warnings of the result."""
    if not dirs.save.exists() or saves.run_of(dirs.save) == session.id:
        # If this fails, the next write fails too, and its error is reported.
        with contextlib.suppress(SaveError):
            saves.save(session, dirs.save)
    warnings: list[str] = []
    note = note_of(dirs, session.id)
    recorded = note is not None
    if note is None:
        now = now or datetime.now().astimezone()
        new = note = Note(cause_of(session), now.isoformat(timespec="seconds"))
        recorded = _succeeds(lambda: _record(dirs, session.id, new), [])
        if not recorded:
            _succeeds(lambda: _delete_save(session.id, dirs.save), [])
            recorded = _succeeds(lambda: _record(dirs, session.id, new), warnings)
    result = write_unscored(session, dirs, datetime.fromisoformat(note.date))
    warnings += result.warnings
    placings: list[Placing] = []
    scored = False
    attempt = session.attempt
    if session.bot:
        warnings.append(f"Played by {player_of(session)}: no high score.")
    else:
        if attempt and not attempt.scored:
            warnings.append(f"Not your scored attempt at the seed of {attempt.day}: no score.")
        else:
            scored = _succeeds(lambda: placings.append(add_score(dirs.scores, result.score)), warnings)
        _succeeds(lambda: add_run(dirs.runs, _record_of(session, result.score)), warnings)
        _succeeds(lambda: end_run(dirs.lore, session.id, Encounters(session).lore(session)), warnings)
    warnings += [placing.notice for placing in placings if placing.notice]
    removed = _succeeds(lambda: _delete_save(session.id, dirs.save), warnings)
    if removed and not (recorded or result.replay or result.morgue or scored):
        warnings.append("nothing of this run could be written, but its save has been deleted")
    return replace(result, rank=placings[0].rank if placings else None, warnings=tuple(warnings))


def write_unscored(session: Session, dirs: Dirs, now: datetime | None = None) -> GameOver:
    """Write the replay and the morgue file of a run that is over, unless they exist. Writes no score."""
    now = now or datetime.now().astimezone()
    cause = cause_of(session)
    stem = f"{now:%Y-%m-%d-%H%M%S}-seed-{session.seed}-{session.id[:ID_DIGITS]}"
    replay, morgue = dirs.replays / f"{stem}.replay", dirs.morgue / f"{stem}.txt"
    warnings: list[str] = []
    wrote_replay = replay.exists() or _succeeds(lambda: write_replay(session.recording, replay), warnings)
    replay_path = replay if wrote_replay else None
    text = morgue_text(session, replay_path, now)
    wrote_morgue = morgue.exists() or _succeeds(lambda: write_morgue(morgue, text), warnings)
    return GameOver(
        cause=cause,
        score=score_of(session, cause, now, session.attempt.profile if session.attempt else dirs.profile),
        rank=None,
        replay=replay_path,
        morgue=morgue if wrote_morgue else None,
        warnings=tuple(warnings),
    )


def open_save(dirs: Dirs, load_ruleset: LoadRuleset) -> Session:
    """Load the saved run.

    Raises `SaveError` when that fails, and `EndedError` when the run has ended; then its files have been written and
    the save deleted.
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
            result = finish_run(session, dirs)
            raise EndedError(" ".join(["The saved game is over.", result.cause, *result.warnings]))
        if note is None:
            return session
    warnings: list[str] = []
    _succeeds(lambda: _delete_save(run, dirs.save), warnings)
    raise EndedError(" ".join(["The saved game is over.", note.cause, *warnings]))


def note_of(dirs: Dirs, run: str) -> Note | None:
    """The note of a run that has ended, even if it is damaged; None while the run goes on."""
    path = _note_path(dirs, run)
    try:
        found = json.loads(read_regular_file(path, MAX_NOTE_BYTES))
        datetime.fromisoformat(found["date"])
        return Note(str(found["cause"]), found["date"])
    except OSError:
        return None
    except (ValueError, KeyError, TypeError, RecursionError):
        return Note("", datetime.now().astimezone().isoformat(timespec="seconds"))


def _record_of(session: Session, score: Score) -> RunRecord:
    attempt = session.attempt
    killer = session.world.killer
    by_monster = session.world.outcome == DEAD and 0 <= killer < MAX_KINDS
    return RunRecord(
        score=score,
        ruleset_hash=session.rulebook.hash,
        won=session.won,
        abandoned=session.abandoned,
        day=attempt.day if attempt and attempt.scored else "",
        practised=attempt is not None and attempt.scored and attempt.practised,
        killer_key=session.rulebook.monsters[killer].key if by_monster else "",
    )


def _record(dirs: Dirs, run: str, note: Note) -> None:
    path = _note_path(dirs, run)
    try:
        write_whole(path, json.dumps(asdict(note)).encode())
    except OSError as error:
        raise SaveError(f"{path}: could not record that this run is over: {reason_of(error)}") from None


def _note_path(dirs: Dirs, run: str) -> Path:
    return dirs.ended / f"{run}.json"


def _succeeds(write: Callable[[], None], warnings: list[str]) -> bool:
    """Call `write`; an `InputError` becomes a warning."""
    try:
        write()
    except InputError as error:
        warnings.append(str(error))
        return False
    return True


def _delete_save(run: str, path: Path) -> None:
    if saves.run_of(path) != run:
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        # A folder may forbid deleting a file, but allow emptying it.
        with contextlib.suppress(OSError):
            os.truncate(path, 0)
            return
        raise SaveError(f"{path}: could not delete the save of this run: {reason_of(error)}") from None
