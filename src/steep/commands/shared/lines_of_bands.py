"""Figures beside the bands of a target, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from steep.commands.shared.output import aligned
from steep.lab.figures.figures_in_bands import BandFigure
from steep.lab.figures.game_figures import strength
from steep.lab.figures.table_of_bands import text_row
from steep.lab.stats.confidence_intervals import Estimate


def lines_of(figures: Sequence[BandFigure], cleared: Mapping[str, Estimate], floors: int) -> Iterator[str]:
    """Each bot with its strength, and its figures. `cleared` is by bot, of so many floors."""
    for bot, each in cleared.items():
        yield f"\n{strength(bot, each, floors)}"
        rows = [("", "band", "measured", "interval", ""), *(text_row(row) for row in figures if row.band.bot == bot)]
        yield aligned(rows, right=(1, 2, 3), indent="  ")
