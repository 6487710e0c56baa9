"""Draws charts as SVG: in a page, whose width they take, or in a file that needs no other.

Texts and columns are placed by percent, and paths are stretched, so that the same drawing fits any width. In a file the
width is known, and paths have pixels: not every program that shows SVG can stretch a path and not its stroke.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import count

from steep.lab.charts.chart import Chart, Label, Mark, Strip
from steep.lab.charts.looks import style

WIDE = 1000
"""Width of the coordinates of a path that is stretched."""

LINE = 16
"""The least distance between two labels in pixels."""

HALF = 4
"""Half the height of a letter in pixels: a text is in the middle that far below it."""

LONGEST = 17
"""Characters of a label beside a chart."""

MAX_APART = 30
"""Up to this many floors are drawn with gaps between them."""

MAX_TICKS = 14
"""Up to this many floors are all numbered on the axis; of more, only some."""

GUTTER, ABOVE, BELOW = 46, 34, 40
"""Pixels of a file beside, above and below each chart."""

LETTER = 6.6
"""Pixels of a letter, about."""


HATCH = (
    '<pattern id="steep-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="grid rule" d="M3 0V6"/></pattern>'
)
"""What gaps are filled with; once in a page or a file."""


class Pen:
    """A chart's axes: maps columns and values to the coordinates of paths."""

    def __init__(self, chart: Chart, wide: int) -> None:
        self.chart, self.wide = chart, wide
        self.inset = 0.16 if len(chart.columns) <= MAX_APART else 0.0
        """The gap beside marks that are separate in each column, as a share of it."""

    def x(self, column: float) -> str:
        """The left side of a column."""
        return written(self.wide * column / len(self.chart.columns))

    def y(self, value: float) -> str:
        """A value's pixels from the top."""
        return written(height_of(self.chart, value))

    def stairs(self, mark: Mark) -> str:
        """A step line: level on each floor, vertical between floors."""
        steps, start = [], mark.start
        for run in runs(mark.values):
            steps.append(f"M{self.x(run[0])} {self.y(mark.values[run[0]] if start is None else start)}")
            steps += [f"V{self.y(mark.values[column])}H{self.x(column + 1)}" for column in run]
            start = None
        return "".join(steps)

    def treads(self, mark: Mark) -> str:
        """A separate level line on each floor."""
        return "".join(
            f"M{self.x(column + self.inset)} {self.y(value)}H{self.x(column + 1 - self.inset)}"
            for column, value in enumerate(mark.values)
            if not math.isnan(value)
        )

    def between(self, mark: Mark) -> str:
        """The area between two step lines."""
        paths = []
        for run in runs([high - low for low, high in zip(mark.lows, mark.values, strict=True)]):
            over = "".join(f"V{self.y(mark.values[column])}H{self.x(column + 1)}" for column in run)
            under = "".join(f"V{self.y(mark.lows[column])}H{self.x(column)}" for column in reversed(run))
            paths.append(f"M{self.x(run[0])} {self.y(mark.lows[run[0]])}{over}{under}Z")
        return "".join(paths)

    def boxes(self, mark: Mark) -> str:
        """A separate box on each floor."""
        return "".join(
            f"M{self.x(column + self.inset)} {self.y(low)}V{self.y(high)}"
            f"H{self.x(column + 1 - self.inset)}V{self.y(low)}Z"
            for column, (low, high) in enumerate(zip(mark.lows, mark.values, strict=True))
            if not math.isnan(high - low)
        )


PATHS: dict[str, Callable[[Pen, Mark], str]] = {
    "area": Pen.between,
    "band": Pen.between,
    "boxes": Pen.boxes,
    "steps": Pen.stairs,
    "dashed": Pen.stairs,
    "treads": Pen.treads,
    "ghost": Pen.treads,
}


def in_page(chart: Chart) -> str:
    """A chart as a part of a page, which has `style()` and the class `steep`, and leaves room for its texts."""
    beside = "" if chart.strips or any(is_outside(chart, label) for label in chart.labels) else " full"
    looks = f"plot{' striped' if chart.strips else beside}"
    size = f"--tall:{chart.height}px;--strips:{len(chart.strips)}"
    return (
        f'<div class="{looks}" style="{size}"><svg role="img" aria-label="{escape(chart.alt)}" height="{chart.height}">'
        f"{drawing(chart, WIDE)}</svg></div>"
    )


