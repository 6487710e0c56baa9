"""Whatever stops a measurement, what was finished is kept, and what is resumed ends as if it had never been stopped."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli_runner import Run
from steep.commands import measure
from steep.lab.storage import store, tables
from steep.lab.storage.store import Store
from steep.play.files.atomic import write_whole

GAMES = 2_500
WORDS = ("measure", "tcod-2020", "--bot", "brawler", "--games", GAMES, "--floors", "1-6", "--jobs", 2)
FEW = ("measure", "tcod-2020", "--bot", "diver", "--games", 60, "--floors", "1-3", "--jobs", 2)

CheckResumed = Callable[[Path, tuple[object, ...]], str]

LONG_ENOUGH = 300
"""Seconds within which everything happens, on the slowest machine, compiling included."""


def results(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def kept(folder: Path) -> int:
    found = Store.open(folder)
    return sum(games for task in found.manifest.tasks for _, games in found.done(task))


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[object, ...], dict[str, bytes]]:
    """What was written where nothing stopped it, by the words of the command."""
    return {}


@pytest.fixture
def check_resumed(
    steep: Run, tmp_path: Path, uninterrupted: dict[tuple[object, ...], dict[str, bytes]]
) -> CheckResumed:
    """Goes on with what is in a folder, and holds its results to those of a run that nothing stopped."""

    def check(folder: Path, words: tuple[object, ...]) -> str:
        if words not in uninterrupted:
            assert steep(*words, "--out", tmp_path / "whole").code == 0
            uninterrupted[words] = results(tmp_path / "whole")
        told = steep(*words, "--out", folder, "--resume")
        assert told.code == 0
        assert results(folder) == uninterrupted[words]
        return told.err

    return check


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_a_measurement_is_stopped_midway_and_goes_on(
    tmp_path: Path, check_resumed: CheckResumed, sent: signal.Signals
) -> None:
    folder = tmp_path / "out"
    command = [sys.executable, "-m", "steep", *map(str, WORDS), "--out", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        end = time.monotonic() + LONG_ENOUGH
        while not list(folder.rglob("*.batch")):
            assert running.poll() is None
            assert time.monotonic() < end
            time.sleep(0.01)
        running.send_signal(sent)
        out, err = running.communicate(timeout=LONG_ENOUGH)
    assert 0 < kept(folder) < GAMES
    if sent == signal.SIGINT:
        assert running.returncode == 130
        played = f"{kept(folder):,} of {GAMES:,} games are finished and kept in {folder}"
        assert err.splitlines()[-1] == f"steep: stopped; {played}; --resume plays the others"
        assert f"{kept(folder):,} games" in out
    check_resumed(folder, WORDS)


@pytest.mark.parametrize("files", [0, 1, 4])
def test_a_full_disk_is_told_and_nothing_finished_is_lost(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check_resumed: CheckResumed, files: int
) -> None:
    folder = tmp_path / "out"
    room = iter(range(files))

    def write_while_there_is_room(path: Path, data: bytes) -> None:
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_whole(path, data)

    with monkeypatch.context() as patched:
        patched.setattr(store, "write_whole", write_while_there_is_room)
        told = steep(*FEW, "--out", folder)
    assert (told.code, told.out) == (2, "")
    assert re.fullmatch(
        rf"steep: {folder}/.*: cannot be written: No space left on device; "
        r"everything finished before is kept, and --resume continues from there\n",
        told.err,
    )
    assert len(list(folder.rglob("*.batch"))) == max(files - 1, 0)
    check_resumed(folder, FEW)


def test_a_half_written_part_is_told_and_its_games_are_played_again(
    steep: Run, tmp_path: Path, check_resumed: CheckResumed
) -> None:
    folder = tmp_path / "out"
    assert steep(*FEW, "--out", folder).code == 0
    half, *_ = folder.rglob("*.batch")
    half.write_bytes(half.read_bytes()[:100])
    told = check_resumed(folder, FEW)
    assert told.startswith(f"steep: {half}: this batch file is cut short: it has 100 of ")
    assert told.endswith(" bytes; its games are played again\n")


def test_a_measurement_stopped_before_its_first_game_goes_on(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check_resumed: CheckResumed
) -> None:
    folder = tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr(measure, "executor", press)
        told = steep(*FEW, "--out", folder)
    assert (told.code, told.out) == (130, "")
    assert told.err == f"steep: stopped; what was finished is kept in {folder}; --resume continues\n"
    check_resumed(folder, FEW)


def test_a_measurement_stopped_after_its_last_game_writes_its_results_when_it_goes_on(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check_resumed: CheckResumed
) -> None:
    folder = tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr(tables, "write_table", press)
        assert steep(*FEW, "--out", folder).code == 130
    assert set(results(folder)) == {"run.json"}
    told = check_resumed(folder, FEW)
    assert told == "steep: all 60 games were played before; nothing is left to play\n"


def press(*_: object) -> None:
    """Ctrl-C."""
    raise KeyboardInterrupt
