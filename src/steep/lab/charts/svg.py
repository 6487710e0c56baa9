"""Draws charts as SVG: in a page, whose width they take, or in a file that needs no other.

Texts and columns are placed by percent, and paths are stretched, so that the same drawing fits any width. In a file the
width is known, and paths have pixels: not every program that shows SVG can stretch a path and not its stroke.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterator, Sequence
from html import escape
from itertools import count
from pathlib import Path

from steep.core.input_errors import InputError
from steep.lab.charts.chart import Chart, Line, Strip, style
from steep.play.files.user_files import reason_of, write_whole

WIDE = 1000
"""Width of the coordinates of a path that is stretched."""

LINE = 16
"""The least distance between two labels in pixels."""

HALF = 4
"""Half the height of a letter in pixels: a text's baseline is this far below its middle."""

LONGEST = 17
"""Characters of a label beside a chart."""

SEPARATE = ("treads", "ghost")
"""Shapes that are separate in each column."""

BEHIND = ("ghost", "area", "band")
"""What lines are drawn on top of."""

MAX_APART = 30
"""Up to this many floors are drawn with gaps between them."""

MAX_TICKS = 14
"""Up to this many floors are all numbered on the axis. Of more, only some are."""

GUTTER, ABOVE, BELOW = 46, 34, 40
"""Pixels of a file beside, above and below each chart."""

LETTER = 6.6
"""About the width of a letter, in pixels."""


HATCH = (
    '<pattern id="steep-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="grid rule" d="M3 0V6"/></pattern>'
)
"""What gaps are filled with; once in a page or a file."""


class Pen:
    """A chart's axes: maps columns and values to the coordinates of paths."""

    def __init__(self, chart: Chart, wide: int) -> None:
        self.chart, self.wide = chart, wide
        self.top = chart.steps[-1]

    def x(self, column: float) -> str:
        """The left side of a column."""
        return written(self.wide * column / len(self.chart.columns))

    def height(self, value: float) -> float:
        """A value's pixels from the top."""
        return round(self.chart.height * (1 - min(value, self.top) / self.top), 1)

    def y(self, value: float) -> str:
        """The same, as a coordinate."""
        return written(self.height(value))

    def inset(self, line: Line) -> float:
        """The gap beside what is separate in each column, as a share of it."""
        return 0.16 if line.shape in SEPARATE and len(self.chart.columns) <= MAX_APART else 0.0

    def paths(self, line: Line) -> dict[str, str]:
        """The paths of a line by class."""
        if line.shape is None:
            return {}
        if line.shape == "area":
            return {"area": self.between(line, line.values)}
        band = {"band": self.between(line, line.highs)} if line.highs else {}
        return band | {line.shape: self.stairs(line)}

    def stairs(self, line: Line) -> str:
        """Level on each floor; vertical between floors, unless they are separate."""
        steps, start, inset = [], line.start, self.inset(line)
        for run in runs(line.values, apart=line.shape in SEPARATE):
            steps.append(f"M{self.x(run[0] + inset)} {self.y(line.values[run[0]] if start is None else start)}")
            steps += [f"V{self.y(line.values[column])}H{self.x(column + 1 - inset)}" for column in run]
            start = None
        return "".join(steps)

    def between(self, line: Line, highs: Sequence[float]) -> str:
        """The area between the lower ends of a line and others."""
        paths, inset, lows = [], self.inset(line), line.lows
        for run in runs([high - low for low, high in zip(lows, highs, strict=True)], apart=line.shape in SEPARATE):
            over = "".join(f"V{self.y(highs[column])}H{self.x(column + 1 - inset)}" for column in run)
            under = "".join(f"V{self.y(lows[column])}H{self.x(column + inset)}" for column in reversed(run))
            paths.append(f"M{self.x(run[0] + inset)} {self.y(lows[run[0]])}{over}{under}Z")
        return "".join(paths)


def in_page(chart: Chart) -> str:
    """A chart as a part of a page, which has `style()` and the class `steep`, and leaves room for its texts."""
    beside = "" if chart.strips or any(is_outside(chart, line) for line in chart.lines) else " full"
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
    texts = [line.name for line in chart.lines if is_outside(chart, line)]
    texts += [f"{strip.name} {strip.note}" for strip in chart.strips]
    return round(20 + LETTER * max(map(len, texts))) if texts else 0


def drawing(chart: Chart, wide: int) -> str:
    """All of a chart: gaps and grid, lines, texts, and columns with tooltips. Paths are `wide` at most."""
    pen = Pen(chart, wide)
    grid = "".join(f"M0 {pen.y(value)}H{wide}" for value in chart.steps)
    drawn = [(looks, line, path) for line in chart.lines for looks, path in pen.paths(line).items()]
    paths = "".join(
        f'<path class="{looks} {escape(line.colour)}"{owner(line.of)} d="{path}"/>'
        for looks, line, path in sorted(drawn, key=lambda each: each[0] not in BEHIND)
    )
    return (
        f'{"".join(gaps(chart))}<svg class="paths" viewBox="0 0 {wide} {chart.height}" preserveAspectRatio="none" '
        f'height="{chart.height}" overflow="visible"><path class="grid rule" d="{grid}"/>{paths}</svg>'
        f'<g aria-hidden="true">{"".join(texts(pen))}</g>{"".join(spots(chart))}'
    )


