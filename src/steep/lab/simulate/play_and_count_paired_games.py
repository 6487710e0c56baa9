"""Plays two rulesets on the same seeds and counts how the two games of each seed ended.

The counts are integers and their size does not depend on the number of games.
`steep.lab.stats.paired_differences` computes differences from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import tee
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from steep.core.ruleset import Ruleset
from steep.core.world import DEAD, END_NAMES, PLAYING, STOPPED, WON
from steep.lab.counting.counts import Counts
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Chunk, Progress, WorkerPool, chunk_size, chunks_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats import paired_differences
from steep.lab.stats.paired_differences import OUTCOMES, end_code

MAX_CHUNK = 50
"""The most games in a chunk. A worker pool runs some chunks ahead of the other, and games played ahead are lost when
both are stopped, so chunks are small."""

MAX_EXAMPLES = 3
"""How many seeds are kept as examples for each floor and direction."""


def no_pairs(floors: int) -> NDArray[np.int64]:
    """A table of zeros to count pairs in: int64, (floors * OUTCOMES) x (floors * OUTCOMES)."""
    return np.zeros((floors * OUTCOMES, floors * OUTCOMES), np.int64)


@contextmanager
def worker_pools_for(
    rulesets: Sequence[Ruleset], jobs: int, progress: Progress | None = None, warmup: Warmup | None = None
) -> Iterator[list[WorkerPool]]:
    """A worker pool for each ruleset, all sharing `jobs` threads. Leaving the context stops them all."""
    with ExitStack() as stack:
        pool = ThreadPoolExecutor(jobs, "steep-lab")
        worker_pools = [stack.enter_context(WorkerPool(ruleset, jobs, progress, pool, warmup)) for ruleset in rulesets]
        try:
            yield worker_pools
        finally:
            for worker_pool in worker_pools:
                worker_pool.stop()


def rounds(worker_pools: Sequence[WorkerPool], chunks: Iterator[Chunk]) -> Iterator[tuple[Batch, ...]]:
    """For each chunk, its batch from every pool. After a stop, it ends with the last chunk that all have played."""
    streams = [
        worker_pool.batches(copy)
        for worker_pool, copy in zip(worker_pools, tee(chunks, len(worker_pools)), strict=True)
    ]
    for batches in zip(*streams, strict=False):
        if len({(batch.bot, batch.seed) for batch in batches}) > 1:
            return
        yield batches


class PairedSums(Protocol):
    """Sums over paired games of a task: `PairedCounts`, or others that pairs of batches are added to."""

    task: Task

    def add(self, a: Batch, b: Batch) -> None:
        """Add the games of two batches."""


def play_pairs(worker_pools: Sequence[WorkerPool], paired: Sequence[PairedSums], jobs: int) -> None:
    """Have two worker pools play the games of all tasks, and count them. Each task must have a different bot."""
    by_bot = {counts.task.bot: counts for counts in paired}

    def chunks() -> Iterator[Chunk]:
        for counts in paired:
            yield from chunks_of(counts.task, largest=min(MAX_CHUNK, chunk_size(2 * counts.task.games, jobs)))

    for a, b in rounds(worker_pools, chunks()):
        by_bot[a.bot].add(a, b)


@dataclass(slots=True)
class PairedCounts:
    """The games of one task under two rulesets, A and B. Row 0 is the task's first floor."""

    task: Task
    games: int = 0
    """Played under each ruleset."""
    turns: int = 0
    """The bot's actions in all games of both."""
    pairs: NDArray[np.int64] = field(init=False)
    """int64, (floors * OUTCOMES) squared: games by their
    `steep.lab.stats.paired_differences.end_code` under A and under B."""
    dead_in_a: list[list[int]] = field(init=False)
    """By floor: the first few seeds whose game dies there under A and gets past it under B."""
    dead_in_b: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        floors = len(self.floors)
        self.pairs = no_pairs(floors)
        self.dead_in_a = [[] for _ in range(floors)]
        self.dead_in_b = [[] for _ in range(floors)]

    @property
    def floors(self) -> range:
        """The floors of the task."""
        return range(self.task.first_floor, self.task.last_floor + 1)

    @property
    def counts_a(self) -> Counts:
        """How the games under A ended."""
        return Counts.of_ends(self.pairs.sum(axis=1).tolist(), self.task.first_floor)

    @property
    def counts_b(self) -> Counts:
        """How the games under B ended."""
        return Counts.of_ends(self.pairs.sum(axis=0).tolist(), self.task.first_floor)

    def add(self, a: Batch, b: Batch) -> None:
        """Count the games that two batches, starting at the same seed, have in common."""
        if a.seed != b.seed:
            raise ValueError(f"batches that start at seeds {a.seed} and {b.seed} cannot be paired")
        games = min(a.games, b.games)
        ends_a, ends_b = self._ends(a)[:games], self._ends(b)[:games]
        np.add.at(self.pairs, (codes(ends_a), codes(ends_b)), 1)
        add_examples(self.dead_in_a, ends_a, ends_b)
        add_examples(self.dead_in_b, ends_b, ends_a)
        self.games += games
        self.turns += a.turns + b.turns

    def _ends(self, batch: Batch) -> NDArray[np.int64]:
        """A row of (seed, floor's row, end) for each game, by seed."""
        visits: Any = batch.visits
        last = visits[visits["end"] != PLAYING]
        return np.column_stack((last["seed"], last["floor"] - self.task.first_floor, last["end"]))


OUTCOME_OF_END = np.zeros(len(END_NAMES), np.int64)
"""By a number of `steep.core.world`, the outcome that `steep.lab.stats.paired_differences` counts a game as."""
OUTCOME_OF_END[[DEAD, WON, STOPPED]] = paired_differences.DIED, paired_differences.SURVIVED, paired_differences.CENSORED


def codes(ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each game's end as `end_code` numbers it, shape (n,). `ends` has n rows of (seed, floor's row, end)."""
    return end_code(ends[:, 1], OUTCOME_OF_END[ends[:, 2]])


def add_examples(seeds: list[list[int]], dead: NDArray[np.int64], alive: NDArray[np.int64]) -> None:
    """Add to `seeds`, by floor, games that end in death under one ruleset and get further under the other."""
    further = (alive[:, 1] > dead[:, 1]) | ((alive[:, 1] == dead[:, 1]) & (alive[:, 2] == WON))
    for seed, row, _ in dead[(dead[:, 2] == DEAD) & further].tolist():
        if len(seeds[row]) < MAX_EXAMPLES:
            seeds[row].append(seed)
