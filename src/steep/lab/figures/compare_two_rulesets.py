"""How a bot's results differ between rulesets A and B, floor by floor, and whether there were enough games to tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steep.lab.figures.ends_by_floor import Counts
from steep.lab.simulate.play_and_count_paired_games import PairedCounts
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate, Interval
from steep.lab.stats.exact_tests import holm
from steep.lab.stats.paired_differences import OUTCOMES, Difference, paired_hazards, paired_survival
from steep.lab.stats.statistical_power import POWER, games_needed

ALPHA = 0.05
"""The chance of reporting a difference on any floor when there is none."""

DEATHS = "deaths"
SURVIVAL = "survival"


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of one floor under A and under B."""

    measure: str
    """DEATHS: the share of games that die on the floor, of those that reach it. SURVIVAL: the share that survive it."""
    floor: int
    a: float
    """NaN where no game reached the floor."""
    b: float
    difference: float
    interval: Interval
    p: float
    """Adjusted with Holm's method for testing the measure on all floors."""
    needed: int | None
    """Games of each ruleset needed to detect a difference of `Comparison.detect`. None where that is unknown."""

    @property
    def holds(self) -> bool:
        """Whether the difference is significant even though all floors were tested."""
        return self.p <= ALPHA

    @property
    def subject(self) -> str:
        """What changed, in words."""
        return f"deaths on floor {self.floor}" if self.measure == DEATHS else f"survival past floor {self.floor}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One bot's results under two rulesets on the same seeds."""

    task: Task
    games: int
    """Played under each. Fewer than the task's when it was interrupted."""
    turns: int
    a: Counts
    b: Counts
    detect: float
    """The size of difference that should be detected, as a share."""
    changes: tuple[Change, ...]
    """By measure, and by floor down to the deepest that any game reached."""
    dead_in_a: tuple[tuple[int, ...], ...]
    """By floor from the task's first: seeds whose game dies there under A and gets past it under B."""
    dead_in_b: tuple[tuple[int, ...], ...]

    def ranked(self, measure: str) -> list[Change]:
        """The changes of a measure, largest first, unknown ones last."""
        changes = [change for change in self.changes if change.measure == measure]
        return sorted(changes, key=lambda each: math.inf if math.isnan(each.difference) else -abs(each.difference))


def compare(counts: PairedCounts, detect: float) -> Comparison:
    """Compare paired games. `detect` is the size of difference that should be detected, a share above 0."""
    a, b = counts.counts_a, counts.counts_b
    deepest = max(row for row, reached in enumerate(a.reached) if reached or b.reached[row] or row == 0)
    # There are no pairs beyond the deepest floor that any game reached.
    size = (deepest + 1) * OUTCOMES
    pairs = counts.pairs[:size, :size]
    floors = list(counts.floors)[: deepest + 1]

    def changes(
        measure: str, single: tuple[list[Estimate], list[Estimate]], found: Sequence[Difference]
    ) -> list[Change]:
        tested = sum(not math.isnan(each.value) for each in found)
        adjusted = iter(holm([each.p for each in found if not math.isnan(each.value)]))
        return [
            Change(
                measure,
                floor,
                single[0][row].value,
                single[1][row].value,
                each.value,
                each.interval,
                1.0 if math.isnan(each.value) else next(adjusted),
                # Bonferroni's level is Holm's strictest: a difference detected at it is significant.
                games_needed(each.error, counts.games, detect, POWER, 1 - ALPHA / max(1, tested)),
            )
            for row, (floor, each) in enumerate(zip(floors, found, strict=True))
        ]

    return Comparison(
        counts.task,
        counts.games,
        counts.turns,
        a,
        b,
        detect,
        (
            *changes(DEATHS, (a.hazards, b.hazards), paired_hazards(pairs)),
            *changes(SURVIVAL, (a.survival, b.survival), paired_survival(pairs)),
        ),
        tuple(map(tuple, counts.dead_in_a)),
        tuple(map(tuple, counts.dead_in_b)),
    )
