"""A worker pool that is stopped or fails loses no finished game."""

from __future__ import annotations

import pytest

from fake_batches import same
from ready_made_sessions import load
from steep.lab.simulate.play_games import PlayError, WorkerPool, chunks_of
from steep.lab.simulate.play_in_one_thread import GameBatch, Simulator
from steep.lab.simulate.simulation_task import Task

BOOK = load("tcod-2020")
TASK = Task("brawler", 5, 40, 1, 10)


def play_alone(games: int) -> GameBatch:
    return Simulator(BOOK.compiled).play(TASK, TASK.seed, games, lambda _games, _turns: True)


def test_a_stopped_pool_yields_finished_games_only() -> None:
    simulator = Simulator(BOOK.compiled)
    stopped = simulator.play(TASK, TASK.seed, TASK.games, lambda games, _turns: games < 2)
    assert 0 < stopped.games < TASK.games
    assert same(stopped, play_alone(stopped.games))


def test_a_chunk_that_cannot_be_played_is_reported_after_the_finished_games() -> None:
    chunks = [*chunks_of(TASK, largest=10), *chunks_of(Task("nobody", 0, 7)), *chunks_of(TASK, largest=10)]
    batches_given = []
    with WorkerPool(BOOK.compiled, 1) as worker_pool:
        batches = worker_pool.batches(iter(chunks))
        batches_given = [next(batches) for _ in range(4)]
        with pytest.raises(PlayError, match=r"^nobody's games of seeds 0 to 6 cannot be played: InputError: .*nobody"):
            batches_given.extend(batches)
    assert same(batches_given[0], play_alone(10))
    assert [batch.seed for batch in batches_given[:4]] == [5, 15, 25, 35]
