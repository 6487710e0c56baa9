"""The end of a run: the files written, their order, and the removal of the save."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from failing_disk import fill_disk_for
from ready_made_sessions import dead_run, load, saved_and_dead
from steep.play import finish_run as endings
from steep.play.files.ledger import read_ledger
from steep.play.files.morgue import cause_of
from steep.play.files.replays import read, verify
from steep.play.files.saves import SaveError, save
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.finish_run import EndedError, finish_run, open_save, write_unscored
from steep.play.session import Session

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)


@pytest.fixture
def dirs(tmp_path: Path) -> Dirs:
    return Dirs(tmp_path / "data")


@pytest.fixture
def session(dirs: Dirs) -> Session:
    """A dead run that was saved half-way."""
    return saved_and_dead(dirs)


def stem_of(session: Session) -> str:
    return f"2031-05-04-030201-seed-42-{session.id[:6]}"


def files_of(*runs: Session) -> list[str]:
    """The files that ended runs leave behind."""
    notes = [f"ended/{run.id}.json" for run in runs]
    morgue_files = [f"morgue/{stem_of(run)}.txt" for run in runs]
    recorded = [f"replays/{stem_of(run)}.replay" for run in runs]
    return sorted([*notes, *morgue_files, *recorded, "lore.json", "runs.jsonl"])


def files(dirs: Dirs) -> list[str]:
    found = (path for path in dirs.data.rglob("[!.]*") if path.is_file() and path.stat().st_size)
    return sorted(path.relative_to(dirs.data).as_posix() for path in found)


def raise_disk_full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_an_ended_run_leaves_a_replay_a_morgue_file_and_a_score_and_no_save(session: Session, dirs: Dirs) -> None:
    ending = finish_run(session, dirs, NOW)
    assert files(dirs) == files_of(session)
    assert ending.cause == cause_of(session)
    assert (ending.rank, ending.warnings) == (1, ())
    assert read_ledger(dirs).scores == [ending.score]


def test_the_replay_verifies_and_the_morgue_file_names_it(session: Session, dirs: Dirs) -> None:
    ending = finish_run(session, dirs, NOW)
    assert ending.replay is not None
    assert ending.morgue is not None
    assert verify(read(ending.replay), load("tcod-2020")).first_difference is None
    assert f"steep replay {ending.replay}" in ending.morgue.read_text()


def test_runs_that_end_in_the_same_second_do_not_share_files(dirs: Dirs) -> None:
    runs = [dead_run() for _ in range(3)]
    for run in runs:
        finish_run(run, dirs, NOW)
    assert files(dirs) == files_of(*runs)


def test_the_save_of_another_run_is_kept(session: Session, dirs: Dirs) -> None:
    save(Session.start(load("tcod-2020"), 43), dirs.save)
    finish_run(session, dirs, NOW)
    assert dirs.save.exists()


def test_a_damaged_save_is_kept(session: Session, dirs: Dirs) -> None:
    dirs.save.write_bytes(dirs.save.read_bytes()[:-1])
    finish_run(session, dirs, NOW)
    assert dirs.save.exists()


@pytest.mark.parametrize("stop", ["write_replay", "write_morgue", "add_run"])
def test_a_crash_before_all_is_written_leaves_the_save(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch, stop: str
) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(endings, stop, crash)
    with pytest.raises(KeyboardInterrupt):
        finish_run(session, dirs, NOW)
    assert dirs.save.exists()


def test_the_line_of_runs_and_what_was_met_are_written_before_the_large_files_can_take_their_room(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    before: list[str] = []
    monkeypatch.setattr(endings, "write_replay", lambda *_: before.extend(files(dirs)))
    finish_run(session, dirs, NOW)
    assert set(before) >= {"runs.jsonl", "lore.json"}
    assert not any(name.startswith("morgue") for name in before)


def test_on_a_full_disk_the_ended_run_takes_the_place_of_an_earlier_turn_in_the_save(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save_in_a_free_place(run: Session, path: Path) -> None:
        if path.exists():
            raise SaveError("No space left on device")
        save(run, path)

    with monkeypatch.context() as full:
        full.setattr("steep.play.files.saves.save", save_in_a_free_place)
        fill_disk_for(full, "runs.jsonl")
        finish_run(session, dirs, NOW)
    with pytest.raises(EndedError):
        open_save(dirs, load)
    assert files(dirs) == files_of(session)


def test_when_nothing_can_be_written_the_save_is_still_deleted_with_warnings(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", raise_disk_full)
    ending = finish_run(session, dirs, NOW)
    assert files(dirs) == []
    assert (ending.replay, ending.morgue, ending.rank) == (None, None, None)
    assert ending.cause == cause_of(session)
    assert [warning.rpartition(": ")[2] for warning in ending.warnings] == [
        *["No space left on device"] * 5,
        "nothing of this run could be written, but its save has been deleted",
    ]


def test_files_that_did_not_fit_are_written_once_deleting_the_save_has_freed_space(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def raise_disk_full_beside_a_save(file: int) -> None:
        if dirs.save.exists():
            raise_disk_full()
        fsync(file)

    monkeypatch.setattr(os, "fsync", raise_disk_full_beside_a_save)
    ending = finish_run(session, dirs, NOW)
    assert files(dirs) == files_of(session)
    assert (ending.rank, ending.warnings) == (1, ())


@pytest.mark.parametrize("writer", ["replays", "morgue", "runs.jsonl", "lore.json"])
def test_on_a_full_disk_the_ended_run_is_kept_and_what_is_missing_is_written_later(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch, writer: str
) -> None:
    with monkeypatch.context() as full:
        fill_disk_for(full, writer)
        ending = finish_run(session, dirs, NOW)
    assert ending.warnings[-1].endswith(
        "the ended run is kept here, and Steep writes what is missing when it starts next"
    )
    assert dirs.save.exists()
    with pytest.raises(EndedError):
        open_save(dirs, load)
    assert files(dirs) == files_of(session)
    assert [score.run for score in read_ledger(dirs).scores] == [session.id]
    assert len(read_ledger(dirs).runs) == 1


def test_a_save_that_cannot_be_deleted_is_emptied(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "unlink", raise_disk_full)
    assert finish_run(session, dirs, NOW).warnings == ()
    assert dirs.save.read_bytes() == b""


@pytest.mark.parametrize(
    ("failing", "left"),
    [
        ("replays", ["ended", "lore.json", "morgue", "runs.jsonl"]),
        ("morgue", ["ended", "lore.json", "replays", "runs.jsonl"]),
        ("ended", ["lore.json", "morgue", "replays", "runs.jsonl"]),
    ],
)
def test_if_one_file_cannot_be_written_the_others_still_are(
    session: Session, dirs: Dirs, failing: str, left: list[str]
) -> None:
    (dirs.data / failing).write_text("a file where a folder should be")
    ending = finish_run(session, dirs, NOW)
    (dirs.data / failing).unlink()
    assert [name.partition("/")[0] for name in files(dirs)] == left
    assert len(ending.warnings) == 1
    assert ending.rank == 1


def test_a_morgue_file_names_no_replay_that_could_not_be_written(session: Session, dirs: Dirs) -> None:
    dirs.replays.write_text("a file where a folder should be")
    ending = finish_run(session, dirs, NOW)
    assert ending.morgue is not None
    assert "steep replay" not in ending.morgue.read_text()


def test_a_save_that_can_be_neither_deleted_nor_emptied_gives_a_warning_and_never_loads(
    session: Session, dirs: Dirs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "unlink", raise_disk_full)
    monkeypatch.setattr(os, "truncate", raise_disk_full)
    ending = finish_run(session, dirs, NOW)
    assert ending.warnings == (f"{dirs.save}: could not delete the save of this run: No space left on device",)


def test_a_bots_run_leaves_a_replay_and_a_morgue_file_but_no_score(session: Session, dirs: Dirs) -> None:
    save(session, dirs.save)
    ending = write_unscored(session, dirs)
    assert ending.cause == cause_of(session)
    assert ending.rank is None
    assert ending.replay is not None
    assert ending.morgue is not None
    assert verify(read(ending.replay), session.rulebook).first_difference is None
    assert str(ending.replay) in ending.morgue.read_text(encoding="utf-8")
    assert not dirs.runs.exists()
    assert dirs.save.exists()
