"""The end of a run: what is written, in which order, and what becomes of the save."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from runs import dead_run, load, saved_and_dead
from steep.play import endings
from steep.play.endings import finish, keep
from steep.play.morgue import cause_of
from steep.play.places import Places
from steep.play.replays import read, verify
from steep.play.saves import save
from steep.play.scores import read_scores
from steep.play.session import Session

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "data")


@pytest.fixture
def session(places: Places) -> Session:
    """A dead run that was saved half-way."""
    return saved_and_dead(places)


def stem_of(session: Session) -> str:
    return f"2031-05-04-030201-seed-42-{session.id[:6]}"


def written(*runs: Session) -> list[str]:
    """The files that ended runs leave."""
    notes = [f"ended/{run.id}.json" for run in runs]
    stories = [f"morgue/{stem_of(run)}.txt" for run in runs]
    recorded = [f"replays/{stem_of(run)}.replay" for run in runs]
    return sorted([*notes, *stories, *recorded, "scores.json"])


def files(places: Places) -> list[str]:
    return sorted(path.relative_to(places.data).as_posix() for path in places.data.rglob("[!.]*") if path.is_file())


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_an_ended_run_leaves_a_replay_a_morgue_file_and_a_score_and_no_save(session: Session, places: Places) -> None:
    ending = finish(session, places, NOW)
    assert files(places) == written(session)
    assert ending.cause == cause_of(session)
    assert (ending.rank, ending.complaints) == (1, ())
    assert read_scores(places.scores) == [ending.score]


def test_the_replay_verifies_and_the_morgue_file_names_it(session: Session, places: Places) -> None:
    ending = finish(session, places, NOW)
    assert ending.replay is not None
    assert ending.morgue is not None
    assert verify(read(ending.replay), load("tcod-2020")).first_difference is None
    assert f"steep replay {ending.replay}" in ending.morgue.read_text()


def test_runs_that_end_in_the_same_second_do_not_share_files(places: Places) -> None:
    runs = [dead_run() for _ in range(3)]
    for run in runs:
        finish(run, places, NOW)
    assert files(places) == written(*runs)


def test_the_save_of_another_run_stays(session: Session, places: Places) -> None:
    save(Session.start(load("tcod-2020"), 43), places.save)
    finish(session, places, NOW)
    assert places.save.exists()


def test_a_damaged_save_stays(session: Session, places: Places) -> None:
    places.save.write_bytes(places.save.read_bytes()[:-1])
    finish(session, places, NOW)
    assert places.save.exists()


def test_a_run_that_was_never_saved_ends_as_well(places: Places) -> None:
    assert finish(dead_run(), places, NOW).complaints == ()


@pytest.mark.parametrize("stop", ["write_replay", "write_morgue", "add_score"])
def test_a_crash_before_all_is_written_leaves_the_save(
    session: Session, places: Places, monkeypatch: pytest.MonkeyPatch, stop: str
) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(endings, stop, crash)
    with pytest.raises(KeyboardInterrupt):
        finish(session, places, NOW)
    assert places.save.exists()


def test_when_nothing_can_be_written_the_save_is_kept_and_all_is_told(
    session: Session, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", full)
    ending = finish(session, places, NOW)
    assert files(places) == ["save.steep"]
    assert (ending.replay, ending.morgue, ending.rank) == (None, None, None)
    assert ending.cause == cause_of(session)
    assert [complaint.rpartition(": ")[2] for complaint in ending.complaints] == [
        *["No space left on device"] * 4,
        "nothing could be written, so the save of this run is kept",
    ]


@pytest.mark.parametrize(
    ("failing", "left"),
    [
        ("replays", ["ended", "morgue", "scores.json"]),
        ("morgue", ["ended", "replays", "scores.json"]),
        ("ended", ["morgue", "replays", "scores.json"]),
    ],
)
def test_when_one_thing_cannot_be_written_the_others_are(
    session: Session, places: Places, failing: str, left: list[str]
) -> None:
    (places.data / failing).write_text("a file where a folder should be")
    ending = finish(session, places, NOW)
    (places.data / failing).unlink()
    assert [name.partition("/")[0] for name in files(places)] == left
    assert len(ending.complaints) == 1
    assert ending.rank == 1


def test_a_morgue_file_names_no_replay_that_could_not_be_written(session: Session, places: Places) -> None:
    places.replays.write_text("a file where a folder should be")
    ending = finish(session, places, NOW)
    assert ending.morgue is not None
    assert "steep replay" not in ending.morgue.read_text()


def test_scores_of_a_later_steep_are_told_and_left(session: Session, places: Places) -> None:
    places.scores.write_text('{"format": 9}')
    ending = finish(session, places, NOW)
    assert (ending.rank, len(ending.complaints)) == (None, 1)
    assert "are from a later Steep" in ending.complaints[0]
    assert places.scores.read_text() == '{"format": 9}'
    assert not places.save.exists()


def test_a_damaged_file_of_scores_is_told(session: Session, places: Places) -> None:
    places.scores.write_text("?")
    ending = finish(session, places, NOW)
    assert ending.rank == 1
    assert "the file of high scores was damaged; it is now scores.damaged-1.json" in ending.complaints[0]


def test_a_save_that_cannot_be_removed_is_told_and_never_goes_on(
    session: Session, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "unlink", full)
    ending = finish(session, places, NOW)
    assert ending.complaints == (f"{places.save}: the save of this run could not be removed: No space left on device",)


def test_a_run_that_nobody_played_leaves_a_replay_and_a_morgue_file_and_no_score(
    session: Session, places: Places
) -> None:
    save(session, places.save)
    ending = keep(session, places)
    assert ending.cause == cause_of(session)
    assert ending.rank is None
    assert ending.replay is not None
    assert ending.morgue is not None
    assert verify(read(ending.replay), session.rulebook).first_difference is None
    assert str(ending.replay) in ending.morgue.read_text(encoding="utf-8")
    assert not places.scores.exists()
    assert places.save.exists()
