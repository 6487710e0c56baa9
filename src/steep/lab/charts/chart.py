"""A chart by floor as plain data. It knows no ruleset, no bot and no SVG.

Every floor is a column, and a value of a floor is level across its column. Values are given by column; NaN is not
drawn. Colours are names of `steep.lab.charts.chart.COLOURS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from steep.lab.stats.confidence_intervals import ANYWHERE, Estimate
from steep.lab.stats.shares_as_text import number

# The colours of charts and pages, and the style of a chart's SVG.

COLOURS = {
    "ink": ("#1d1b18", "#ebe7de"),
    "soft": ("#6d685f", "#a19c92"),
    "rule": ("#e3ded4", "#32343c"),
    "paper": ("#faf8f4", "#15161a"),
    "b0": ("#0a6fb0", "#56aee6"),
    "b1": ("#c9501c", "#f08a4f"),
    "b2": ("#00836a", "#3dc79f"),
    "b3": ("#a4508b", "#dd92c6"),
    "b4": ("#a97400", "#e4b343"),
    "b5": ("#3f8fc4", "#9bd0f2"),
    "k0": ("#2a7fba", "#3f8fca"),
    "k1": ("#e5a323", "#d99a22"),
    "k2": ("#14916f", "#23a07d"),
    "k3": ("#c67fae", "#c07aa9"),
    "k4": ("#7cc0e8", "#77b9e0"),
    "k5": ("#cf5b22", "#d2662f"),
    "k6": ("#d9cc3c", "#c9bd3c"),
    "others": ("#b5b0a6", "#6c6a66"),
    "hp": ("#2a7fba", "#3f8fca"),
    "healing": ("#9ccbea", "#2b5677"),
    "cost": ("#c9501c", "#f08a4f"),
    "first": ("#c08a6e", "#b98a70"),
    "lost": ("#1d1b18", "#f5f2ea"),
    "shield": ("#00836a", "#3dc79f"),
    "levels": ("#c67fae", "#c07aa9"),
    "died": ("#b3301c", "#e2694c"),
    "stopped": ("#b5b0a6", "#6c6a66"),
    "won": ("#00836a", "#3dc79f"),
}
"""Colours on a light and on a dark background: text, less prominent text, grid lines and the background; bots; kinds
of monsters and items; the hero's HP and healing, what fights cost the arriving hero and the starting hero, HP lost,
defense and levels; ends of games. They stay apart for every kind of colour vision (after Okabe and Ito, 2002)."""

BOT_COLOURS = tuple(name for name in COLOURS if name[0] == "b" and name[1:].isdigit())
KIND_COLOURS = tuple(name for name in COLOURS if name[0] == "k" and name[1:].isdigit())

SHAPES = """\
.steep text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",
"DejaVu Sans",sans-serif;font-size:12px;fill:currentColor}
.steep .right{text-anchor:end}.steep .middle{text-anchor:middle}
.steep .small{font-size:11px}.steep .smaller{font-size:9px;font-weight:400}.steep .bold{font-weight:600}
.steep .title{font-size:22px;font-weight:600;font-family:"Iowan Old Style",Palatino,Georgia,"DejaVu Serif",serif}
.steep .caption{font-size:14px;font-weight:600}
.steep .grid,.steep .steps,.steep .treads,.steep .dashed,.steep .ghost,.steep .lead{fill:none;stroke:currentColor}
.steep .grid{stroke-width:1}.steep .steps,.steep .treads,.steep .dashed{stroke-width:2.25}
.steep .dashed{stroke-dasharray:5 4}.steep .ghost{stroke-width:1.5;opacity:.45}.steep .lead{stroke-width:1.6}
.steep .band{fill:currentColor;opacity:.2}.steep .area{fill:currentColor;stroke-width:1}
.steep .halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}
.steep .spot{fill:none;pointer-events:all}.steep .spot:hover{fill:#808080;fill-opacity:.14}
"""


def style() -> str:
    """The style of charts: light, and dark where that is preferred. Every program that shows SVG supports it."""
    return f"{SHAPES}{shades(0)}\n@media (prefers-color-scheme:dark){{{shades(1)}}}"


def shades(dark: int) -> str:
    """The rules with colours; `dark` is 0 or 1."""
    paper = COLOURS["paper"][dark]
    colours = "".join(f".steep .{name}{{color:{pair[dark]}}}" for name, pair in COLOURS.items())
    return f"{colours}.steep .halo,.steep .area{{stroke:{paper}}}.steep .back{{fill:{paper}}}"


Shape = Literal["area", "steps", "dashed", "treads", "ghost"]
"""An opaque area between two step lines; a step line or a dashed one; a separate level line in each column, or a grey
one behind all others."""

NOT_REACHED = "not reached"

UNKNOWN = Estimate(math.nan, ANYWHERE)


@dataclass(frozen=True, slots=True)
class Line:
    """Values by column. A line without a name is drawn, but no text describes it."""

    name: str
    colour: str
    values: tuple[float, ...]
    shape: Shape | None = "steps"
    """None: it is only described, and not drawn."""
    lows: tuple[float, ...] = ()
    """The lower ends of an area, or of a line's intervals."""
    highs: tuple[float, ...] = ()
    """The upper ends of intervals."""
    texts: tuple[str, ...] = ()
    """What tooltips say in place of the values; empty for nothing."""
    start: float | None = None
    """The value at which a step line begins, if not the first one."""
    at: tuple[int, float] | None = None
    """The column and the value beside which its label is; those of its last value if None."""
    of: str = ""
    """Whose it is, if several can be shown or hidden."""

    def text(self, column: int) -> str:
        """What a tooltip says; empty for nothing."""
        if self.texts:
            return self.texts[column]
        return "" if math.isnan(self.values[column]) else number(self.values[column])

    @property
    def label_at(self) -> tuple[int, float] | None:
        """The column and the value of its label, if it has a name and is drawn."""
        known = [column for column, value in enumerate(self.values) if not math.isnan(value)]
        if not self.name or not self.shape or not known:
            return None
        return self.at or (known[-1], self.values[known[-1]])


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
    columns: tuple[float, ...]
    """The floors, or the numbers that stand below the columns in their place."""
    lines: tuple[Line, ...]
    """The first ones are drawn behind the others."""
    shares: bool = False
    """Whether values are shares, which the axis has in percent."""
    top: float = 0.0
    """What the axis goes up to at least. It covers the values of all lines that have a name."""
    strips: tuple[Strip, ...] = ()
    gaps: tuple[bool, ...] = ()
    """Whether there is nothing to show in a column."""
    empty: str = NOT_REACHED
    """The text for gaps."""
    note: str = ""
    """What stands beside the title, less prominent."""
    height: int = 230
    """Pixels."""
    axis: str = "Floor"
    """What a column is."""
    of: str = ""
    """Whose it is, if several can be shown or hidden."""
    as_table: bool = False
    """Whether a page has its figures as a table, too."""

    def __post_init__(self) -> None:
        given = [each for line in self.lines for each in (line.values, line.lows, line.highs, line.texts)]
        given += [self.gaps, *(strip.texts for strip in self.strips)]
        if not self.columns or any(each and len(each) != len(self.columns) for each in given):
            raise ValueError(f"{self.title}: a chart needs columns, and a value for each")

    @property
    def steps(self) -> tuple[float, ...]:
        """The values of the grid lines, from 0 to the top, which is more than 0."""
        drawn = [value for line in self.lines if line.name and line.shape for value in line.values]
        return steps_to(max([self.top, *(value for value in drawn if not math.isnan(value))]))

    @property
    def alt(self) -> str:
        """The text alternative for screen readers: the first, the middle and the last column."""
        told = [column for column in range(len(self.columns)) if any(line for line, _ in self.told(column))]
        said = [
            f"{self.axis} {self.columns[column]:g}: "
            + ", ".join(f"{line.name} {text}" for line, text in self.told(column) if line)
            for column in sorted({*told[:1], *told[len(told) // 2 :][:1], *told[-1:]})
        ]
        return ". ".join([f"{self.title}, by {self.axis.lower()}", *said, ""]).rstrip()

    @property
    def names(self) -> list[str]:
        """The names of all lines with texts."""
        return [line.name for line in self.lines if any(map(line.text, range(len(self.columns)))) and line.name]

    def told(self, column: int) -> list[tuple[Line | None, str]]:
        """What a column's tooltip says about each line. In a gap it begins with `empty`."""
        gap: list[tuple[Line | None, str]] = [(None, self.empty)] if self.gaps and self.gaps[column] else []
        return gap + [(line, text) for line in self.lines if line.name and (text := line.text(column))]

    def text_of(self, column: int, name: str) -> str:
        """What a column's tooltip has under a name; empty for nothing."""
        return next((text for line, text in self.told(column) if line and line.name == name), "")


def estimated(
    name: str,
    colour: str,
    estimates: Sequence[Estimate | None],
    shape: Shape,
    write: Callable[[Estimate], str],
    of: str = "",
    start: float | None = None,
) -> Line:
    """A line of values with intervals; None where there is none."""
    known = [UNKNOWN if each is None else each for each in estimates]
    return Line(
        name,
        colour,
        tuple(each.value for each in known),
        shape,
        tuple(max(0.0, each.interval.low) for each in known),
        # After a single game an interval has no end, and is left out.
        tuple(each.interval.high if math.isfinite(each.interval.high) else math.nan for each in known),
        tuple("" if each is None else write(each) for each in estimates),
        start,
        of=of,
    )


def steps_to(highest: float) -> tuple[float, ...]:
    """Axis ticks: four to seven round values at equal distances, from 0 to at least `highest`."""
    if highest <= 0:
        return (0.0, 1.0)
    power = 10.0 ** math.floor(math.log10(highest / 4))
    size = next(power * factor for factor in (1, 2, 2.5, 5, 10) if highest / (power * factor) <= 5)
    count = math.ceil(round(highest / size, 9))
    return tuple(round(size * number, 9) for number in range(count + 1))