def in_file(title: str, subtitle: str, charts: Sequence[Chart], across: int = 2, wide: int = 430) -> str:
    """Charts as one SVG that needs no other file, `across` in a row, each `wide` pixels plus room for its labels."""
    beside = max(room_for_labels(chart) for chart in charts)
    rows = [charts[first : first + across] for first in range(0, len(charts), across)]
    parts, top = [], 84
    for row in rows:
        tall = max(chart.height + LINE * len(chart.strips) for chart in row)
        for number, chart in enumerate(row):
            left = GUTTER + 14 + number * (wide + beside + GUTTER)
            parts.append(
                f"{text('caption ink', left, top + ABOVE - 16, chart.title)}"
                f'<svg x="{left}" y="{top + ABOVE}" width="{wide}" height="{chart.height}" overflow="visible">'
                f"{drawing(chart, wide)}</svg>"
            )
        top += tall + ABOVE + BELOW
    told = escape(" ".join(chart.alt for chart in charts))
    width = GUTTER + 14 + min(across, len(charts)) * (wide + beside + GUTTER) - GUTTER + 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="steep" viewBox="0 0 {width} {top}" width="{width}" '
        f'height="{top}" role="img"><title>{escape(title)}</title><desc>{told}</desc><style>{style()}</style>{HATCH}'
        f'<rect class="back" width="{width}" height="{top}"/>'
        f"{text('title ink', 18, 42, title)}{text('soft', 18, 66, subtitle)}{''.join(parts)}</svg>\n"
    )


def room_for_labels(chart: Chart) -> int:
    """Pixels that the texts to the right of a chart take."""
    texts = [label.text for label in chart.labels if is_outside(chart, label)]
    texts += [f"{strip.name} {strip.note}" for strip in chart.strips]
    return round(20 + LETTER * max(map(len, texts))) if texts else 0


def drawing(chart: Chart, wide: int) -> str:
    """All of a chart: gaps and grid, marks, texts, and columns with tooltips. Paths are `wide` at most."""
    pen = Pen(chart, wide)
    grid = "".join(f"M0 {pen.y(value)}H{wide}" for value in chart.steps)
    paths = "".join(
        f'<path class="{mark.shape} {escape(mark.colour)}"{owner(mark.of)} d="{PATHS[mark.shape](pen, mark)}"/>'
        for mark in chart.marks
    )
    return (
        f'{"".join(gaps(chart))}<svg class="paths" viewBox="0 0 {wide} {chart.height}" preserveAspectRatio="none" '
        f'height="{chart.height}" overflow="visible"><path class="grid rule" d="{grid}"/>{paths}</svg>'
        f'<g aria-hidden="true">{"".join(texts(chart))}</g>{"".join(spots(chart))}'
    )


def texts(chart: Chart) -> Iterator[str]:
    """The numbers at both axes, the strips, and the labels."""
    for value in chart.steps:
        yield text("soft right", -8, height_of(chart, value) + HALF, chart.form.format(value))
    named = named_columns(chart.columns)
    for column, number in enumerate(chart.columns):
        if number in named:
            yield text("soft middle", percent(chart, column + 0.5), chart.height + 18, f"{number:g}")
    for number, strip in enumerate(chart.strips):
        yield strip_below(chart, number, strip)
    for within in (True, False):
        labels = sorted((each for each in chart.labels if each.within is within), key=lambda each: -each.value)
        heights = spread_out([height_of(chart, each.value) for each in labels], LINE, 0, chart.height)
        yield from (
            (label_within if within else label_beside)(chart, label, round(height, 1))
            for label, height in zip(labels, heights, strict=True)
        )


def strip_below(chart: Chart, number: int, strip: Strip) -> str:
    """A line of texts below the axis."""
    named = named_columns(chart.columns)
    cells = "".join(
        text("small soft middle", percent(chart, column + 0.5), 0, cell)
        for column, (floor, cell) in enumerate(zip(chart.columns, strip.texts, strict=True))
        if floor in named and cell
    )
    return (
        f'<g class="strip" style="--i:{number}" data-c="{escape(strip.colour)}"{owner(strip.name)} '
        f'transform="translate(0 {chart.height + 36 + LINE * number})">{cells}'
        f'<svg x="100%" overflow="visible"><text class="small bold {escape(strip.colour)}" x="14">'
        f'{escape(shortened(strip.name))} <tspan class="smaller soft">{escape(strip.note)}</tspan></text></svg></g>'
    )


