"""What ruleset B does to a bot that A did not: differences by floor, whether they hold, and whether N was enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steep.lab.figures.counts import Counts
from steep.lab.simulate.paired_games import PairedCounts
from steep.lab.simulate.task import Task
from steep.lab.stats.exact import holm
from steep.lab.stats.intervals import Estimate, Interval
from steep.lab.stats.paired import OUTCOMES, Difference, paired_hazards, paired_survival
from steep.lab.stats.power import POWER, games_needed

ALPHA = 0.05
"""How often a difference on any floor may be taken for one when there is none."""

DEATHS = "deaths"
SURVIVAL = "survival"


@dataclass(frozen=True, slots=True)
class Change:
    """One figure of one floor under A and under B."""

    measure: str
    """DEATHS: of those who reached the floor, how many died there. SURVIVAL: of all, how many live past it."""
    floor: int
    a: float
    """Not a number where nobody came."""
    b: float
    difference: float
    interval: Interval
    p: float
    """Adjusted by Holm for looking at the measure on all floors."""
    needed: int | None
    """Games of each ruleset that would see a difference as large as was asked for. None where nobody can tell."""

    @property
    def holds(self) -> bool:
        """Whether it is a difference even though all floors were looked at."""
        return self.p <= ALPHA

    @property
    def subject(self) -> str:
        """What it is about, in plain words."""
        return f"deaths on floor {self.floor}" if self.measure == DEATHS else f"survival past floor {self.floor}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one bot made of two rulesets on the same seeds."""

    task: Task
    games: int
    """Played under each. Fewer than the task's when it was stopped."""
    turns: int
    a: Counts
    b: Counts
    detect: float
    """The difference that was to be seen, as a share."""
    changes: tuple[Change, ...]
    """By measure, and by floor down to the deepest that anybody reached."""
    dead_in_a: tuple[tuple[int, ...], ...]
    """By floor from the task's first: seeds that die there under A, and get past it under B."""
    dead_in_b: tuple[tuple[int, ...], ...]

    def ranked(self, measure: str) -> list[Change]:
        """The changes of a measure, the largest first, those that are not known last."""
        changes = [change for change in self.changes if change.measure == measure]
        return sorted(changes, key=lambda each: math.inf if math.isnan(each.difference) else -abs(each.difference))


def compare(counts: PairedCounts, detect: float) -> Comparison:
    """The comparison that games come to. `detect` is the difference that should be seen, as a share above 0."""
    a, b = counts.counts_a, counts.counts_b
    deepest = max(row for row, reached in enumerate(a.reached) if reached or b.reached[row] or row == 0)
    # Beyond the deepest floor that anybody reached there are no pairs.
    size = (deepest + 1) * OUTCOMES
    pairs = counts.pairs[:size, :size]
    floors = list(counts.floors)[: deepest + 1]

    def changes(
        measure: str, single: tuple[list[Estimate], list[Estimate]], found: Sequence[Difference]
    ) -> list[Change]:
        known = sum(not math.isnan(each.value) for each in found)
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
                # At Bonferroni's level, which is where Holm begins: who is seen there holds.
                games_needed(each.error, counts.games, detect, POWER, 1 - ALPHA / max(1, known)),
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
