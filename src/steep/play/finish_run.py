"""The end of a run: record it, write its files, and delete its save.

Death is final from the first of these steps on, even if the process is killed between two of them:

1. the save is overwritten with the ended run, so that no earlier turn can be loaded;
2. a note in the folder of ended runs makes every copy of the save invalid;
3. the line in the list of runs, what the run has met, the replay and the morgue file are written, each once per run and
   the smallest first, so that on a nearly full disk the large ones don't take their room;
4. the save is deleted.

Opening a save of an ended run does the missing steps. If neither the ended run nor the note can be written, the
save is deleted at once: that needs no space on the disk, and may free some. Losing the files of a run is better than a
second life. On a full disk the save of the ended run is kept, if it fits. What could not be written is written when the
save is next opened, or, after a victory that has no note, when the run is ended again.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from steep.core.input_errors import InputError
from steep.core.read_untrusted_files import parse_json
from steep.core.ruleset import MAX_KINDS
from steep.core.world import DEAD, PLAYING
from steep.play.files import saves
from steep.play.files.ledger import Placing, RunRecord, Score, add_run, score_of
from steep.play.files.lore import end_run
from steep.play.files.morgue import cause_of, morgue_text, write_morgue
from steep.play.files.recording import LoadRuleset
from steep.play.files.replays import write as write_replay
from steep.play.files.saves import SaveError
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.files.user_files import FileError, UserFile, json_bytes, reason_of
from steep.play.session import Session
from steep.play.texts.describe import player_of
from steep.play.timeline import Encounters

NO_SCORE_OF_WIZARD = "Played by a wizard: no score and no replay."

ID_DIGITS = 6
"""Digits of the run's id in its file names. Two runs of one seed may end in the same second."""


class EndedError(SaveError):
    """The saved run has ended. The text says how."""


@dataclass(frozen=True, slots=True)
class GameOver:
    """The result of a run."""

    cause: str
    """How it ended, as a sentence."""
    score: Score
    rank: int | None
    """Its rank among the high scores, 1 the best; None when it is not on the list, as for bots and wizards."""
    replay: Path | None
    morgue: Path | None
    """The files that were written; None where writing failed. A wizard's run has no replay."""
    warnings: tuple[str, ...]
    """What went wrong, and what else the player should know."""


class _Writes:
    """Counts the failures in a series of writes."""

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self.disk_full = False

    def succeeds(self, write: Callable[[], None]) -> bool:
        """Call `write`; an `InputError` becomes a warning."""
        try:
            write()
        except InputError as error:
            cause = error.__context__
            self.disk_full |= isinstance(cause, OSError) and cause.errno in (errno.ENOSPC, errno.EDQUOT)
            self.warnings.append(str(error))
            return False
        return True


@dataclass(frozen=True, slots=True)
class Note:
    """The record of how and when a run ended."""

    cause: str
    date: str


def finish_run(session: Session, dirs: Dirs, now: datetime | None = None) -> GameOver:
    """Record that a run is over, write its files, and delete its save. Errors become warnings of the result."""
    if not dirs.save.exists() or saves.run_id_in_save(dirs.save) == session.id:
        # If this fails, the next write fails too, and its error is reported.
        _Writes().succeeds(lambda: saves.save(session, dirs.save))
    writes = _Writes()
    note = note_of(dirs, session.id)
    recorded = note is not None
    if note is None:
        now = now or datetime.now().astimezone()
        new = note = Note(cause_of(session), now.isoformat(timespec="seconds"))
        recorded = _Writes().succeeds(lambda: _record(dirs, session.id, new))
        if not recorded:
            if not _holds_end(session, dirs.save):
                _Writes().succeeds(lambda: _delete_save(session.id, dirs.save))
            recorded = writes.succeeds(lambda: _record(dirs, session.id, new))
    ended = datetime.fromisoformat(note.date)
    score = _score_of(session, dirs, ended)
    warnings = writes.warnings
    placings: list[Placing] = []
    attempt = session.attempt
    if played := not_by_the_player(session):
        warnings.append(played)
    else:
        if attempt and not attempt.scored:
            warnings.append(f"Not your scored attempt at the seed of {attempt.day}: no score.")
        writes.succeeds(lambda: placings.append(add_run(dirs, _record_of(session, score))))
        writes.succeeds(lambda: end_run(dirs.lore, session.id, Encounters(session).lore(session)))
    result = _write_unscored(session, dirs, ended, writes)
    warnings += [placing.notice for placing in placings if placing.notice]
    if writes.disk_full and _keeps(session, dirs.save):
        again = session.may_go_below and not recorded
        then = ": continue it, and end it again" if again else ", and Steep writes what is missing when it starts next"
        warnings.append(f"{dirs.save}: the ended run is kept here{then}")
        return replace(result, rank=placings[0].rank if placings else None, warnings=tuple(warnings))
    removed = writes.succeeds(lambda: _delete_save(session.id, dirs.save))
    if removed and not (recorded or result.replay or result.morgue or placings):
        warnings.append("nothing of this run could be written, but its save has been deleted")
    return replace(result, rank=placings[0].rank if placings else None, warnings=tuple(warnings))


def write_unscored(session: Session, dirs: Dirs, now: datetime | None = None) -> GameOver:
    """Write the replay and the morgue file of a run that is over, unless they exist. Writes no score."""
    return _write_unscored(session, dirs, now or datetime.now().astimezone(), _Writes())


