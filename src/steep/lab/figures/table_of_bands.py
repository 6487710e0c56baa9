"""Figures beside the bands of a target, as rows, as JSON and as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from steep.lab.figures.figures_in_bands import BROKEN, HOLDS, UNCLEAR, UNPLAYED, BandFigure
from steep.lab.stats.shares_as_text import percent
from steep.lab.storage.target_file import Band

HEADINGS = ("bot", "figure", "floor", "killer", "from", "to", "value", "low", "high", "off", "verdict")
"""Shares are from 0 to 1. For a band of all other floors or killers, the figure is the highest of theirs.

`off` is by how much the value is too high, or, below 0, too low.
"""


def row_of(figure: BandFigure) -> tuple[object, ...]:
    """A figure's numbers; unknown ones are None."""
    band, interval = figure.band, figure.estimate.interval
    numbers = (figure.estimate.value, interval.low, interval.high, figure.off)
    return (
        band.bot,
        band.measure,
        figure.floor,
        figure.killer or None,
        band.low,
        band.high,
        *(None if math.isnan(number) or math.isinf(number) else number for number in numbers),
        figure.verdict,
    )


def as_json(figures: Sequence[BandFigure]) -> list[dict[str, Any]]:
    """All figures."""
    # What writes figures needs NumPy, and a browser, which has none, shows bands too.
    from steep.lab.results.plain_data import plain

    return [plain(dict(zip(HEADINGS, row_of(figure), strict=True))) for figure in figures]


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
