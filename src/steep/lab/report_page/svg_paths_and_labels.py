"""Charts by floor as plain values: SVG paths, and texts with their positions.

It knows no ruleset, no bot and no HTML. A picture has a fixed height in pixels and is as wide as the page allows:
paths use x from 0 to `WIDE` and are stretched; texts are positioned by percent and are not. Every floor is a column,
and a value of a floor is a level line across its column.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from steep.lab.report_page.chart_layout import MAX_APART, named_floors, spread_out

WIDE = 1000
"""Width of the SVG's coordinates."""

TALL = 230
"""The default height of a picture in pixels."""

LINE = 16
"""The least distance between two labels in pixels."""


@dataclass(frozen=True, slots=True)
class Tick:
    """An axis tick. `at` is percent from the left on the x axis, pixels from the top on the y axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """An SVG path and its CSS classes."""

    path: str
    look: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text to the right of a line or band."""

    text: str
    colour: str
    """A CSS class."""
    x: float
    """Percent from the left."""
    y: float
    """Pixels from the top of the line or band."""
    at: float
    """Pixels from the top of the text, which may be moved away from other labels."""

    @property
    def outside(self) -> bool:
        """Whether it is to the right of the whole picture."""
        return self.x >= 100


@dataclass(frozen=True, slots=True)
class Note:
    """A text on top of a band."""

    text: str
    x: float
    y: float

    @property
    def side(self) -> str:
        """The side of the text that is at x, as a CSS class."""
        return "begins" if self.x < 25 else "ends" if self.x > 75 else "middle"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tooltip of a column: a name and a value."""

    name: str
    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A column with a tooltip."""

    x: float
    width: float
    """Both in percent."""
    floor: int
    rows: tuple[Row, ...]

    def text_of(self, name: str) -> str:
        """The value of a name; empty when there is none."""
        return next((row.text for row in self.rows if row.name == name), "")

    @property
    def late(self) -> bool:
        """Whether it is in the right half."""
        return self.x + self.width / 2 > 50


