"""Plays games on this machine's cores or a cluster's workers, and counts them. Knows neither commands nor files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from steep.core.ruleset import Ruleset
from steep.lab.progress import Watch
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Chunk, WorkerPool, chunk_size, chunks_of
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task


class Executor(Protocol):
    """Plays games: a `WorkerPool` on this machine, or a cluster (`steep.lab.simulate.dask_cluster`)."""

    jobs: int
    """How many games are played at a time."""

    def stop(self) -> None:
        """Stop playing soon."""

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[Batch]:
        """The batches of chunks, in their order; after `stop`, only of games that were finished."""


@contextmanager
def executor(ruleset: Ruleset, jobs: int, cluster: str | None, watch: Watch) -> Iterator[Executor]:
    """The cluster at an address, or this machine if there is none."""
    if cluster is None:
        with Warmup(watch.note) as warmup, WorkerPool(ruleset, jobs, watch.played, warmup=warmup) as worker_pool:
            watch.stop_with(worker_pool.stop)
            yield worker_pool
            if worker_pool.stopped:
                warmup.stop()
    else:
        from steep.lab.simulate.dask_cluster import Cluster

        with Cluster(ruleset, cluster, watch.played) as workers:
            watch.stop_with(workers.stop)
            yield workers


def play_games(
    executor: Executor,
    counted: Sequence[PlayedGames],
    jobs: int,
    on_batch: Callable[[Batch], None] = lambda _batch: None,
    done: Callable[[Task], Sequence[tuple[int, int]]] = lambda _task: (),
    on_progress: Callable[[], None] = lambda: None,
) -> None:
    """Play all games of tasks that are not done, and count them.

    `on_batch` receives each batch that was played, for example to store it. `done(task)` returns (first seed, games) of
    what is already counted. `on_progress()` is called after each batch. Games are added in the order of their seeds, so
    counts never favour games that were over sooner.
    """
    by_bot = {each.task.bot: each for each in counted}

    def chunks() -> Iterator[Chunk]:
        for each in counted:
            yield from chunks_of(each.task, done(each.task), chunk_size(each.task.games, jobs))

    for batch in executor.batches(chunks()):
        on_batch(batch)
        by_bot[batch.bot].add(batch)
        on_progress()
