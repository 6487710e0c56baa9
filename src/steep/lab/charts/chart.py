"""A chart by floor as plain data. It knows no ruleset, no bot and no SVG.

Every floor is a column, and a value of a floor is level across its column. Values are given by column; NaN is not
drawn. Colours are names of `steep.lab.charts.looks.COLOURS`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Shape = Literal["area", "band", "boxes", "steps", "dashed", "treads", "ghost"]
"""An opaque or a transparent area between two step lines, or a transparent box in each column; a step line or a dashed
one; a separate level line in each column, or a grey one."""

Form = Literal["{:,g}", "{:.0%}", "{:.1%}"]

HEIGHT = 230
"""Of a chart, in pixels."""

SHARE_STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Axis ticks of shares up to 1."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Values by column, drawn as lines or as areas."""

    shape: Shape
    colour: str
    values: tuple[float, ...]
    lows: tuple[float, ...] = ()
    """The lower ends of areas, bands and boxes."""
    start: float | None = None
    """The value at which a step line begins, if not the first one."""
    of: str = ""
    """Whose it is, if several can be shown or hidden."""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a line or an area: to the right of a column, or on top of it."""

    text: str
    colour: str
    column: int
    value: float
    within: bool = False
    """Whether it is on top of the column."""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a column's tooltip."""

    name: str
    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """A line of texts by column below a chart."""

    name: str
    note: str
    """Additional, less prominent text."""
    colour: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart."""

    title: str
    alt: str
    """The text alternative for screen readers."""
    columns: tuple[float, ...]
    """The floors, or the numbers that stand below the columns in their place."""
    steps: tuple[float, ...]
    """The values of the grid lines, from 0 to the top, which is more than 0."""
    marks: tuple[Mark, ...]
    tips: tuple[tuple[Row, ...], ...]
    """Tooltips by column."""
    labels: tuple[Label, ...] = ()
    strips: tuple[Strip, ...] = ()
    gaps: tuple[bool, ...] = ()
    """Whether there is nothing to show in a column."""
    empty: str = ""
    """The text on gaps that are wide enough."""
    note: str = ""
    """What stands beside the title, less prominent."""
    form: Form = "{:,g}"
    """The format of the values at the grid lines."""
    height: int = HEIGHT
    """Pixels."""
    axis: str = "Floor"
    """What a column is."""
    of: str = ""
    """Whose it is, if several can be shown or hidden."""
    as_table: bool = False
    """Whether a page has its figures as a table, too."""

    def __post_init__(self) -> None:
        optional = [self.gaps, *(mark.lows for mark in self.marks)]
        given = [*(mark.values for mark in self.marks), self.tips, *(strip.texts for strip in self.strips)]
        if any(len(each) != len(self.columns) for each in (*given, *filter(None, optional))):
            raise ValueError(f"{self.title}: a chart needs a value for each column")
        if not self.columns or not self.steps or not self.steps[-1] > 0:
            raise ValueError(f"{self.title}: a chart needs columns, and grid lines up to more than 0")

    @property
    def names(self) -> list[str]:
        """The names of all tooltip lines that have a value."""
        return list(dict.fromkeys(row.name for rows in self.tips for row in rows if row.text))

    def text_of(self, column: int, name: str) -> str:
        """What a column's tooltip has under a name; empty for nothing."""
        return next((row.text for row in self.tips[column] if row.name == name), "")


def steps_to(highest: float) -> tuple[float, ...]:
    """Axis ticks: four to seven round values at equal distances, from 0 to at least `highest`."""
    if highest <= 0:
        return (0.0, 1.0)
    power = 10.0 ** math.floor(math.log10(highest / 4))
    size = next(power * factor for factor in (1, 2, 2.5, 5, 10) if highest / (power * factor) <= 5)
    count = math.ceil(round(highest / size, 9))
    return tuple(round(size * number, 9) for number in range(count + 1))


def percent_form(steps: Sequence[float]) -> Form:
    """The format for axis ticks that are shares."""
    return "{:.0%}" if all(round(100 * step, 6).is_integer() for step in steps) else "{:.1%}"
