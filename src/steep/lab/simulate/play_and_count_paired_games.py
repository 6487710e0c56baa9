"""Plays two rulesets on the same seeds, and counts how the two games of each seed ended."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import tee
from typing import Any

import numpy as np

from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING
from steep.lab.counting.counts import Pairs, Sums
from steep.lab.counting.from_arrays import end_codes
from steep.lab.progress import Watch
from steep.lab.simulate.play_games import Chunk, Progress, WorkerPool, chunk_size, chunks_of
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.simulate.simulation import Warmup
from steep.lab.simulate.simulation_task import Task

MAX_CHUNK = 50
"""The most games in a chunk. A worker pool runs some chunks ahead of the other, and games played ahead are lost when
both are stopped, so chunks are small."""

LAP = 250
"""Games played under a ruleset before its variants play them."""


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


def rounds(worker_pools: Sequence[WorkerPool], chunks: Iterator[Chunk]) -> Iterator[tuple[GameBatch, ...]]:
    """For each chunk, its batch from every pool. After a stop, it ends with the last chunk that all have played."""
    streams = [
        worker_pool.batches(copy)
        for worker_pool, copy in zip(worker_pools, tee(chunks, len(worker_pools)), strict=True)
    ]
    for batches in zip(*streams, strict=False):
        if len({(batch.bot, batch.seed) for batch in batches}) > 1:
            return
        yield batches


def play_pairs(worker_pools: Sequence[WorkerPool], paired: Sequence[PairedGames], jobs: int) -> None:
    """Have two worker pools play the games of all tasks, and count them. Each task must have a different bot."""
    by_bot = {counts.task.bot: counts for counts in paired}

    def chunks() -> Iterator[Chunk]:
        for counts in paired:
            yield from chunks_of(counts.task, largest=min(MAX_CHUNK, chunk_size(2 * counts.task.games, jobs)))

    for a, b in rounds(worker_pools, chunks()):
        by_bot[a.bot].add(a, b)


def play_variants(
    ruleset: Ruleset, variants: Sequence[Ruleset], task: Task, jobs: int, watch: Watch, warmup: Warmup
) -> list[PairedGames]:
    """Play a task under a ruleset, A, and under each of its variants, B, and count the pairs of each.

    LAP games at a time are played under one ruleset after another, which keeps memory small. A lap that is interrupted
    does not count.
    """
    stop = threading.Event()
    watch.stop_with(warmup.stop, stop.set)

    def games_of(ruleset: Ruleset, lap: Task) -> list[GameBatch]:
        def on_progress(games: int, turns: int) -> None:
            watch.played(games, turns)
            if stop.is_set():
                worker_pool.stop()

        with WorkerPool(ruleset, jobs, on_progress, warmup=warmup) as worker_pool:
            return list(worker_pool.batches(chunks_of(lap, largest=chunk_size(lap.games, jobs))))

    found = [PairedGames(task) for _ in variants]
    for done in range(0, task.games, LAP):
        lap = replace(task, seed=task.seed + done, games=min(LAP, task.games - done))
        as_it_is = games_of(ruleset, lap)
        parts = [PairedGames(lap) for _ in variants]
        for part, variant in zip(parts, variants, strict=True):
            batches = [] if stop.is_set() else games_of(variant, lap)
            if stop.is_set():
                return found
            for a, b in zip(as_it_is, batches, strict=True):
                part.add(a, b)
        for counts, part in zip(found, parts, strict=True):
            counts.join(part)
    return found


@dataclass
class PairedGames:
    """The games of one task under two rulesets, A and B."""

    task: Task
    pairs: Pairs = field(init=False)
    turns: int = 0
    """The bot's actions in all games of both."""
    hp: Sums = field(default_factory=Sums)
    """HP on arrival on the last floor, B minus A, for pairs in which both get there. All are in row 0."""

    def __post_init__(self) -> None:
        self.pairs = Pairs(self.task.last_floor - self.task.first_floor + 1, self.task.first_floor)

    def add(self, a: GameBatch, b: GameBatch) -> None:
        """Count the games that two batches, starting at the same seed, have in common."""
        if a.seed != b.seed:
            raise ValueError(f"batches that start at seeds {a.seed} and {b.seed} cannot be paired")
        # The batch that was stopped sooner has fewer games.
        self.pairs.add(zip(range(a.seed, a.seed + a.games), self._codes(a), self._codes(b), strict=False))
        self.turns += a.turns + b.turns
        there = [batch.visits[batch.visits["floor"] == self.task.last_floor] for batch in (a, b)]
        _, in_a, in_b = np.intersect1d(there[0]["seed"], there[1]["seed"], return_indices=True)
        for change in (there[1]["hp"][in_b] - there[0]["hp"][in_a]).tolist():
            self.hp.add(0, 0, 1, change, change**2)

    def join(self, other: PairedGames) -> None:
        """Add the games of another part of the task, with later seeds."""
        self.pairs.join(other.pairs)
        self.turns += other.turns
        self.hp.join(other.hp)

    def _codes(self, batch: GameBatch) -> list[int]:
        """The `end_code` of each game, by seed."""
        visits: Any = batch.visits
        last = visits[visits["end"] != PLAYING]
        codes: list[int] = end_codes(last["floor"] - self.task.first_floor, last["end"]).tolist()
        return codes
