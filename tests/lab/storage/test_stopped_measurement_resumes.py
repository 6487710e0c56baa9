"""A stopped measurement keeps its finished games, and ends the same after a resume as without the stop."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.lab import measurement
from steep.lab.storage import output_folder
from steep.lab.storage.output_folder import Store
from wait_until import TIMEOUT, wait_until

GAMES = 2_500
WORDS = ("measure", "tcod-2020", "--bot", "brawler", "--games", GAMES, "--floors", "1-6", "--jobs", 2)
FEW = ("measure", "tcod-2020", "--bot", "diver", "--games", 60, "--floors", "1-3", "--jobs", 2)

CheckResumed = Callable[[Path, tuple[object, ...]], str]


def results(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def finished_games(folder: Path) -> int:
    store_found = Store.open(folder)
    return sum(games for task in store_found.manifest.tasks for _, games in store_found.done(task))


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[object, ...], dict[str, bytes]]:
    """The result files of an uninterrupted run, by the arguments of the command."""
    return {}


@pytest.fixture
def check_resumed(
    steep: Run, tmp_path: Path, uninterrupted: dict[tuple[object, ...], dict[str, bytes]]
) -> CheckResumed:
    """Resume in a folder, and compare the results with those of an uninterrupted run."""

    def check(folder: Path, words: tuple[object, ...]) -> str:
        if words not in uninterrupted:
            assert steep(*words, "--out", tmp_path / "whole").code == 0
            uninterrupted[words] = results(tmp_path / "whole")
        answer = steep(*words, "--out", folder, "--resume")
        assert answer.code == 0
        assert results(folder) == uninterrupted[words]
        return answer.err

    return check


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.slow
@pytest.mark.parametrize("signal_sent", [signal.SIGINT, signal.SIGKILL])
def test_a_measurement_can_be_stopped_and_resumed(
    tmp_path: Path, check_resumed: CheckResumed, signal_sent: signal.Signals
) -> None:
    folder = tmp_path / "out"
    command = [sys.executable, "-m", "steep", *map(str, WORDS), "--out", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        wait_until(lambda: list(folder.rglob("parts/**/*.parquet")) or running.poll() is not None)
        running.send_signal(signal_sent)
        out, err = running.communicate(timeout=TIMEOUT)
    assert 0 < finished_games(folder) < GAMES
    if signal_sent == signal.SIGINT:
        assert running.returncode == 130
        played = f"{finished_games(folder):,} of {GAMES:,} games"
        assert err.splitlines()[-1] == f"steep: stopped; the figures are of {played}; --resume plays the others"
        assert f"{finished_games(folder):,} games" in out
    check_resumed(folder, WORDS)


def test_a_half_written_part_is_reported_and_its_games_are_replayed(
    steep: Run, tmp_path: Path, check_resumed: CheckResumed
) -> None:
    folder = tmp_path / "out"
    assert steep(*FEW, "--out", folder).code == 0
    half, *_ = folder.rglob("parts/**/*.parquet")
    half.write_bytes(half.read_bytes()[:100])
    why = "was altered or cut short: its checksum does not hold"
    assert check_resumed(folder, FEW) == f"steep: {half}: this part {why}; its games are played again\n"


def test_a_measurement_stopped_before_its_first_game_can_be_resumed(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check_resumed: CheckResumed
) -> None:
    folder = tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr(measurement, "executor", press_ctrl_c)
        answer = steep(*FEW, "--out", folder)
    assert (answer.code, answer.out) == (130, "")
    assert answer.err == f"steep: stopped; finished games are kept in {folder}; --resume continues\n"
    check_resumed(folder, FEW)


def test_a_measurement_stopped_after_its_last_game_writes_its_results_on_resume(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check_resumed: CheckResumed
) -> None:
    folder = tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr(output_folder, "written_table", press_ctrl_c)
        assert steep(*FEW, "--out", folder).code == 130
    assert set(results(folder)) == {"run.json"}
    message = check_resumed(folder, FEW)
    assert message == "steep: all 60 games were played before; nothing is left to play\n"


def press_ctrl_c(*_: object) -> None:
    """Stand in for any function: raise as Ctrl-C does."""
    raise KeyboardInterrupt
