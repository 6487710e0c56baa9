"""Plays rulesets on the same seeds, and counts how the games of two of them end together.

The counts are integers and take the same room however many games there were;
`steep.lab.paired` makes figures of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import tee
from typing import Any

import numpy as np

from steep.core.ruleset import Ruleset
from steep.lab.batches import Batch
from steep.lab.counts import Counts
from steep.lab.crew import Crew, Progress, Share, share_size, shares_of
from steep.lab.games import KILLED, LEFT, WON
from steep.lab.paired import end_code, no_pairs
from steep.lab.task import Task
from steep.lab.warmup import Warmup

LARGEST_SHARE = 50
"""Games of one share under one ruleset, at most. A crew is some shares ahead of the next, and when they are stopped,
what was played ahead has no pair."""

NOTED = 3
"""Seeds that are noted of each floor and direction."""


@contextmanager
def crews_for(
    rulesets: Sequence[Ruleset], jobs: int, progress: Progress | None = None, warmup: Warmup | None = None
) -> Iterator[list[Crew]]:
    """A crew for each ruleset, all in the same `jobs` threads. Leaving the context stops them all."""
    with ExitStack() as stack:
        pool = ThreadPoolExecutor(jobs, "steep-lab")
        crews = [stack.enter_context(Crew(ruleset, jobs, progress, pool, warmup)) for ruleset in rulesets]
        try:
            yield crews
        finally:
            for crew in crews:
                crew.stop()


def rounds(crews: Sequence[Crew], shares: Iterator[Share]) -> Iterator[tuple[Batch, ...]]:
    """Share by share, what came of it under each crew's ruleset. Once they were stopped, up to where all have got."""
    streams = [crew.batches(copy) for crew, copy in zip(crews, tee(shares, len(crews)), strict=True)]
    for batches in zip(*streams, strict=False):
        if len({(batch.bot, batch.seed) for batch in batches}) > 1:
            return
        yield batches


def play_pairs(crews: Sequence[Crew], joints: Sequence[Joint], jobs: int) -> None:
    """Have two crews play all games of the joints' tasks, and count them. Each task has a bot of its own."""
    by_bot = {joint.task.bot: joint for joint in joints}

    def shares() -> Iterator[Share]:
        for joint in joints:
            yield from shares_of(joint.task, most=min(LARGEST_SHARE, share_size(2 * joint.task.games, jobs)))

    for a, b in rounds(crews, shares()):
        by_bot[a.bot].add(a, b)


@dataclass(slots=True)
class Joint:
    """The games of one task under two rulesets, A and B. Row 0 is the first floor that was played."""

    task: Task
    games: int = 0
    """Of each ruleset."""
    turns: int = 0
    """Actions of the bot in all games of both."""
    pairs: Any = field(init=False)
    """int64, codes by codes: games by how they ended under A and under B, each a `steep.lab.paired.end_code`."""
    dead_in_a: list[list[int]] = field(init=False)
    """By floor: the first seeds of games that die there under A, and get past it under B."""
    dead_in_b: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        floors = len(self.floors)
        self.pairs = no_pairs(floors)
        self.dead_in_a = [[] for _ in range(floors)]
        self.dead_in_b = [[] for _ in range(floors)]

    @property
    def floors(self) -> range:
        """The floors that were played."""
        return range(self.task.first_floor, self.task.last_floor + 1)

    @property
    def counts_a(self) -> Counts:
        """How the games under A ended."""
        return Counts.of_codes(self.pairs.sum(axis=1))

    @property
    def counts_b(self) -> Counts:
        """How the games under B ended."""
        return Counts.of_codes(self.pairs.sum(axis=0))

    def add(self, a: Batch, b: Batch) -> None:
        """Count the games of two batches that begin with the same seed, as many as both have."""
        if a.seed != b.seed:
            raise ValueError(f"games of seed {a.seed} and up, and of {b.seed} and up, are no pairs")
        games = min(a.games, b.games)
        ends_a, ends_b = self._ends(a)[:games], self._ends(b)[:games]
        np.add.at(self.pairs, (codes(ends_a), codes(ends_b)), 1)
        note(self.dead_in_a, ends_a, ends_b)
        note(self.dead_in_b, ends_b, ends_a)
        self.games += games
        self.turns += a.turns + b.turns

    def _ends(self, batch: Batch) -> Any:
        """Rows of seed, floor's row and end: one for each game, in the order of seeds."""
        stays = batch.stays
        last = stays[stays["end"] != LEFT]
        return np.column_stack((last["seed"], last["floor"] - self.task.first_floor, last["end"]))


def codes(ends: Any) -> Any:
    """How games ended, as `end_code` numbers it."""
    return end_code(ends[:, 1], ends[:, 2])


def note(seeds: list[list[int]], dead: Any, alive: Any) -> None:
    """Note seeds of games that end in death under one ruleset, and get further under the other."""
    further = (alive[:, 1] > dead[:, 1]) | ((alive[:, 1] == dead[:, 1]) & (alive[:, 2] == WON))
    for seed, row, _ in dead[(dead[:, 2] == KILLED) & further].tolist():
        if len(seeds[row]) < NOTED:
            seeds[row].append(seed)
