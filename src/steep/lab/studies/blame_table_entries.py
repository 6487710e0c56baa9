"""Finds which table entries cause the deaths on a floor, and which prevent them, by paired ablation.

The same seeds are played under the ruleset and under the ruleset without each entry. If there are fewer deaths without
an entry, the entry causes them; if there are more, it prevents them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from steep.core.ruleset import Ruleset
from steep.lab.figures.changes import ALPHA
from steep.lab.simulate.compile_in_background import Warmup
from steep.lab.simulate.play_and_count_paired_games import PairedCounts
from steep.lab.simulate.play_in_one_thread import Batch
from steep.lab.simulate.play_in_worker_threads import Progress, WorkerPool, chunk_size, chunks_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Interval
from steep.lab.stats.exact_tests import holm
from steep.lab.stats.paired_differences import Difference, paired_hazards, paired_shares, paired_survival
from steep.lab.studies.remove_one_table_entry import Ablation, Row

LAP = 250
"""Games played under every ruleset before the next games are. An interrupt loses at most these."""


@dataclass(frozen=True, slots=True)
class Effect:
    """How a share changes without an entry."""

    difference: Difference
    p: float
    """That there is no change, adjusted with Holm's method for testing all entries."""

    @property
    def holds(self) -> bool:
        """Whether the change is significant even though all entries were tested."""
        return self.p <= ALPHA


@dataclass(frozen=True, slots=True)
class Blame:
    """How a floor changes without an entry."""

    row: Row
    deaths: Effect
    """Of the share of all games that die there."""
    hazard: Effect
    """Of the share that die there of those that reach the floor."""
    reached: Effect
    """Of the share of all games that reach it."""
    saved: tuple[int, ...]
    """The first few seeds whose game dies there, and gets past it without the entry."""

    @property
    def effects(self) -> tuple[Effect, Effect, Effect]:
        """All three."""
        return self.deaths, self.hazard, self.reached

    @property
    def differs(self) -> bool:
        """Whether any of the observed shares changed."""
        return any(effect.difference.value != 0 for effect in self.effects)


class Trials:
    """Plays a ruleset and its ablations, until it is stopped."""

    def __init__(self, ruleset: Ruleset, ablations: Sequence[Ablation], task: Task) -> None:
        self.task = task
        self.ablations = ablations
        self.paired = [PairedCounts(task) for _ in ablations]
        """For each ablation, how games end with the entry (A) and without it (B). All use the same seeds."""
        self._ruleset = ruleset
        self._stop = threading.Event()

    @property
    def games(self) -> int:
        """Played under each ruleset."""
        return self.paired[0].games

    def stop(self) -> None:
        """Stop, and keep what all rulesets have played so far."""
        self._stop.set()

    def play(self, jobs: int, progress: Progress, warmup: Warmup | None = None) -> None:
        """Play all games, LAP at a time under one ruleset after another, which keeps memory small.

        A lap that is interrupted does not count.
        """
        for lap in laps_of(self.task):
            as_it_is = self._play_lap(self._ruleset, lap, jobs, progress, warmup)
            without = [self._play_lap(each.ruleset, lap, jobs, progress, warmup) for each in self.ablations]
            if self._stop.is_set():
                return
            for counts, batches in zip(self.paired, without, strict=True):
                for pair in zip(as_it_is, batches, strict=True):
                    counts.add(*pair)

    def _play_lap(
        self, ruleset: Ruleset, lap: Task, jobs: int, progress: Progress, warmup: Warmup | None
    ) -> list[Batch]:
        if self._stop.is_set():
            return []

        def on_progress(games: int, turns: int) -> None:
            progress(games, turns)
            if self._stop.is_set():
                worker_pool.stop()

        with WorkerPool(ruleset, jobs, on_progress, warmup=warmup) as worker_pool:
            return list(worker_pool.batches(chunks_of(lap, largest=chunk_size(lap.games, jobs))))

    def blame(self) -> list[Blame]:
        """The effect of each entry on the task's last floor, the largest change of its deaths first."""
        pairs = [counts.pairs for counts in self.paired]
        deaths = effects_of([paired_shares(each)[-1] for each in pairs])
        hazards = effects_of([paired_hazards(each)[-1] for each in pairs])
        reached = effects_of([reached_by_more(counts) for counts in self.paired])
        effects = zip(deaths, hazards, reached, strict=True)
        found = [
            Blame(ablation.row, *three, tuple(counts.dead_in_a[-1]))
            for ablation, counts, three in zip(self.ablations, self.paired, effects, strict=True)
        ]
        return sorted(found, key=lambda each: -abs(each.deaths.difference.value))


def effects_of(differences: Sequence[Difference]) -> list[Effect]:
    """The effects on one share, adjusted together."""
    adjusted = holm([each.p for each in differences])
    return [Effect(difference, p) for difference, p in zip(differences, adjusted, strict=True)]


def reached_by_more(counts: PairedCounts) -> Difference:
    """The difference in the share of games that reach the last floor, that is, survive the one before it."""
    if len(counts.floors) == 1:
        return Difference(0.0, 0.0, Interval(0.0, 0.0), 1.0)
    return paired_survival(counts.pairs)[-2]


def laps_of(task: Task) -> Iterator[Task]:
    """The games of a task, LAP at a time."""
    for done in range(0, task.games, LAP):
        yield replace(task, seed=task.seed + done, games=min(LAP, task.games - done))
