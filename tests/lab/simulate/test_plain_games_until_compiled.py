"""Games run in plain Python until the rules are compiled, with the same results."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fake_batches import same
from steep.content import load_ruleset
from steep.core.native.libraries import BUILDING
from steep.core.processes import alone
from steep.lab.simulate.play_games import WorkerPool, chunks_of, play_games
from steep.lab.simulate.play_in_one_thread import GameBatch, PlainSimulator, Simulator, joined
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation import Warmup
from steep.lab.simulate.simulation_task import Task

BOOK = load_ruleset("tcod-2020-gear")
TASK = Task("brawler", 3, 24, 1, 4, 700)


class ReadyAfter(Warmup):
    """Ready after `checks` checks."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.checks = checks

    @property
    def ready(self) -> bool:
        self.checks -= 1
        return self.checks < 0


def go_on(_games: int, _turns: int) -> bool:
    return True


@pytest.mark.parametrize("bot", ["random", "diver", "brawler", "masher", "explorer"])
def test_plain_and_compiled_games_are_identical_byte_for_byte(bot: str) -> None:
    task = Task(bot, 11, 5, 1, 3, 400)
    batches = [
        simulator(BOOK.compiled).play(task, task.seed, task.games, go_on) for simulator in (PlainSimulator, Simulator)
    ]
    assert same(*batches)
    assert batches[0].visits.dtype == batches[1].visits.dtype
    assert len(batches[0].visits) >= task.games


@pytest.mark.parametrize(("checks", "jobs"), [(0, 1), (1, 2), (5, 1), (9, 2), (14, 1), (10_000, 2)])
def test_a_pool_that_switches_from_plain_to_compiled_plays_the_same_games(checks: int, jobs: int) -> None:
    with WorkerPool(BOOK.compiled, jobs, warmup=ReadyAfter(checks)) as worker_pool:
        batches = list(worker_pool.batches(chunks_of(TASK, largest=8)))
    by_itself = Simulator(BOOK.compiled).play(TASK, TASK.seed, TASK.games, go_on)
    all_games = batches[0]
    for batch in batches[1:]:
        all_games = joined(all_games, batch)
    assert same(all_games, by_itself)


def test_plain_games_are_abandoned_once_the_compiled_rules_are_ready() -> None:
    played: list[str] = []

    class Watched(WorkerPool):
        def _play_compiled(self, task: Task, seed: int, games: int) -> GameBatch:
            played.append("compiled")
            return super()._play_compiled(task, seed, games)

        def _play_plain(self, warmup: Warmup, task: Task, seed: int, games: int) -> GameBatch:
            played.append("plain")
            return super()._play_plain(warmup, task, seed, games)

    class ReadyOnceAGameIsOver(Warmup):
        games = 0

        @property
        def ready(self) -> bool:
            return self.games > 0

        def count_games(self, games: int, _turns: int) -> None:
            self.games += games

    # The first check is made after 1,000 turns, and no game has more than 700.
    warmup = ReadyOnceAGameIsOver()
    with Watched(BOOK.compiled, 1, warmup.count_games, warmup=warmup) as worker_pool:
        batches = list(worker_pool.batches(chunks_of(TASK, largest=12)))
    assert [batch.games for batch in batches] == [10, 10, 4]
    assert played == ["plain", "compiled", "compiled", "compiled"]


def test_a_pool_can_be_stopped_while_it_plays_plain() -> None:
    def stop_after_a_game(games: int, _turns: int) -> None:
        if games:
            worker_pool.stop()

    with WorkerPool(BOOK.compiled, 2, stop_after_a_game, warmup=ReadyAfter(10_000)) as worker_pool:
        batches = list(worker_pool.batches(chunks_of(TASK)))
    assert 0 < sum(batch.games for batch in batches) < TASK.games


def test_interim_counts_always_cover_the_first_seeds() -> None:
    played = PlayedGames(TASK, len(BOOK.monsters))
    snapshots: list[list[int]] = []
    with WorkerPool(BOOK.compiled, 2, warmup=ReadyAfter(12)) as worker_pool:
        play_games(worker_pool, [played], 2, on_progress=lambda: snapshots.append(played.counts.ends))
    games = [sum(ends) for ends in snapshots]
    assert games == sorted(games)
    assert games[-1] == TASK.games
    for ends in snapshots:
        first = PlayedGames(TASK, len(BOOK.monsters))
        first.add(Simulator(BOOK.compiled).play(TASK, TASK.seed, sum(ends), go_on))
        assert first.counts.ends == ends


def test_the_first_chunks_are_small_and_grow() -> None:
    chunks = [games for _, _, games in chunks_of(Task("diver", 0, 100_000))]
    assert chunks[:6] == [10, 10, 10, 10, 10, 12]
    assert max(chunks) == 250
    assert sum(chunks) == 100_000


def test_with_a_full_cache_the_rules_are_ready_at_once() -> None:
    Simulator(BOOK.compiled).play(TASK, 0, 1, go_on)
    with Warmup() as warmup:
        assert warmup.ready


SMALL = ("measure", "tcod-2020", "--bot", "diver", "--games", "10", "--floors", "1-2", "--format", "json")


def measure_a_little() -> str:
    command = [sys.executable, "-m", "steep", *SMALL]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_small_measurement_ends_before_the_library_is_built_with_the_same_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    with monkeypatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path))
        patch.setattr("steep.lab.simulate.simulation.is_ready", lambda _name: False)
        patch.setattr("steep.core.native.libraries._announced", [])
        with Warmup(told.append) as warmup:
            assert warmup._process is not None
            warmup._process.send_signal(signal.SIGSTOP)
            measured_plain = measure_a_little()
            assert not warmup.ready
            warmup._process.send_signal(signal.SIGCONT)
            assert warmup.wait(600)
        assert list(tmp_path.rglob("games-*.sum"))
        measured_compiled = measure_a_little()
    assert told == [BUILDING]
    assert measured_plain == measured_compiled


def test_in_plain_python_it_is_asked_early_whether_to_go_on() -> None:
    """A turn of a bot that thinks ahead takes a second in plain Python."""
    turns: list[int] = []

    def go_on(_games: int, more: int) -> bool:
        turns.append(more)
        return False

    PlainSimulator(load_ruleset("tcod-2020").compiled).play(Task("diver", 0, 1), 0, 1, go_on)
    assert turns == [5]


def test_of_two_compiling_processes_one_waits_for_the_other(tmp_path: Path) -> None:
    order: list[str] = []
    inside, waits = threading.Event(), threading.Event()

    def first() -> None:
        with alone(tmp_path / "lock", lambda: None):
            inside.set()
            assert waits.wait(60)
            order.append("first")

    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(60)
    with alone(tmp_path / "lock", waits.set):
        order.append("second")
    thread.join()
    assert order == ["first", "second"]