@dataclass(frozen=True, slots=True)
class Gap:
    """Columns without data; both numbers in percent."""

    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Strip:
    """A line of values under a picture, by column."""

    name: str
    note: str
    """Additional, less prominent text."""
    colour: str
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture."""

    title: str
    alt: str
    """The text alternative for screen readers."""
    field: Field
    marks: tuple[Mark, ...]
    spots: tuple[Spot, ...]
    labels: tuple[Label, ...] = ()
    notes: tuple[Note, ...] = ()
    gaps: tuple[Gap, ...] = ()
    empty: str = ""
    """Text on gaps that are wide enough."""
    strips: tuple[Strip, ...] = ()

    @property
    def margin(self) -> bool:
        """Whether there is any text to its right."""
        return bool(self.strips) or any(label.outside for label in self.labels)

    @property
    def names(self) -> list[str]:
        """The names of all tooltip lines."""
        return list(dict.fromkeys(row.name for spot in self.spots for row in spot.rows if row.text))


@dataclass(frozen=True, slots=True)
class Field:
    """A picture's axes: maps floors and values to coordinates. Values are given by column; NaN is not drawn."""

    floors: Sequence[int]
    steps: Sequence[float]
    """The values of the grid lines, from 0 to the top, which is more than 0."""
    form: str = "{:,g}"
    """The format of the values at the grid lines."""
    height: int = TALL
    """Pixels."""

    def percent(self, column: float) -> float:
        """The left side of a column, in percent."""
        return round(100 * column / len(self.floors), 3)

    def x(self, column: float) -> str:
        """The left side of a column, in path coordinates."""
        return written(WIDE * column / len(self.floors))

    def y(self, value: float) -> float:
        """A value's pixels from the top."""
        top = self.steps[-1]
        return round(self.height * (1 - min(value, top) / top), 1)

    def stairs(self, values: Sequence[float], start: float | None = None) -> str:
        """The path of a step line: level on each floor, vertical between floors. It begins at the value `start`."""
        steps = []
        for run in runs(values):
            steps.append(f"M{self.x(run[0])} {written(self.y(values[run[0]] if start is None else start))}")
            steps += [f"V{written(self.y(values[column]))}H{self.x(column + 1)}" for column in run]
            start = None
        return "".join(steps)

    def between(self, lows: Sequence[float], highs: Sequence[float]) -> str:
        """The path of the area between two step lines."""
        paths = []
        for run in runs([high - low for low, high in zip(lows, highs, strict=True)]):
            over = "".join(f"V{written(self.y(highs[column]))}H{self.x(column + 1)}" for column in run)
            under = "".join(f"V{written(self.y(lows[column]))}H{self.x(column)}" for column in reversed(run))
            paths.append(f"M{self.x(run[0])} {written(self.y(lows[run[0]]))}{over}{under}Z")
        return "".join(paths)

    @property
    def inset(self) -> float:
        """The gap beside marks that are separate on each floor, as a share of a column; 0 for many floors."""
        return 0.16 if len(self.floors) <= MAX_APART else 0.0

    def treads(self, values: Sequence[float]) -> str:
        """The path of a separate level line on each floor."""
        return "".join(
            f"M{self.x(column + self.inset)} {written(self.y(value))}H{self.x(column + 1 - self.inset)}"
            for column, value in enumerate(values)
            if not math.isnan(value)
        )

    def boxes(self, lows: Sequence[float], highs: Sequence[float]) -> str:
        """The path of a separate box on each floor."""
        return "".join(
            f"M{self.x(column + self.inset)} {written(self.y(low))}V{written(self.y(high))}"
            f"H{self.x(column + 1 - self.inset)}V{written(self.y(low))}Z"
            for column, (low, high) in enumerate(zip(lows, highs, strict=True))
            if not math.isnan(high - low)
        )

    @property
    def x_ticks(self) -> tuple[Tick, ...]:
        """The floor numbers, or some of them."""
        return tuple(
            Tick(self.percent(column + 0.5), str(floor))
            for column, floor in enumerate(self.floors)
            if floor in named_floors(self.floors)
        )

    @property
    def y_ticks(self) -> tuple[Tick, ...]:
        """The values at the grid lines."""
        return tuple(Tick(self.y(value), self.form.format(value)) for value in self.steps)

    def strip(self, name: str, note: str, colour: str, texts: Sequence[str]) -> Strip:
        """A line of values under the numbered floors."""
        named = named_floors(self.floors)
        ticks = [
            Tick(self.percent(column + 0.5), text)
            for column, (floor, text) in enumerate(zip(self.floors, texts, strict=True))
            if floor in named
        ]
        return Strip(name, note, colour, tuple(ticks))

    def spots(self, rows: Sequence[Sequence[Row]]) -> tuple[Spot, ...]:
        """All columns with their tooltip lines."""
        width = self.percent(1)
        return tuple(
            Spot(self.percent(column), width, floor, tuple(rows[column])) for column, floor in enumerate(self.floors)
        )

    def gaps(self, empty: Sequence[bool]) -> tuple[Gap, ...]:
        """The empty columns, adjacent ones merged."""
        found = runs([0.0 if each else math.nan for each in empty])
        return tuple(Gap(self.percent(run[0]), self.percent(len(run))) for run in found)

    @property
    def grid(self) -> str:
        """The path of the horizontal grid lines."""
        return "".join(f"M0 {written(self.y(value))}H{WIDE}" for value in self.steps)

    def labels(self, ends: Iterable[End]) -> tuple[Label, ...]:
        """Texts to the right of columns, moved apart where they would overlap."""
        return tuple(
            Label(end.text, end.colour, self.percent(end.column + 1), self.y(end.value), at)
            for end, at in self._apart(ends)
        )

    def notes(self, ends: Iterable[End]) -> tuple[Note, ...]:
        """Texts in the middle of columns, moved apart in the same way."""
        return tuple(Note(end.text, self.percent(end.column + 0.5), at) for end, at in self._apart(ends))

    def _apart(self, ends: Iterable[End]) -> Iterator[tuple[End, float]]:
        ordered = sorted(ends, key=lambda end: -end.value)
        positions = spread_out([self.y(end.value) for end in ordered], LINE, 0, self.height)
        return zip(ordered, (round(position, 1) for position in positions), strict=True)


@dataclass(frozen=True, slots=True)
class End:
    """A line or band to be labelled at a column, and its value there."""

    text: str
    colour: str
    column: int
    value: float


def last_known(values: Sequence[float]) -> int | None:
    """The last column with a value; None when there is none."""
    return next((column for column in reversed(range(len(values))) if not math.isnan(values[column])), None)


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
