"""The figures of a measurement as rows: one for each bot and floor."""

from __future__ import annotations

from collections.abc import Iterator

from steep.lab.figures.figures_with_intervals import BotFigures
from steep.lab.results.plain_data import plain
from steep.lab.simulate.visit_columns import MEASURES

HEADINGS = (
    "bot",
    "floor",
    "reached",
    "died",
    "stopped",
    "hazard",
    "hazard_low",
    "hazard_high",
    "survival",
    "survival_low",
    "survival_high",
    *(f"{name}_mean" for name in MEASURES),
)


def rows_of(bot: BotFigures) -> Iterator[tuple[object, ...]]:
    """A row for each floor; unknown numbers are None."""
    for floor in bot.floors:
        shares = (number for estimate in (floor.hazard, floor.survival) for number in plain(estimate).values())
        means = (floor.means[name].value if floor.means else None for name in MEASURES)
        yield bot.task.bot, floor.floor, floor.reached, floor.died, floor.stopped, *shares, *means
