"""Death is final: killing the process or copying the save never brings a dead hero back."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ready_made_sessions import dive, dived, load, saved_and_dead
from steep.play.files.ledger import read_ledger
from steep.play.files.replays import read, verify
from steep.play.files.saves import save
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.finish_run import EndedError, finish_run, open_save
from steep.play.session import Session

NOW = datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC)

COPY_AT_EVERY_LINE = """
import os, shutil, sys
from pathlib import Path
from ready_made_sessions import saved_and_dead
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.finish_run import finish_run

FOLDERS = ("steep/play", "steep/play/files")
os.fsync = lambda _: None  # written data survives a kill without fsync
folder = Path(sys.argv[1])
dirs = Dirs(folder / "complete")
dead = saved_and_dead(dirs)
lines = set()

def stack_of(frame):
    "File and line of every frame: shared code counts once for each caller."
    stack = []
    while frame is not None:
        stack.append((frame.f_code.co_filename, frame.f_lineno))
        frame = frame.f_back
    return tuple(stack)

def trace(frame, event, _):
    if not os.path.dirname(frame.f_code.co_filename).endswith(FOLDERS):
        return None
    if event == "line" and (stack := stack_of(frame)) not in lines:
        lines.add(stack)
        shutil.copytree(dirs.data, folder / f"{len(lines):04}")
    return trace

sys.settrace(trace)
finish_run(dead, dirs)
sys.settrace(None)
"""
"""Copies the files before each line that ends a run. A kill there would leave just these: buffers that have not been
written yet are lost with the process."""


@pytest.fixture
def dirs(tmp_path: Path) -> Dirs:
    return Dirs(tmp_path / "data")


def counts_in(dirs: Dirs) -> dict[str, int]:
    """The number of files, scores and saves in the folder."""
    counts = {folder.name: len(list(folder.glob("[!.]*"))) for folder in (dirs.morgue, dirs.replays, dirs.ended)}
    return counts | {"scores": len(read_ledger(dirs).scores), "saves": int(dirs.save.exists())}


def contents(dirs: Dirs | None) -> dict[str, bytes]:
    """Each file and what is in it."""
    files = dirs.data.rglob("*") if dirs else []
    return {path.relative_to(dirs.data).as_posix(): path.read_bytes() for path in files if dirs and path.is_file()}


def replay_in(dirs: Dirs) -> Path:
    return next(dirs.replays.glob("[!.]*"))


RECORDED_ONCE = {"morgue": 1, "replays": 1, "ended": 1, "scores": 1, "saves": 0}
STILL_ALIVE = {"morgue": 0, "replays": 0, "ended": 0, "scores": 0, "saves": 1}


@pytest.mark.slow  # each line is a copy of the folder: test_every_failure_of_the_disk.py fails each write in turn
def test_a_kill_at_any_line_of_the_end_records_the_run_exactly_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    tests = Path(__file__).parents[1]
    paths = os.pathsep.join([str(tests), *sys.path])
    subprocess.run(
        [sys.executable, "-c", COPY_AT_EVERY_LINE, str(tmp_path)], check=True, env={**os.environ, "PYTHONPATH": paths}
    )
    *every, complete = map(Dirs, sorted(tmp_path.iterdir()))
    # Most lines write nothing.
    killed = [dirs for dirs, before in zip(every, [None, *every], strict=False) if contents(dirs) != contents(before)]
    assert counts_in(complete) == RECORDED_ONCE
    assert verify(read(replay_in(complete)), load("tcod-2020")).first_difference is None
    still_alive = refused = 0
    for dirs in killed:
        before = counts_in(dirs)
        if not before["saves"]:
            assert before == RECORDED_ONCE
            continue
        try:
            alive = open_save(dirs, load)
        except EndedError as over:
            refused += "Killed by " in str(over)
        else:
            # Killed before anything about the death was written: the run continues from its save.
            still_alive += 1
            assert before == STILL_ALIVE
            assert still_alive == killed.index(dirs) + 1, "a run that had ended could be continued"
            assert alive.recording.length == 200
            continue
        assert counts_in(dirs) == RECORDED_ONCE
        assert replay_in(dirs).read_bytes() == replay_in(complete).read_bytes()
    assert len(every) > 100
    assert still_alive >= 1
    assert refused >= 5


def test_a_copy_of_the_save_of_an_ended_run_is_refused_and_removed(dirs: Dirs) -> None:
    dead = saved_and_dead(dirs)
    copy = dirs.save.read_bytes()
    ending = finish_run(dead, dirs, NOW)
    for profile in (dirs, dirs.of_profile("ann")):
        profile.save.parent.mkdir(parents=True, exist_ok=True)
        profile.save.write_bytes(copy)
        with pytest.raises(EndedError) as refused:
            open_save(profile, load)
        assert str(refused.value) == f"The saved game is over. {ending.cause}"
        assert not profile.save.exists()
    assert counts_in(dirs) == RECORDED_ONCE


def test_a_copy_opened_before_the_run_ended_is_not_recorded_twice(dirs: Dirs) -> None:
    dead = saved_and_dead(dirs)
    elsewhere = dirs.of_profile("ann")
    elsewhere.save.parent.mkdir(parents=True)
    elsewhere.save.write_bytes(dirs.save.read_bytes())
    copy = open_save(elsewhere, load)
    first = finish_run(dead, dirs, NOW)
    assert first.morgue is not None
    text = first.morgue.read_text()
    second = finish_run(dive(copy, 5_000), elsewhere, NOW + timedelta(hours=1))
    assert (second.rank, second.morgue, second.replay) == (1, first.morgue, first.replay)
    assert first.morgue.read_text() == text
    assert counts_in(dirs) == RECORDED_ONCE
    assert not elsewhere.save.exists()


def test_a_copy_is_refused_even_if_its_ruleset_is_gone(dirs: Dirs, tmp_path: Path) -> None:
    ruleset = tmp_path / "mine.toml"
    ruleset.write_text('extends = "tcod-2020"\n')
    session = Session.start(load(str(ruleset)), 1)
    save(session, dirs.save)
    copy = dirs.save.read_bytes()
    finish_run(session, dirs, NOW)
    dirs.save.write_bytes(copy)
    ruleset.unlink()
    with pytest.raises(EndedError):
        open_save(dirs, load)
    assert not dirs.save.exists()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"cause": 7}', '{"date": 7, "cause": ""}', "\0"])
def test_a_damaged_record_of_an_end_still_ends_the_run(dirs: Dirs, damage: str) -> None:
    dead = saved_and_dead(dirs)
    copy = dirs.save.read_bytes()
    finish_run(dead, dirs, NOW)
    dirs.save.write_bytes(copy)
    next(dirs.ended.glob("*")).write_text(damage)
    with pytest.raises(EndedError, match="The saved game is over"):
        open_save(dirs, load)
    assert counts_in(dirs) == RECORDED_ONCE


def test_another_run_of_the_same_seed_can_be_continued(dirs: Dirs) -> None:
    finish_run(saved_and_dead(dirs), dirs, NOW)
    save(dived(actions=200), dirs.save)
    assert open_save(dirs, load).recording.length == 200
