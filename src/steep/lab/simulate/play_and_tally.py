"""Plays games on this machine or a cluster, and counts them. Knows neither commands nor files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Chunk, chunk_size, chunks_of
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task

OnBatch = Callable[[Batch], None]
"""Receives each batch that was played, for example to store it."""


class Executor(Protocol):
    """Plays games: a `WorkerPool` on this machine, or a cluster (`steep.lab.simulate.dask_cluster`)."""

    jobs: int
    """How many games are played at a time."""

    def stop(self) -> None:
        """Stop playing soon."""

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[Batch]:
        """The batches of chunks, in their order; after `stop`, only of games that were finished."""


def ignore(_batch: Batch) -> None:
    """Do nothing with a batch."""


def nothing_done(_task: Task) -> Sequence[tuple[int, int]]:
    """No games have been played before."""
    return ()


def play_games(
    executor: Executor,
    counted: Sequence[PlayedGames],
    jobs: int,
    on_batch: OnBatch = ignore,
    done: Callable[[Task], Sequence[tuple[int, int]]] = nothing_done,
    on_progress: Callable[[], None] = lambda: None,
) -> None:
    """Play all games of tasks that are not done, and count them.

    `done(task)` returns (first seed, games) of what is already counted. `on_progress()` is called after each batch.
    Games are added in the order of their seeds, so counts never favour games that were over sooner.
    """
    by_bot = {each.task.bot: each for each in counted}

    def chunks() -> Iterator[Chunk]:
        for each in counted:
            yield from chunks_of(each.task, done(each.task), chunk_size(each.task.games, jobs))

    for batch in executor.batches(chunks()):
        on_batch(batch)
        by_bot[batch.bot].add(batch)
        on_progress()
