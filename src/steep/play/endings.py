"""The end of a run: its replay, its morgue file, its score, and then its save goes.

In this order a crash in between loses nothing: as long as the save is there,
the end can be played again. When nothing at all could be written the save
stays; when anything was, it goes, or one life could be scored twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from steep.core.problems import InputError
from steep.play.atomic import reason_of
from steep.play.morgue import cause_of, morgue_text, write_morgue
from steep.play.places import Places
from steep.play.replays import write as write_replay
from steep.play.saves import SaveError, is_of
from steep.play.scores import Placing, Score, add_score, score_of
from steep.play.session import Session


@dataclass(frozen=True, slots=True)
class Ending:
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


def finish(session: Session, places: Places, now: datetime | None = None) -> Ending:
    """Write down a run that is over, and remove its save. What the system refuses is told in the ending."""
    ending = keep(session, places, now)
    complaints = list(ending.complaints)
    placings: list[Placing] = []
    scored = _did(lambda: placings.append(add_score(places.scores, ending.score)), complaints)
    complaints += [placing.notice for placing in placings if placing.notice]
    if ending.replay or ending.morgue or scored:
        _did(lambda: _remove_save(session, places.save), complaints)
    else:
        complaints.append("nothing could be written, so the save of this run is kept")
    return replace(ending, rank=placings[0].rank if placings else None, complaints=tuple(complaints))


def keep(session: Session, places: Places, now: datetime | None = None) -> Ending:
    """Write down a run that is over and that nobody played: its replay and its morgue file, no score."""
    now = now or datetime.now().astimezone()
    cause = cause_of(session)
    stem = unused_stem(places, f"{now:%Y-%m-%d-%H%M%S}-seed-{session.seed}")
    replay, morgue = places.replays / f"{stem}.replay", places.morgue / f"{stem}.txt"
    complaints: list[str] = []
    wrote_replay = _did(lambda: write_replay(session.recording, replay), complaints)
    named = replay if wrote_replay else None
    wrote_morgue = _did(lambda: write_morgue(morgue, morgue_text(session, named, now)), complaints)
    return Ending(
        cause=cause,
        score=score_of(session, cause, now),
        rank=None,
        replay=named,
        morgue=morgue if wrote_morgue else None,
        complaints=tuple(complaints),
    )


def unused_stem(places: Places, stem: str) -> str:
    """A name that neither a replay nor a morgue file has yet."""
    number = 1
    unused = stem
    while (places.replays / f"{unused}.replay").exists() or (places.morgue / f"{unused}.txt").exists():
        number += 1
        unused = f"{stem}-{number}"
    return unused


def _did(write: Callable[[], None], complaints: list[str]) -> bool:
    try:
        write()
    except InputError as error:
        complaints.append(str(error))
        return False
    return True


def _remove_save(session: Session, path: Path) -> None:
    if not is_of(path, session):
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise SaveError(f"{path}: the save of this run could not be removed: {reason_of(error)}") from None
