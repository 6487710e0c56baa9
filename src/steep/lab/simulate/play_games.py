"""Plays games on all cores of this machine, or on a cluster's workers, and counts them.

Compiled rules release Python's global lock, so threads are enough; they share nothing but the ruleset. The work is
split into chunks of consecutive seeds; how it is split does not change any game.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Protocol

from steep.core.input_errors import InputError
from steep.core.ruleset import Ruleset
from steep.lab.progress import Watch
from steep.lab.simulate.play_in_one_thread import SLICE_SECONDS, GameBatch, PlainSimulator, Simulator, joined
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation import Warmup
from steep.lab.simulate.simulation_task import Task

MAX_CHUNK = 250
"""The most games in a chunk."""

FIRST_CHUNK = 10
"""The most games in a task's first chunk."""

CHUNKS_PER_JOB = 8
"""At least this many chunks per job, to keep all cores busy until the end."""

Chunk = tuple[Task, int, int]
"""Games of a task: the first seed, and the number of games."""

Progress = Callable[[int, int], None]
"""Called from any thread with the games and turns played since its last call."""


def chunk_size(games: int, jobs: int) -> int:
    """The number of games in a chunk when `games` are played in `jobs` threads."""
    return max(1, min(MAX_CHUNK, games // (CHUNKS_PER_JOB * jobs)))


def chunks_of(task: Task, done: Sequence[tuple[int, int]] = (), largest: int = MAX_CHUNK) -> Iterator[Chunk]:
    """The games of a task that are not done yet, in chunks; `done` lists (first seed, games) that are.

    The first chunks are small, because the first figures should appear soon.
    """
    seed = start = task.seed
    for first, games in [*sorted(done), (task.seed + task.games, 0)]:
        while seed < first:
            chunk = min(largest, first - seed, max(FIRST_CHUNK, (seed - start) // 4))
            yield task, seed, chunk
            seed += chunk
        seed = max(seed, first + games)


class PlayError(InputError):
    """Games cannot be played. The message says which and why."""


class WorkerPool:
    """Threads that play games. Use it as a context: leaving it stops them within a fraction of a second.

    Several worker pools may share one thread pool, which is shut down by the first that is left.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        jobs: int,
        progress: Progress | None = None,
        pool: ThreadPoolExecutor | None = None,
        warmup: Warmup | None = None,
    ) -> None:
        self._ruleset = ruleset
        self._warmup = warmup
        self._plain = threading.Lock()
        self.jobs = jobs
        self._progress = progress
        self._stop = threading.Event()
        self._here = threading.local()
        self._failure: PlayError | None = None
        self._pool = pool or ThreadPoolExecutor(jobs, "steep-lab")

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._pool.shutdown(cancel_futures=True)

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called or the context was left."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Stop within a fraction of a second. `batches` then ends with the games finished so far."""
        self._stop.set()

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[GameBatch]:
        """The batches of chunks, in their order. Only a few are held at a time.

        After `stop`, the last batches hold fewer games than their chunks. If a chunk cannot be played, `PlayError` is
        raised after the batches that were finished.
        """
        waiting: deque[Future[GameBatch]] = deque()
        for chunk in chunks:
            if self._stop.is_set():
                break
            waiting.append(self._pool.submit(self._play, chunk))
            if len(waiting) > 2 * self.jobs:
                yield from self._finished(waiting.popleft())
        while waiting:
            yield from self._finished(waiting.popleft())
        if self._failure is not None:
            raise self._failure

    def _play(self, chunk: Chunk) -> GameBatch:
        task, seed, games = chunk
        try:
            if self._warmup is None or self._warmup.ready:
                return self._play_compiled(task, seed, games)
            plain = self._play_plain(self._warmup, task, seed, games)
            if plain.games == games or self._stop.is_set():
                return plain
            return joined(plain, self._play_compiled(task, seed + plain.games, games - plain.games))
        except Exception as error:
            what = f"{task.bot}'s games of seeds {seed} to {seed + games - 1}"
            raise PlayError(f"{what} cannot be played: {type(error).__name__}: {error}") from error

    def _play_compiled(self, task: Task, seed: int, games: int) -> GameBatch:
        if not hasattr(self._here, "simulator"):
            self._here.simulator = Simulator(self._ruleset)
        simulator: Simulator = self._here.simulator
        return simulator.play(task, seed, 0 if self._stop.is_set() else games, self._go_on)

    def _play_plain(self, warmup: Warmup, task: Task, seed: int, games: int) -> GameBatch:
        """Play until the rules are compiled. Only one thread does so: Python's lock would make several no faster."""

        def go_on(games: int, turns: int) -> bool:
            return self._go_on(games, turns) and not warmup.ready

        simulator = PlainSimulator(self._ruleset)
        while not self._plain.acquire(timeout=SLICE_SECONDS):
            if self._stop.is_set() or warmup.ready:
                return simulator.play(task, seed, 0, go_on)
        try:
            return simulator.play(task, seed, 0 if self._stop.is_set() or warmup.ready else games, go_on)
        finally:
            self._plain.release()

    def _go_on(self, games: int, turns: int) -> bool:
        if self._progress is not None:
            self._progress(games, turns)
        return not self._stop.is_set()

    def _finished(self, future: Future[GameBatch]) -> Iterator[GameBatch]:
        """Wait for a batch, and yield it if any of its games was finished."""
        # Short waits let Ctrl-C through on every system.
        while not wait([future], 0.2).done:
            pass
        try:
            batch = future.result()
        except PlayError as failure:
            self._failure = self._failure or failure
            self.stop()
            return
        if batch.games > 0:
            yield batch


class Executor(Protocol):
    """Plays games: a `WorkerPool` on this machine, or a cluster (`steep.lab.simulate.dask_cluster`)."""

    jobs: int
    """How many games are played at a time."""

    def stop(self) -> None:
        """Stop playing soon."""

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[GameBatch]:
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
    on_batch: Callable[[GameBatch], None] = lambda _batch: None,
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
