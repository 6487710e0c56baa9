"""Figures beside the bands of a target, as a table of a result and as text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from steep.lab.figures.figures_in_bands import BROKEN, HOLDS, UNCLEAR, UNPLAYED, BandFigure
from steep.lab.figures.game_figures import strength
from steep.lab.results.result import Cell, Column, Table
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.target_file import Band

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
    """Figures beside their bands. `cleared` is by bot, of so many floors; `before` are the same figures earlier."""
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


def tally_of(figures: Sequence[BandFigure]) -> str:
    """How many bands hold, are unclear and are broken: ``5 hold, 1 unclear, 0 broken``."""
    verdicts = [figure.verdict for figure in figures]
    words = f"{verdicts.count(HOLDS)} hold, {verdicts.count(UNCLEAR)} unclear, {verdicts.count(BROKEN)} broken"
    return f"{words}, {unplayed} not played" if (unplayed := verdicts.count(UNPLAYED)) else words
