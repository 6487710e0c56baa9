"""Plays the games of a measurement, on this machine or a cluster, and sums them. Knows neither commands nor files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Chunk, chunk_size, chunks_of
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


class Sums(Protocol):
    """Sums over the games of a task: a `Tally`, or another that batches are added to."""

    task: Task

    def add(self, batch: Batch) -> None:
        """Add the games of a batch."""


def ignore(_batch: Batch) -> None:
    """Do nothing with a batch."""


def nothing_done(_task: Task) -> Sequence[tuple[int, int]]:
    """No games have been played before."""
    return ()


def play_games(
    executor: Executor,
    tallies: Sequence[Sums],
    jobs: int,
    on_batch: OnBatch = ignore,
    done: Callable[[Task], Sequence[tuple[int, int]]] = nothing_done,
    on_progress: Callable[[], None] = lambda: None,
) -> None:
    """Play all games of the tallies' tasks that are not done, and add them to the tallies.

    `done(task)` returns (first seed, games) of what the tallies already hold. `on_progress()` is called after each
    batch. Games are added in the order of their seeds, so a tally never favours games that were over sooner.
    """
    by_bot = {tally.task.bot: tally for tally in tallies}

    def chunks() -> Iterator[Chunk]:
        for tally in tallies:
            yield from chunks_of(tally.task, done(tally.task), chunk_size(tally.task.games, jobs))

    for batch in executor.batches(chunks()):
        on_batch(batch)
        by_bot[batch.bot].add(batch)
        on_progress()
