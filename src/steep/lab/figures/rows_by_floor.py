"""Figures as rows: one for each player and floor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.results.plain_data import plain


def headings(who: str, numbers: Sequence[str]) -> tuple[str, ...]:
    """The headings of rows with the means of some numbers of floor visits; `who` plays."""
    shares = (f"{name}{part}" for name in ("hazard", "survival") for part in ("", "_low", "_high"))
    return who, "floor", "reached", "died", "stopped", *shares, *(f"{name}_mean" for name in numbers)


def rows_of(figures: Sequence[BotFigures], numbers: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """A row for each player and floor; unknown numbers are None."""
    for bot in figures:
        for floor in bot.floors:
            shares = (number for estimate in (floor.hazard, floor.survival) for number in plain(estimate).values())
            means = (floor.means[name].value if name in floor.means else None for name in numbers)
            yield bot.task.bot, floor.floor, floor.reached, floor.died, floor.stopped, *shares, *means
