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
    strength,
    survival,
    turns_of_a_game,
    wins,
)
from steep.lab.results.result import Cell, Column, Table
from steep.lab.stats.confidence_intervals import ANYWHERE, Estimate, Interval
from steep.lab.stats.hazard_and_survival import median_row
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.target_file import Band

HOLDS = "holds"
"""The interval lies in the band."""

BROKEN = "broken"
"""The interval lies outside the band."""

UNCLEAR = "unclear"
"""There are too few games to tell."""

UNPLAYED = "not played"
"""Too few games reached a floor for its hazard ratio."""


OF_GAMES = {"wins": wins, "turns": turns_of_a_game, "cleared": cleared}
OF_FLOORS = {"hazard": hazards, "survival": survival}
OF_HIGHEST = ("killers", "hazard_ratio")
"""Measures of bands, by how their figures are found. The median floor is none of these."""


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
    """The figure of a band of OF_HIGHEST: the highest known one of its killers or floors, and whose it is.

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


# Figures beside the bands of a target, as a table of a result and as text.

COLUMNS = (
    Column("bot"),
    Column("", title=""),
    Column("", title="band"),
    Column("", title="measured"),
    Column("", title="interval"),
    Column("", title=""),
    Column("figure"),
    Column("floor", "floor"),
    Column("killer"),
    Column("from", "number"),
    Column("to", "number"),
    Column("value", "number", ends=("low", "high")),
    Column("off", "number"),
    Column("verdict"),
)
"""Shares are from 0 to 1. For a band of all other floors or killers, the figure is the highest of theirs.

`off` is by how much the value is too high, or, below 0, too low. People see shares in percent.
"""


def bands_table(
    figures: Sequence[BandFigure], cleared: Mapping[str, Estimate], floors: int, before: Sequence[BandFigure] = ()
) -> Table:
    """Figures beside their bands. `cleared` is by bot; `before` are the same figures earlier."""
    more: list[tuple[Cell, ...]] = [(each.estimate.value,) for each in before] or [()] * len(figures)
    return Table(
        "bands",
        (*COLUMNS, *([Column("before", "number")] if before else [])),
        tuple((*row_of(each), *earlier) for each, earlier in zip(figures, more, strict=True)),
        group_by="bot",
        captions={bot: strength(bot, each, floors) for bot, each in cleared.items()},
        notable=tuple(number for number, each in enumerate(figures) if each.verdict != HOLDS),
    )


def row_of(figure: BandFigure) -> tuple[Cell, ...]:
    """A figure as texts and as numbers."""
    band = figure.band
    numbers = (band.low, band.high, figure.estimate, figure.off)
    return band.bot, *text_row(figure), band.measure, figure.floor, figure.killer or None, *numbers, figure.verdict


def text_row(figure: BandFigure) -> tuple[str, str, str, str, str]:
    """A figure as text."""
    band, interval = figure.band, figure.estimate.interval
    ends = f"{number(band, interval.low)} to {number(band, interval.high)}"
    verdict = figure.verdict if figure.off == 0 else f"{figure.verdict}: {off_by(figure)}"
    subject = band.subject
    if band.is_of_others and figure.verdict != UNPLAYED and (highest := figure.killer or figure.floor):
        subject += f" ({highest})"
    return subject, band_text(band), number(band, figure.estimate.value), ends, verdict


def band_text(band: Band) -> str:
    """A band as text: ``60% to 75%``."""
    return f"{edge(band, band.low)} to {edge(band, band.high)}"


def edge(band: Band, value: float) -> str:
    """An edge of a band, as it was written."""
    return f"{100 * value:.6g}%" if band.is_share else f"{value:g}"


def number(band: Band, value: float) -> str:
    """A value of a band's figure."""
    if math.isnan(value) or math.isinf(value):
        return "?"
    if band.is_share:
        return percent(value)
    return f"{value:.0f}" if band.measure == "median_floor" else f"{value:,.2f}"


def off_by(figure: BandFigure) -> str:
    """By how much a figure is outside its band."""
    if figure.verdict == UNPLAYED:
        return "too few games got there"
    if math.isnan(figure.off):
        return "no game got there"
    size = abs(figure.off)
    what = f"{100 * size:.1f} points" if figure.band.is_share else number(figure.band, size)
    return f"{what} too {'high' if figure.off > 0 else 'low'}"


def count_verdicts(figures: Sequence[BandFigure]) -> str:
    """How many bands hold, are unclear and are broken: ``5 hold, 1 unclear, 0 broken``."""
    verdicts = [figure.verdict for figure in figures]
    words = f"{verdicts.count(HOLDS)} hold, {verdicts.count(UNCLEAR)} unclear, {verdicts.count(BROKEN)} broken"
    return f"{words}, {unplayed} not played" if (unplayed := verdicts.count(UNPLAYED)) else words
