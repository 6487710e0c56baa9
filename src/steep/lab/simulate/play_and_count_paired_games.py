"""Plays two rulesets on the same seeds and counts how the two games of each seed ended.

The counts are integers and their size does not depend on the number of games.
`steep.lab.stats.paired_differences` computes differences from them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import tee
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from steep.core.ruleset import Ruleset
from steep.core.world import DEAD, END_NAMES, PLAYING, STOPPED, WON
from steep.lab.counting.counts import Counts
from steep.lab.progress import Watch
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Chunk, Progress, WorkerPool, chunk_size, chunks_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats import paired_differences
from steep.lab.stats.paired_differences import OUTCOMES, end_code

MAX_CHUNK = 50
"""The most games in a chunk. A worker pool runs some chunks ahead of the other, and games played ahead are lost when
both are stopped, so chunks are small."""

LAP = 250
"""Games played under a ruleset before its variants play them."""

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


def play_variants(
    ruleset: Ruleset, variants: Sequence[Ruleset], task: Task, jobs: int, watch: Watch, warmup: Warmup
) -> list[PairedCounts]:
    """Play a task under a ruleset, A, and under each of its variants, B, and count the pairs of each.

    LAP games at a time are played under one ruleset after another, which keeps memory small. A lap that is interrupted
    does not count.
    """
    stop = threading.Event()
    watch.stop_with(warmup.stop, stop.set)

    def games_of(ruleset: Ruleset, lap: Task) -> list[Batch]:
        def on_progress(games: int, turns: int) -> None:
            watch.played(games, turns)
            if stop.is_set():
                worker_pool.stop()

        with WorkerPool(ruleset, jobs, on_progress, warmup=warmup) as worker_pool:
            return list(worker_pool.batches(chunks_of(lap, largest=chunk_size(lap.games, jobs))))

    found = [PairedCounts(task) for _ in variants]
    for done in range(0, task.games, LAP):
        lap = replace(task, seed=task.seed + done, games=min(LAP, task.games - done))
        as_it_is = games_of(ruleset, lap)
        parts = [PairedCounts(lap) for _ in variants]
        for part, variant in zip(parts, variants, strict=True):
            batches = [] if stop.is_set() else games_of(variant, lap)
            if stop.is_set():
                return found
            for a, b in zip(as_it_is, batches, strict=True):
                part.add(a, b)
        for counts, part in zip(found, parts, strict=True):
            counts.join(part)
    return found


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
    hp: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Of HP on arrival on the last floor, B minus A: pairs in which both get there, their sum, the sum of their
    squares."""

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
        self._add_hp(a, b)
        self.games += games
        self.turns += a.turns + b.turns

    def join(self, other: PairedCounts) -> None:
        """Add the games of another part of the task, with later seeds."""
        self.games += other.games
        self.turns += other.turns
        self.pairs += other.pairs
        for mine, more in ((self.dead_in_a, other.dead_in_a), (self.dead_in_b, other.dead_in_b)):
            for seeds, others in zip(mine, more, strict=True):
                seeds += others[: MAX_EXAMPLES - len(seeds)]
        self.hp = [one + two for one, two in zip(self.hp, other.hp, strict=True)]

    def _add_hp(self, a: Batch, b: Batch) -> None:
        visits: list[Any] = [batch.visits for batch in (a, b)]
        there = [each[each["floor"] == self.task.last_floor] for each in visits]
        _, in_a, in_b = np.intersect1d(there[0]["seed"], there[1]["seed"], return_indices=True)
        change = (there[1]["hp"][in_b] - there[0]["hp"][in_a]).tolist()
        for number, more in enumerate((len(change), sum(change), sum(each * each for each in change))):
            self.hp[number] += more

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