def _write_unscored(session: Session, dirs: Dirs, now: datetime, writes: _Writes) -> GameOver:
    cause = cause_of(session)
    stem = f"{now:%Y-%m-%d-%H%M%S}-seed-{session.seed}-{session.id[:ID_DIGITS]}"
    replay, morgue = dirs.replays / f"{stem}.replay", dirs.morgue / f"{stem}.txt"
    wrote_replay = not session.wizard and (
        replay.exists() or writes.succeeds(lambda: write_replay(session.recording, replay))
    )
    replay_path = replay if wrote_replay else None
    text = morgue_text(session, replay_path, now)
    wrote_morgue = morgue.exists() or writes.succeeds(lambda: write_morgue(morgue, text))
    return GameOver(
        cause=cause,
        score=_score_of(session, dirs, now),
        rank=None,
        replay=replay_path,
        morgue=morgue if wrote_morgue else None,
        warnings=tuple(writes.warnings),
    )


def _score_of(session: Session, dirs: Dirs, now: datetime) -> Score:
    return score_of(session, cause_of(session), now, session.attempt.profile if session.attempt else dirs.profile)


def unfinished(session: Session, dirs: Dirs) -> GameOver:
    """The result so far of a run that was won and may go on below. Writes nothing."""
    cause = cause_of(session)
    score = score_of(session, cause, datetime.now().astimezone(), dirs.profile)
    played = not_by_the_player(session)
    return GameOver(cause, score, rank=None, replay=None, morgue=None, warnings=(played,) if played else ())


def not_by_the_player(session: Session) -> str:
    """Why a run has no score, if its player is the reason; otherwise empty."""
    if session.wizard:
        return NO_SCORE_OF_WIZARD
    return f"Played by {player_of(session)}: no high score." if session.bot else ""


def finish_saved_victory(dirs: Dirs, load_ruleset: LoadRuleset) -> None:
    """Finish the saved run if it has been won, before another takes its place: its victory counts."""
    try:
        session = open_save(dirs, load_ruleset)
    except InputError:
        return
    if session.won:
        session.abandoned = session.world.outcome == PLAYING
        finish_run(session, dirs)


def open_save(dirs: Dirs, load_ruleset: LoadRuleset) -> Session:
    """Load the saved run.

    Raises `SaveError` when that fails, and `EndedError` when the run has ended; then its files have been written and
    the save deleted.
    """
    run = saves.run_id_in_save(dirs.save)
    note = note_of(dirs, run) if run else None
    try:
        session = saves.load(dirs.save, load_ruleset)
    except SaveError:
        if note is None:
            raise
    else:
        if session.over and (note is not None or not session.may_go_below):
            result = finish_run(session, dirs)
            raise EndedError(" ".join(["The saved game is over.", result.cause, *result.warnings]))
        if note is None:
            return session
    writes = _Writes()
    writes.succeeds(lambda: _delete_save(run, dirs.save))
    raise EndedError(" ".join(["The saved game is over.", note.cause, *writes.warnings]))


def note_of(dirs: Dirs, run: str) -> Note | None:
    """The note of a run that has ended, even if it is damaged; None while the run goes on."""
    try:
        return NOTE.read(_note_path(dirs, run))
    except FileError as error:
        is_there = error.trouble == "damaged"
        return Note("", datetime.now().astimezone().isoformat(timespec="seconds")) if is_there else None


def _record_of(session: Session, score: Score) -> RunRecord:
    attempt = session.attempt
    killer = session.world.killer
    by_monster = session.world.outcome == DEAD and 0 <= killer < MAX_KINDS
    return RunRecord(
        score=score,
        ruleset_hash=session.rulebook.hash,
        won=session.won,
        abandoned=session.abandoned and not session.won,
        day=attempt.day if attempt and attempt.scored else "",
        practised=attempt is not None and attempt.scored and attempt.practised,
        killer_key=session.rulebook.monsters[killer].key if by_monster else "",
        turn_won=session.turn_won,
        scored=attempt is None or attempt.scored,
    )


def note_from(data: bytes) -> Note:
    """The note in the bytes of its file. Raises an error of `DAMAGE`."""
    found = parse_json(data)
    datetime.fromisoformat(found["date"])
    return Note(str(found["cause"]), found["date"])


NOTE = UserFile("the note that this run is over", 64 * 1024, note_from)


def _record(dirs: Dirs, run: str, note: Note) -> None:
    NOTE.write(_note_path(dirs, run), json_bytes(asdict(note)))


def _note_path(dirs: Dirs, run: str) -> Path:
    return dirs.ended / f"{run}.json"


def _keeps(session: Session, save: Path) -> bool:
    """Whether the save holds the ended run or can be made to, if need be after deleting the save of an earlier turn."""
    if _holds_end(session, save):
        return True
    _Writes().succeeds(lambda: _delete_save(session.id, save))
    return not save.exists() and _Writes().succeeds(lambda: saves.save(session, save))


def _holds_end(session: Session, save: Path) -> bool:
    """Whether the save holds the run as it ended, and no earlier turn."""
    try:
        saved = saves.load(save, lambda _: session.rulebook)
    except SaveError:
        return False
    return saved.id == session.id and saved.over and saved.recording.length == session.recording.length


def _delete_save(run: str, path: Path) -> None:
    if saves.run_id_in_save(path) != run:
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        # A folder may forbid deleting a file, but allow emptying it.
        with contextlib.suppress(OSError):
            os.truncate(path, 0)
            return
        raise SaveError(f"{path}: could not delete the save of this run: {reason_of(error)}") from None
