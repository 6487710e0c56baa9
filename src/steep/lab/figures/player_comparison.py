"""How the games of one player in two tables differ."""

from __future__ import annotations

import math
from dataclasses import dataclass

from steep.lab.figures.compare_two_rulesets import Change
from steep.lab.figures.ends_by_floor import Counts
from steep.lab.stats.confidence_intervals import Estimate


@dataclass(frozen=True, slots=True)
class PlayerComparison:
    """How one player's games differ between A and B, or those of one player under A and another under B."""

    a: str
    """Who played under A."""
    b: str
    paired: bool
    """Whether games with the same seed were compared with each other."""
    why: str
    """What shows that pairs are right, or what is missing for that."""
    games_a: int
    """That were compared."""
    games_b: int
    counts_a: Counts
    counts_b: Counts
    cleared_a: Estimate
    cleared_b: Estimate
    detect: float
    """The size of difference that should be detected, as a share."""
    changes: tuple[Change, ...]
    """By measure and floor."""
    cautions: tuple[str, ...] = ()
    """What is to be said of the intervals: that few people played."""

    def ranked(self, measure: str) -> list[Change]:
        """The changes of a measure, largest first, unknown ones last."""
        changes = [change for change in self.changes if change.measure == measure]
        return sorted(changes, key=lambda each: math.inf if math.isnan(each.difference) else -abs(each.difference))
