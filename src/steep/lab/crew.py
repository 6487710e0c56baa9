"""Plays the games of a task on all cores of this machine, in threads that share nothing but the ruleset.

Compiled rules run outside Python's lock, so threads are enough. The work is
cut into shares of seeds that follow each other; how it is cut changes no game.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from steep.core.ruleset import Ruleset
from steep.lab.batches import Batch, Desk, Task

SHARE = 250
"""Games of one share, at most."""

Share = tuple[Task, int, int]
"""Games of a task: the first seed, and how many."""

Progress = Callable[[int, int], None]
"""Told of games and turns that were played since the last time; by any thread."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shares_of(task: Task, done: Sequence[tuple[int, int]] = (), most: int = SHARE) -> Iterator[Share]:
    """The games of a task that are not done yet, in shares; `done` holds (first seed, games) that are."""
    seed = task.seed
    end = task.seed + task.games
    for first, games in [*sorted(done), (end, 0)]:
        while seed < first:
            share = min(most, first - seed)
            yield task, seed, share
            seed += share
        seed = max(seed, first + games)


class Crew:
    """Threads that play. Use it as a context: leaving it stops them within a fraction of a second.

    `batches` gives what was played, in the order of the shares. When it is left
    early, or interrupted, `leftover` gives the games that were finished besides.
    """

    def __init__(self, ruleset: Ruleset, jobs: int, progress: Progress | None = None) -> None:
        self._ruleset = ruleset
        self._jobs = jobs
        self._progress = progress
        self._stop = threading.Event()
        self._here = threading.local()
        self._pool = ThreadPoolExecutor(jobs, "steep-lab")
        self._waiting: list[Future[Batch]] = []

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)

    def batches(self, shares: Iterator[Share]) -> Iterator[Batch]:
        """What came of all shares, in their order. Waits no longer than it must; holds a few batches at a time."""
        for share in shares:
            self._waiting.append(self._pool.submit(self._play, share))
            if len(self._waiting) > 2 * self._jobs:
                yield self._next()
        while self._waiting:
            yield self._next()

    def leftover(self) -> Iterator[Batch]:
        """Stop playing; what was finished and not given yet, share by share. Some may be shorter than asked for."""
        self._stop.set()
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.cancel():
                batch = each.result()
                if batch.games > 0:
                    yield batch

    def _next(self) -> Batch:
        first = self._waiting[0]
        # Waiting in short sleeps lets Ctrl-C through on every system.
        while not wait([first], 0.2, FIRST_COMPLETED).done:
            pass
        del self._waiting[0]
        return first.result()

    def _play(self, share: Share) -> Batch:
        task, seed, games = share
        if not hasattr(self._here, "desk"):
            self._here.desk = Desk(self._ruleset)
        desk: Desk = self._here.desk
        return desk.play(task, seed, games, self._go_on)

    def _go_on(self, games: int, turns: int) -> bool:
        if self._progress is not None:
            self._progress(games, turns)
        return not self._stop.is_set()
