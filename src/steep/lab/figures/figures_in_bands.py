"""Whether the figures of some bots lie in the bands of a target, with intervals that hold for all bands together.

Each of m intervals has the confidence 1 - (1 - c) / m (Bonferroni). So with probability c, or more, all of them cover
their true values, and no band whose true value lies inside is called broken.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from steep.lab.figures.game_sums import GameSums
from steep.lab.stats.confidence_intervals import Estimate, Interval, mean, wilson
from steep.lab.stats.hazard_and_survival import hazards, median_row, survival
from steep.lab.storage.target_file import Band

HOLDS = "holds"
"""The interval lies in the band."""

BROKEN = "broken"
"""The interval lies outside the band."""

UNCLEAR = "unclear"
"""There are too few games to tell."""


@dataclass(frozen=True, slots=True)
class BandFigure:
    """A measured figure beside its band."""

    band: Band
    estimate: Estimate
    """A share, floors or turns, with its interval. NaN when no game reached the floor."""

    @property
    def verdict(self) -> str:
        """HOLDS, BROKEN or UNCLEAR."""
        interval = self.estimate.interval
        if self.band.low <= interval.low and interval.high <= self.band.high:
            return HOLDS
        return BROKEN if interval.high < self.band.low or self.band.high < interval.low else UNCLEAR

    @property
    def off(self) -> float:
        """By how much the figure is too high, or, below 0, too low; 0 in the band, and NaN when it is unknown."""
        value = self.estimate.value
        if math.isnan(value):
            return math.nan
        return min(0.0, value - self.band.low) + max(0.0, value - self.band.high)


def figures_in_bands(bands: Sequence[Band], played: Mapping[str, GameSums], confidence: float) -> list[BandFigure]:
    """The figure of each band, with intervals that have this confidence together. `played` is by bot."""
    each = 1 - (1 - confidence) / len(bands)
    return [BandFigure(band, estimate_of(band, played[band.bot], each)) for band in bands]


def estimate_of(band: Band, played: GameSums, confidence: float) -> Estimate:
    """The figure of a band. The interval of the median is that of Brookmeyer and Crowley (Biometrics 38, 1982)."""
    counts, first = played.counts, played.task.first_floor
    if band.measure == "wins":
        return Estimate(counts.won / counts.games, wilson(counts.won, counts.games, confidence))
    if band.measure == "turns":
        return mean(played.games, played.turns, played.squares, confidence)
    if band.measure == "cleared":
        return counts.cleared_with(confidence)
    if band.measure == "hazard":
        assert band.floor is not None
        return hazards(counts.reached, counts.died, confidence)[band.floor - first]
    alive = survival(counts.reached, counts.died, confidence)
    if band.measure == "survival":
        assert band.floor is not None
        return alive[band.floor - first]
    values, lows, highs = (
        [each.value for each in alive],
        [each.interval.low for each in alive],
        [each.interval.high for each in alive],
    )
    return Estimate(first + median_row(values), Interval(first + median_row(lows), first + median_row(highs)))
