"""Plays the games of a task on all cores of this machine, in threads that share nothing but the ruleset.

Compiled rules run outside Python's lock, so threads are enough. The work is
cut into shares of seeds that follow each other; how it is cut changes no game.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait

from steep.core.errors import InputError
from steep.core.ruleset import Ruleset
from steep.lab.simulate.simulator import SLICE_SECONDS, Batch, PlainSimulator, Simulator, Task, joined
from steep.lab.simulate.warmup import Warmup

MAX_CHUNK = 250
"""Games of one share, at most."""

FIRST_SHARE = 10
"""Games of the first share of a task, at most."""

CHUNKS_PER_JOB = 8
"""The work is cut at least so fine, so that no core waits long for another at the end."""

Chunk = tuple[Task, int, int]
"""Games of a task: the first seed, and how many."""

Progress = Callable[[int, int], None]
"""Told of games and turns that were played since the last time; by any thread."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def chunk_size(games: int, jobs: int) -> int:
    """How many games one share of so many has."""
    return max(1, min(MAX_CHUNK, games // (CHUNKS_PER_JOB * jobs)))


def chunks_of(task: Task, done: Sequence[tuple[int, int]] = (), most: int = MAX_CHUNK) -> Iterator[Chunk]:
    """The games of a task that are not done yet, in shares; `done` holds (first seed, games) that are.

    The first shares are small, so that there soon is something to show of the first seeds.
    """
    seed = begun = task.seed
    for first, games in [*sorted(done), (task.seed + task.games, 0)]:
        while seed < first:
            chunk = min(most, first - seed, max(FIRST_SHARE, (seed - begun) // 4))
            yield task, seed, chunk
            seed += chunk
        seed = max(seed, first + games)


class PlayError(InputError):
    """Games cannot be played. The text says which, and why."""


class WorkerPool:
    """Threads that play. Use it as a context: leaving it stops them within a fraction of a second.

    Several crews may share one pool of threads, which is shut down by the first that is left.
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
        """Whether somebody was told to stop, or all is done."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Have everybody stop within a fraction of a second. `batches` ends with what was finished until then."""
        self._stop.set()

    def batches(self, chunks: Iterator[Chunk]) -> Iterator[Batch]:
        """What came of the shares, in their order; a few are held at a time.

        Once stopped, it gives the games that were finished, of which the last shares have fewer than asked for.
        Raises `PlayError` after all that was finished, when a share cannot be played.
        """
        waiting: deque[Future[Batch]] = deque()
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

    def _play(self, chunk: Chunk) -> Batch:
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

    def _play_compiled(self, task: Task, seed: int, games: int) -> Batch:
        if not hasattr(self._here, "desk"):
            self._here.simulator = Simulator(self._ruleset)
        simulator: Simulator = self._here.simulator
        return simulator.play(task, seed, 0 if self._stop.is_set() else games, self._go_on)

    def _play_plain(self, warmup: Warmup, task: Task, seed: int, games: int) -> Batch:
        """Play until all is compiled. One thread does so at a time: together they would be no faster, and all late."""

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

    def _finished(self, future: Future[Batch]) -> Iterator[Batch]:
        """The batch, once it was played, if any game of it was finished."""
        # Waiting in short sleeps lets Ctrl-C through on every system.
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