def texts(pen: Pen) -> Iterator[str]:
    """The numbers at both axes, the strips, and the labels."""
    chart = pen.chart
    whole = all(round(100 * value, 6).is_integer() for value in chart.steps)
    for value in chart.steps:
        tick = f"{value:.{0 if whole else 1}%}" if chart.shares else f"{value:,g}"
        yield text("soft right", -8, pen.height(value) + HALF, tick)
    named = named_columns(chart.columns)
    for column, number in enumerate(chart.columns):
        if number in named:
            yield text("soft middle", percent(chart, column + 0.5), chart.height + 18, f"{number:g}")
    for number, strip in enumerate(chart.strips):
        yield strip_below(chart, number, strip)
    labels = [(line, *at) for line in chart.lines if (at := line.label_at)]
    labels.sort(key=lambda label: -label[2])
    heights = spread_out([pen.height(value) for _, _, value in labels], LINE, 0, chart.height)
    for (line, column, value), height in zip(labels, heights, strict=True):
        yield label_beside(pen, line, column, value, round(height, 1))


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


def label_beside(pen: Pen, line: Line, column: int, value: float, at: float) -> str:
    """A label to the right of a column, `at` pixels from the top, and the line that joins the two."""
    x, low = percent(pen.chart, column + 1), written(pen.height(value) - at)
    outside = ' class="outside"' if is_outside(pen.chart, line) else ""
    return (
        f'<svg{outside} x="{x}" y="{at}" overflow="visible"{owner(line.of)}>'
        f'<path class="lead {escape(line.colour)}" d="M2 {low}L13 0"/>'
        f"{text('ink halo', 15, HALF, shortened(line.name))}</svg>"
    )


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
    for column, number in enumerate(chart.columns):
        told = chart.told(column)
        lines = [f"{line.name}: {text}" if line else text for line, text in told]
        tip = escape("\n".join([f"{chart.axis} {number:g}", *lines]))
        colours = escape(" ".join((line and line.colour) or "-" for line, _ in told))
        yield (
            f'<rect class="spot" x="{percent(chart, column)}" width="{percent(chart, 1)}" height="100%" '
            f'data-c="{colours}"><title>{tip}</title></rect>'
        )


def text(looks: str, x: float | str, y: float, words: str) -> str:
    """A text; x and y are the start of its baseline."""
    return f'<text class="{looks}" x="{x}" y="{y:g}">{escape(words)}</text>'


def owner(name: str) -> str:
    """The attribute that says whose something is."""
    return f' data-of="{escape(name)}"' if name else ""


def is_outside(chart: Chart, line: Line) -> bool:
    """Whether a line has a label to the right of the whole chart."""
    return line.label_at is not None and line.label_at[0] == len(chart.columns) - 1


def percent(chart: Chart, column: float) -> str:
    """The left side of a column, in percent."""
    return f"{round(100 * column / len(chart.columns), 3):g}%"


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


def runs(values: Sequence[float], *, apart: bool = False) -> list[list[int]]:
    """Groups of adjacent columns that have values; each alone if they are `apart`."""
    found: list[list[int]] = []
    for column, value in enumerate(values):
        if math.isnan(value):
            continue
        if found and found[-1][-1] == column - 1 and not apart:
            found[-1].append(column)
        else:
            found.append([column])
    return found


def written(number: float) -> str:
    """A number in as few characters as an SVG path allows, to one decimal."""
    return f"{number:.1f}".rstrip("0").rstrip(".")


# Writes charts to a file: an SVG, or its light form as a PNG.

ZOOM = 2
"""Pixels of a PNG for each of the SVG's, as on most displays."""


def check_picture(path: Path) -> None:
    """Raise `InputError` when the file's name or a missing library rules out a picture, before any work is done."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise InputError(f"found {path}; allowed: a file that ends in .png or .svg")
    if path.suffix.lower() == ".png" and importlib.util.find_spec("resvg_py") is None:
        raise InputError(f'{path} needs resvg_py: pip install "steep[lab]"; a file that ends in .svg does not')


def write_picture(path: Path, title: str, subtitle: str, charts: Sequence[Chart]) -> None:
    """Draw charts to a file. Raises `InputError` when it cannot be written."""
    drawn = in_file(title, subtitle, charts)
    whole = png_of(drawn) if path.suffix.lower() == ".png" else drawn.encode()
    try:
        write_whole(path, whole)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {reason_of(error)}") from None


def png_of(drawn: str) -> bytes:
    """The bytes of a PNG. Raises `InputError` without a font, because texts would be left out silently."""
    import resvg_py

    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
    letter = '<text x="2" y="16" font-family="DejaVu Sans, Liberation Sans, Noto Sans, Segoe UI, sans-serif">M</text>'
    blank, written = (resvg_py.svg_to_bytes(svg_string=frame.format(inside)) for inside in ("", letter))
    if bytes(blank) == bytes(written):
        raise InputError("a PNG needs a font of this system, and found none; allowed: a file that ends in .svg")
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=ZOOM))
