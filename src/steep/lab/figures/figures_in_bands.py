"""Whether the figures of some bots lie in the bands of a target, with intervals that hold for all bands together.

Each of m intervals has the confidence 1 - (1 - c) / m (Bonferroni). So with probability c, or more, all of them cover
their true values, and no band whose true value lies inside is called broken. The figure of a band of all other floors
or killers is the highest of theirs. All their intervals cover, each with a confidence corrected again, so the highest
true value lies between the highest of their lower ends and the highest of their upper ends.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from steep.lab.counting.counts import Counts
from steep.lab.figures.game_figures import (
    cleared,
    hazard_ratios,
    hazards,
    share_of_deaths,
    survival,
    turns_of_a_game,
    wins,
)
from steep.lab.stats.confidence_intervals import ANYWHERE, Estimate, Interval
from steep.lab.stats.hazard_and_survival import median_row
from steep.lab.storage.target_file import Band

HOLDS = "holds"
"""The interval lies in the band."""

BROKEN = "broken"
"""The interval lies outside the band."""

UNCLEAR = "unclear"
"""There are too few games to tell."""

UNPLAYED = "not played"
"""Too few games reached a floor for a band of floors that enough games reach."""


OF_GAMES = {"wins": wins, "turns": turns_of_a_game, "cleared": cleared}
OF_FLOORS = {"hazard": hazards, "survival": survival}
OF_HIGHEST = ("killers", "hazard_ratio")
"""Measures of bands, by how their figures are found; the median floor is the last."""


@dataclass(frozen=True, slots=True)
class BandFigure:
    """A measured figure beside its band."""

    band: Band
    estimate: Estimate
    """A share, a ratio, floors or turns, with its interval. NaN when no game reached the floor."""
    floor: int | None
    """For a band of all other floors, the one with the figure."""
    killer: str
    """For a band of all other killers, the one with the figure."""

    @property
    def verdict(self) -> str:
        """HOLDS, BROKEN, UNCLEAR or UNPLAYED."""
        if self.band.measure == "hazard_ratio" and math.isnan(self.estimate.value):
            return UNPLAYED
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


def figures_in_bands(
    bands: Sequence[Band], played: Mapping[str, Counts], confidence: float, killers: Sequence[str] = ()
) -> list[BandFigure]:
    """The figure of each band, with intervals that have this confidence together.

    `played` is by bot; `killers` names all that can kill the hero, if there are bands of them.
    """
    each = 1 - (1 - confidence) / len(bands)
    found = []
    for band in bands:
        counts, floor, killer = played[band.bot], band.floor, ""
        if band.measure in OF_HIGHEST:
            estimate, row = highest(band, counts, killers, each)
            if band.measure == "hazard_ratio":
                floor = counts.first_floor + row
            elif killers:  # a table knows only the killers of its own games, and there are none if nobody died
                killer = killers[row]
        else:
            estimate = estimate_of(band, counts, each)
        found.append(BandFigure(band, estimate, floor, killer))
    return found


def highest(band: Band, counts: Counts, killers: Sequence[str], confidence: float) -> tuple[Estimate, int]:
    """The figure of a band of OF_HIGHEST: the highest that is known of its killers or floors, and which that is.

    Killers are rows of `killers`, floors rows of the counts.
    """
    names = killers if band.measure == "killers" else range(counts.first_floor, counts.first_floor + counts.floors)
    mine = band.killer if band.measure == "killers" else band.floor
    rows = [row for row, name in enumerate(names) if (name not in band.but if band.is_of_others else name == mine)]
    each = 1 - (1 - confidence) / max(1, len(rows))
    if band.measure == "killers":
        estimates = [share_of_deaths(counts, row, each) for row in rows]
    else:
        ratios = hazard_ratios(counts, band.reached, each)
        estimates = [ratios[row] for row in rows]
    known = [(row, each) for row, each in zip(rows, estimates, strict=True) if not math.isnan(each.value)]
    if not known:
        return (estimates[0] if estimates else Estimate(math.nan, ANYWHERE)), (rows[0] if rows else 0)
    row, most = max(known, key=lambda pair: pair[1].value)
    low, high = (max(getattr(each.interval, end) for _, each in known) for end in ("low", "high"))
    return Estimate(most.value, Interval(low, high)), row


def estimate_of(band: Band, counts: Counts, confidence: float) -> Estimate:
    """The figure of any other band. The median's interval is that of Brookmeyer and Crowley (Biometrics 38, 1982)."""
    if band.measure in OF_GAMES:
        return OF_GAMES[band.measure](counts, confidence)
    if band.measure in OF_FLOORS:
        assert band.floor is not None
        return OF_FLOORS[band.measure](counts, confidence)[band.floor - counts.first_floor]
    alive = survival(counts, confidence)
    value, low, high = (
        counts.first_floor + median_row(shares)
        for shares in zip(*((each.value, each.interval.low, each.interval.high) for each in alive), strict=True)
    )
    return Estimate(value, Interval(low, high))
