"""Whichever write, fsync, rename or unlink of `measure --out` or `tune --state` fails: nothing that was there is lost.

One message tells what happened, and `--resume` ends with the same results. The games are made up.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from command_fixture_types import Answer, Run
from failing_disk import failing_disks
from fake_batches import a_batch
from ready_made_sessions import dive, load
from steep.lab import measurement, tuned_ruleset
from steep.lab.counting.counts import Counts
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage import write_results
from steep.lab.storage.output_folder import Store
from steep.lab.storage.tuning_state import state_in
from steep.lab.studies.search_for_bands import Request, Search, tasks_of
from steep.lab.tuned_ruleset import BeforeAndAfter
from steep.play.files import replays
from steep.play.session import Session

SLOW = pytest.mark.slow

FULL = "No space left on device"

GAMES = 20
MEASURE = ("measure", "tcod-2020", "--bot", "diver", "--games", GAMES, "--floors", "1-4", "--jobs", 1)


def files_in(folder: Path) -> dict[str, bytes]:
    """All files below a folder, but not what a failed writer left."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".tmp")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def check_told(answer: Answer) -> None:
    """One message says what could not be written, and why."""
    assert (answer.code, answer.out) == (2, "")
    *progress, last = answer.err.splitlines()
    assert last.startswith("steep: ")
    assert FULL in last
    assert not [line for line in progress if FULL in line or "cannot" in line]


class MadeUp:
    """Plays no games, but makes their batches up."""

    jobs = 1

    def stop(self) -> None:
        """There is nothing to stop."""

    def batches(self, chunks: Iterator[Any]) -> Iterator[Any]:
        """The batches of chunks, 10 games each."""
        for task, first, games in chunks:
            for seed in range(first, first + games, 10):
                yield a_batch(seed, min(10, first + games - seed), task.bot)


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `steep measure` make its games, one replay and its report up."""
    recording = dive(Session.start(load("tcod-2020"), 1), 5).recording

    def one_replay(store: Store, *_: object) -> dict[tuple[str, int], str]:
        replays.write(recording, store.folder / "replays" / "diver-1.replay")
        return {}

    monkeypatch.setattr(measurement, "executor", lambda *_: nullcontext(MadeUp()))
    monkeypatch.setattr(write_results, "write_replays", one_replay)
    monkeypatch.setattr(write_results, "page_of", lambda *_: "a report\n" * 100)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    ("begun", "step"), [(True, 13), *(pytest.param(each, 1, marks=SLOW) for each in (False, True))]
)
def test_a_measurement_keeps_all_games_that_were_finished(steep: Run, tmp_path: Path, begun: bool, step: int) -> None:
    start, folder, whole = tmp_path / "start", tmp_path / "out", tmp_path / "whole"
    resume = ("--resume",) if begun else ()
    if begun:
        assert steep(*MEASURE, "--out", start).code == 0
        for path in sorted(start.rglob("parts/**/*.parquet"))[1:]:
            path.unlink()
    assert steep(*MEASURE, "--out", whole).code == 0
    for disk in failing_disks(folder, step=step):
        shutil.rmtree(folder, ignore_errors=True)
        if begun:
            shutil.copytree(start, folder)
        before = {name: data for name, data in files_in(folder).items() if name.startswith("parts/")}
        with disk:
            answer = steep(*MEASURE, "--out", folder, *resume)
        kept = files_in(folder)
        assert {name: kept.get(name) for name in before} == before
        if answer.code:
            check_told(answer)
            assert disk.failed
            assert all(data == files_in(whole)[name] for name, data in kept.items())
            if (folder / "run.json").exists():
                Store.open(folder)
            assert steep(*MEASURE, "--out", folder, "--resume").code == 0
        assert files_in(folder) == files_in(whole)


TARGET = """
floors = [1, 4]
games = 20

[bands.diver]
survival = { 1 = [0, 100] }

[[move]]
path = "counts.monsters_per_room"
between = [0, 6]

[tune]
games = 10
budget = 40
"""

RULESET = 'extends = "tcod-2020"  # mine\n[counts]\nmonsters_per_room = 2\n'

TUNE = ("tune", "mine.toml", "--target", "target.toml", "--jobs", 1, "--state", "state.json", "--out", "mine.toml")


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=SLOW)])
def test_tuning_keeps_all_results_and_the_ruleset(
    steep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    def played(search: Search, request: Request, *_: object) -> dict[str, Counts]:
        return {task.bot: counts_of(task) for task in tasks_of(request, search.target)}

    def counts_of(task: Task) -> Counts:
        games = PlayedGames(task, kinds=2)
        games.add(a_batch(task.seed, task.games, task.bot))
        return games.counts

    def held_out(search: Search, *_: object) -> dict[str, BeforeAndAfter]:
        found = {task.bot: BeforeAndAfter(task, kinds=2) for task in search.target.tasks}
        for bot, each in found.items():
            batch = a_batch(each.task.seed, each.task.games, bot)
            each.add(batch, batch)
        return found

    monkeypatch.setattr(tuned_ruleset, "play", played)
    monkeypatch.setattr(tuned_ruleset, "Warmup", lambda *_: nullcontext(SimpleNamespace(stop=lambda: None)))
    monkeypatch.setattr(tuned_ruleset, "numbers_that_matter", lambda *_: (3,))
    monkeypatch.setattr(tuned_ruleset, "measure", held_out)
    folder = tmp_path / "folder"

    def begin() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "mine.toml").write_text(RULESET, encoding="utf-8")
        (folder / "target.toml").write_text(TARGET, encoding="utf-8")
        monkeypatch.chdir(folder)

    begin()
    assert steep(*TUNE).code == 0
    whole = files_in(folder)
    results = state_in(folder / "state.json")["results"]
    assert len(results) > 1
    assert b"monsters_per_room = 3" in whole["mine.toml"]
    for disk in failing_disks(folder, step=step):
        begin()
        with disk:
            answer = steep(*TUNE)
        kept = files_in(folder)
        assert kept["mine.toml"] in (RULESET.encode(), whole["mine.toml"])
        if answer.code:
            check_told(answer)
            resume = ("--resume",) if "state.json" in kept else ()
            if resume:
                found = state_in(folder / "state.json")["results"]
                assert found == results[: len(found)]
            assert steep(*TUNE, *resume).code == 0
        assert files_in(folder) == whole
