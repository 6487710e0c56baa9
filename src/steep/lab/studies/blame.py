"""Which rows of a ruleset's tables cause the deaths on a floor, and which prevent them: paired ablation.

The same seeds are played under the ruleset and under each ruleset that lacks
one row. What the lack of a row takes away from the deaths, the row causes; what
it adds, the row prevents.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from steep.core.ruleset import Ruleset
from steep.lab.figures.comparison import ALPHA
from steep.lab.simulate.paired_games import PairedCounts
from steep.lab.simulate.simulator import Batch
from steep.lab.simulate.task import Task
from steep.lab.simulate.warmup import Warmup
from steep.lab.simulate.worker_pool import Progress, WorkerPool, chunk_size, chunks_of
from steep.lab.stats.exact import holm
from steep.lab.stats.intervals import Interval
from steep.lab.stats.paired import Difference, paired_hazards, paired_shares, paired_survival
from steep.lab.studies.ablation import Ablation, Row

LAP = 250
"""Games that are played under every ruleset before the next ones. So much is lost at most when somebody stops it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one share would be without a row, less what it is."""

    difference: Difference
    p: float
    """That there is none, adjusted by Holm for looking at all rows."""

    @property
    def holds(self) -> bool:
        """Whether there is one even though all rows were looked at."""
        return self.p <= ALPHA


@dataclass(frozen=True, slots=True)
class Blame:
    """What the lack of a row does to a floor."""

    row: Row
    deaths: Effect
    """On the share of all games that die there."""
    hazard: Effect
    """On the share that die there of those that reach the floor."""
    reached: Effect
    """On the share of all games that reach it."""
    saved: tuple[int, ...]
    """The first seeds of games that end in death there, and get past it without the row."""

    @property
    def effects(self) -> tuple[Effect, Effect, Effect]:
        """All three."""
        return self.deaths, self.hazard, self.reached

    @property
    def differs(self) -> bool:
        """Whether any of them is another as far as was seen."""
        return any(effect.difference.value != 0 for effect in self.effects)


class Trials:
    """Plays a ruleset and all that lack a row of it, until it is told to stop."""

    def __init__(self, ruleset: Ruleset, ablations: Sequence[Ablation], task: Task) -> None:
        self.task = task
        self.ablations = ablations
        self.joints = [PairedCounts(task) for _ in ablations]
        """For each ablation, games as they end with the row and without it; the same seeds for all."""
        self._ruleset = ruleset
        self._stop = threading.Event()

    @property
    def games(self) -> int:
        """Of each ruleset, that were played."""
        return self.joints[0].games

    def stop(self) -> None:
        """Leave it at what all rulesets have played so far."""
        self._stop.set()

    def play(self, jobs: int, progress: Progress, warmup: Warmup | None = None) -> None:
        """Play all games, lap by lap: a lap under one ruleset after the other, for a desk to each would take much room.

        A lap in which it was stopped does not count.
        """
        for lap in laps_of(self.task):
            as_it_is = self._play_lap(self._ruleset, lap, jobs, progress, warmup)
            without = [self._play_lap(each.ruleset, lap, jobs, progress, warmup) for each in self.ablations]
            if self._stop.is_set():
                return
            for counts, batches in zip(self.joints, without, strict=True):
                for pair in zip(as_it_is, batches, strict=True):
                    counts.add(*pair)

    def _play_lap(
        self, ruleset: Ruleset, lap: Task, jobs: int, progress: Progress, warmup: Warmup | None
    ) -> list[Batch]:
        if self._stop.is_set():
            return []

        def told(games: int, turns: int) -> None:
            progress(games, turns)
            if self._stop.is_set():
                worker_pool.stop()

        with WorkerPool(ruleset, jobs, told, warmup=warmup) as worker_pool:
            return list(worker_pool.batches(chunks_of(lap, largest=chunk_size(lap.games, jobs))))

    def blame(self) -> list[Blame]:
        """What the rows do to the last floor; who changes its deaths the most comes first."""
        pairs = [counts.pairs for counts in self.joints]
        deaths = effects_of([paired_shares(each)[-1] for each in pairs])
        hazards = effects_of([paired_hazards(each)[-1] for each in pairs])
        reached = effects_of([reached_by_more(counts) for counts in self.joints])
        effects = zip(deaths, hazards, reached, strict=True)
        found = [
            Blame(ablation.row, *three, tuple(counts.dead_in_a[-1]))
            for ablation, counts, three in zip(self.ablations, self.joints, effects, strict=True)
        ]
        return sorted(found, key=lambda each: -abs(each.deaths.difference.value))


def effects_of(differences: Sequence[Difference]) -> list[Effect]:
    """One share's differences, of which each is held against all."""
    adjusted = holm([each.p for each in differences])
    return [Effect(difference, p) for difference, p in zip(differences, adjusted, strict=True)]


def reached_by_more(counts: PairedCounts) -> Difference:
    """The difference in the share of games that reach the last floor: that live past the one above it."""
    if len(counts.floors) == 1:
        return Difference(0.0, 0.0, Interval(0.0, 0.0), 1.0)
    return paired_survival(counts.pairs)[-2]


def laps_of(task: Task) -> Iterator[Task]:
    """The games of a task, some after the others."""
    for done in range(0, task.games, LAP):
        yield replace(task, seed=task.seed + done, games=min(LAP, task.games - done))
