"""How one player's games differ between sides A and B, floor by floor, and whether there were enough to tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steep.lab.counting.counts import Counts
from steep.lab.figures.game_figures import cleared, hazards, survival
from steep.lab.simulate.play_and_count_paired_games import PairedCounts
from steep.lab.stats.confidence_intervals import Estimate, Interval
from steep.lab.stats.exact_tests import holm
from steep.lab.stats.paired_differences import OUTCOMES, Difference, paired_hazards, paired_survival
from steep.lab.stats.statistical_power import POWER, games_needed

ALPHA = 0.05
"""The chance of reporting a difference on any floor when there is none."""

DEATHS = "deaths"
SURVIVAL = "survival"
MEASURES = (DEATHS, SURVIVAL)


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
    """Games of each side needed to detect a difference of a given size. None where that is unknown."""

    @property
    def holds(self) -> bool:
        """Whether the difference is significant even though all floors were tested."""
        return self.p <= ALPHA

    @property
    def subject(self) -> str:
        """What changed, in words."""
        return f"deaths on floor {self.floor}" if self.measure == DEATHS else f"survival past floor {self.floor}"


@dataclass(frozen=True, slots=True)
class TwoSides:
    """How one player's games differ between A and B, or those of one player under A and another under B."""

    a: str
    """Who played under A."""
    b: str
    first_floor: int
    counts_a: Counts
    counts_b: Counts
    cleared_a: Estimate
    cleared_b: Estimate
    changes: tuple[Change, ...]
    """By measure and floor."""
    paired: bool
    """Whether games with the same seed were compared with each other."""
    why: str
    """What shows that pairs are right, or what is missing for that."""
    turns: int | None = None
    """That were played under both; None where games were read."""
    dead_only: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """For A and for B, by floor: seeds whose game dies there under that side and gets past it under the other."""
    cautions: tuple[str, ...] = ()
    """What is to be said of the intervals: that few people played."""

    @property
    def ranked(self) -> list[Change]:
        """The changes of each measure, largest first, unknown ones last."""
        return sorted(
            self.changes,
            key=lambda each: (
                MEASURES.index(each.measure),
                math.inf if math.isnan(each.difference) else -abs(each.difference),
            ),
        )


def compare_pairs(counts: PairedCounts, detect: float) -> TwoSides:
    """Compare a bot's games in two rulesets. `detect` is a share above 0: the difference to be detected."""
    a, b = counts.counts_a, counts.counts_b
    deepest = max(row for row, reached in enumerate(a.reached) if reached or b.reached[row] or row == 0)
    # There are no pairs beyond the deepest floor that any game reached.
    size = (deepest + 1) * OUTCOMES
    pairs = counts.pairs[:size, :size]
    first, bot = counts.task.first_floor, counts.task.bot
    return TwoSides(
        bot,
        bot,
        first,
        a,
        b,
        cleared(a),
        cleared(b),
        (
            *changes_of(DEATHS, first, hazards(a), hazards(b), paired_hazards(pairs), counts.games, detect),
            *changes_of(SURVIVAL, first, survival(a), survival(b), paired_survival(pairs), counts.games, detect),
        ),
        paired=True,
        why="paired: both are played on the same seeds",
        turns=counts.turns,
        dead_only=(tuple(map(tuple, counts.dead_in_a)), tuple(map(tuple, counts.dead_in_b))),
    )


def changes_of(
    measure: str,
    first_floor: int,
    a: Sequence[Estimate],
    b: Sequence[Estimate],
    found: Sequence[Difference],
    games: int,
    detect: float,
) -> list[Change]:
    """The changes of a measure, by floor, with p-values for testing it on all of the floors in `found`."""
    known = [each for each in found if not math.isnan(each.value)]
    adjusted = iter(holm([each.p for each in known]))
    return [
        Change(
            measure,
            first_floor + row,
            a[row].value,
            b[row].value,
            each.value,
            each.interval,
            1.0 if math.isnan(each.value) else next(adjusted),
            # Bonferroni's level is Holm's strictest: a difference detected at it is significant.
            games_needed(each.error, games, detect, POWER, 1 - ALPHA / max(1, len(known))),
        )
        for row, each in enumerate(found)
    ]