def label_beside(chart: Chart, label: Label, at: float) -> str:
    """A label to the right of a column, `at` pixels from the top, and the line that joins the two."""
    x, low = percent(chart, label.column + 1), written(height_of(chart, label.value) - at)
    outside = ' class="outside"' if is_outside(chart, label) else ""
    return (
        f'<svg{outside} x="{x}" y="{at}" overflow="visible"{owner(label.of)}>'
        f'<path class="lead {escape(label.colour)}" d="M2 {low}L13 0"/>'
        f"{text('ink halo', 15, HALF, shortened(label.text))}</svg>"
    )


def label_within(chart: Chart, label: Label, at: float) -> str:
    """A label on top of an area."""
    x = 100 * (label.column + 0.5) / len(chart.columns)
    side = "" if x < 25 else " right" if x > 75 else " middle"
    return text(f"ink halo{side}", f"{written(x)}%", at + HALF, label.text)


def gaps(chart: Chart) -> Iterator[str]:
    """Hatched columns, and what is written on them."""
    for run in runs([0.0 if each else math.nan for each in chart.gaps]):
        left, wide = percent(chart, run[0]), percent(chart, len(run))
        yield f'<rect x="{left}" width="{wide}" height="{chart.height}" fill="url(#steep-hatch)"/>'
        if chart.empty and len(run) / len(chart.columns) >= 0.18:
            x = percent(chart, (run[0] + run[-1] + 1) / 2)
            yield text("soft middle halo", x, 18, chart.empty)


def spots(chart: Chart) -> Iterator[str]:
    """A column each, with its tooltip. `data-c` has the colours of its lines, for the page's script."""
    for column, rows in enumerate(chart.tips):
        lines = [f"{row.name}: {row.text}" if row.text else row.name for row in rows]
        tip = escape("\n".join([f"{chart.axis} {chart.columns[column]:g}", *lines]))
        colours = escape(" ".join(row.colour or "-" for row in rows))
        yield (
            f'<rect class="spot" x="{percent(chart, column)}" width="{percent(chart, 1)}" height="100%" '
            f'data-c="{colours}"><title>{tip}</title></rect>'
        )


def text(looks: str, x: float | str, y: float, words: str) -> str:
    """A text; x and y are the ends of its base line."""
    return f'<text class="{looks}" x="{x}" y="{y:g}">{escape(words)}</text>'


def owner(name: str) -> str:
    """The attribute that says whose something is."""
    return f' data-of="{escape(name)}"' if name else ""


def is_outside(chart: Chart, label: Label) -> bool:
    """Whether a label is to the right of the whole chart."""
    return not label.within and label.column == len(chart.columns) - 1


def percent(chart: Chart, column: float) -> str:
    """The left side of a column, in percent."""
    return f"{round(100 * column / len(chart.columns), 3):g}%"


def height_of(chart: Chart, value: float) -> float:
    """A value's pixels from the top."""
    top = chart.steps[-1]
    return round(chart.height * (1 - min(value, top) / top), 1)


def shortened(text: str) -> str:
    """A text that has room beside a chart."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def named_columns(floors: Sequence[float]) -> frozenset[float]:
    """The floors that are numbered on an axis."""
    if len(floors) <= MAX_TICKS:
        return frozenset(floors)
    sizes = (factor * 10**power for power in count() for factor in (1, 2, 5))
    every = next(size for size in sizes if len(floors) / size <= MAX_TICKS)
    return frozenset(
        {floors[0], *(floor for floor in floors if floor % every == 0 and floor - floors[0] >= 0.75 * every)}
    )


def spread_out(positions: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move rising positions at least `gap` apart, each as little as possible, and within low..high if they fit."""
    moved: list[float] = []
    for position in positions:
        moved.append(max(position, moved[-1] + gap) if moved else max(position, low))
    ceiling = high
    for number in reversed(range(len(moved))):
        moved[number] = min(moved[number], ceiling)
        ceiling = moved[number] - gap
    return moved


def runs(values: Sequence[float]) -> list[list[int]]:
    """Groups of adjacent columns that have values."""
    found: list[list[int]] = []
    for column, value in enumerate(values):
        if math.isnan(value):
            continue
        if found and found[-1][-1] == column - 1:
            found[-1].append(column)
        else:
            found.append([column])
    return found


def written(number: float) -> str:
    """A number in as few characters as an SVG path allows, to one decimal."""
    return f"{number:.1f}".rstrip("0").rstrip(".")
