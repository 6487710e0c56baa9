"""How one player's games differ between sides A and B, floor by floor, and whether there were enough games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from steep.lab.counting.counts import Counts, Pairs
from steep.lab.figures.game_figures import cleared, hazards, survival
from steep.lab.simulate.play_and_count_paired_games import PairedGames
from steep.lab.stats.confidence_intervals import Estimate, Interval, holm
from steep.lab.stats.independent_differences import POWER, games_needed, independent_hazards, independent_survival
from steep.lab.stats.paired_differences import Difference, paired_hazards, paired_survival

ALPHA = 0.05
"""The chance of reporting a difference on any floor when there is none."""

DEATHS = "deaths"
SURVIVAL = "survival"
MEASURES = (DEATHS, SURVIVAL)


@dataclass(frozen=True, slots=True)
class FloorChange:
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
    changes: tuple[FloorChange, ...]
    """By measure and floor."""
    paired: bool
    """Whether games with the same seed were compared with each other."""
    why: str
    """What shows that games may be paired, or what is missing for that."""
    turns: int | None = None
    """Turns played under both; None where games were read."""
    dead_only: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """For A and for B, by floor: seeds whose game dies there under that side and gets past it under the other."""
    cautions: tuple[str, ...] = ()
    """Cautions about the intervals, as when few people played."""

    @property
    def ranked(self) -> list[FloorChange]:
        """The changes of each measure, largest first, unknown ones last."""
        return sorted(
            self.changes,
            key=lambda each: (
                MEASURES.index(each.measure),
                math.inf if math.isnan(each.difference) else -abs(each.difference),
            ),
        )


def compare_pairs(games: PairedGames, detect: float) -> TwoSides:
    """Compare a bot's games in two rulesets, down to the deepest floor that any game reached."""
    sides, bot = games.pairs.sides, games.task.bot
    floors = max(row for side in sides for row, reached in enumerate(side.reached) if reached or row == 0) + 1
    why = "paired: both are played on the same seeds"
    return replace(two_sides((bot, bot), sides, games.pairs, floors, detect, why), turns=games.turns)


def two_sides(
    who: tuple[str, str], sides: tuple[Counts, Counts], pairs: Pairs | None, floors: int, detect: float, why: str
) -> TwoSides:
    """Compare the games of A and B on the first `floors` floors, as pairs if there are any.

    `detect` is the size of difference that should be detected, a share above 0.
    """
    a, b = sides
    if pairs is None:
        ends = a.ends_by_group, b.ends_by_group
        found = independent_hazards(*ends), independent_survival(*ends)
    else:
        found = paired_hazards(pairs.ended, floors), paired_survival(pairs.ended, floors)
    single = (hazards(a), hazards(b)), (survival(a), survival(b))
    first, games = a.first_floor, min(a.games, b.games)
    return TwoSides(
        *who,
        first,
        a,
        b,
        cleared(a),
        cleared(b),
        tuple(
            change
            for measure, shares, differences in zip(MEASURES, single, found, strict=True)
            for change in changes_of(measure, first, *shares, differences, games, detect)
        ),
        pairs is not None,
        why,
        dead_only=() if pairs is None else tuple(tuple(map(tuple, by_floor)) for by_floor in pairs.dead_only),
    )


def changes_of(
    measure: str,
    first_floor: int,
    a: Sequence[Estimate],
    b: Sequence[Estimate],
    found: Sequence[Difference],
    games: int,
    detect: float,
) -> list[FloorChange]:
    """The changes of a measure, by floor, with p-values for testing it on all of the floors in `found`."""
    known = [each for each in found if not math.isnan(each.value)]
    adjusted = iter(holm([each.p for each in known]))
    return [
        FloorChange(
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
