"""Pictures by floor as plain values: what is drawn where, and what is written beside it.

It knows no ruleset, no bot and no markup. A picture has a height in pixels and
is as wide as there is room: what is drawn reaches from 0 to `WIDE` and is
stretched, what is written is placed by percent and is not. Every floor has a
column, and what is true of a floor is drawn level across it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from steep.lab.report.scales import MAX_APART, named_floors, spread_out

WIDE = 1000
"""Units from side to side of what is drawn."""

TALL = 230
"""Pixels of a picture's height."""

LINE = 16
"""Pixels from one label to the next at least."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A figure beside an axis, and where: percent from the left, or pixels from the top."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn: a path of SVG, and the classes that say how."""

    path: str
    look: str


@dataclass(frozen=True, slots=True)
class Label:
    """Words on the right of something that is drawn."""

    text: str
    colour: str
    """A class."""
    x: float
    """Percent from the left."""
    y: float
    """Pixels from the top: of what is named."""
    at: float
    """Pixels from the top: of the words, which make room for others."""

    @property
    def outside(self) -> bool:
        """Whether it stands on the right of the whole picture."""
        return self.x >= 100


@dataclass(frozen=True, slots=True)
class Note:
    """Words on what is drawn."""

    text: str
    x: float
    y: float

    @property
    def side(self) -> str:
        """Which of their sides is at x: a class."""
        return "begins" if self.x < 25 else "ends" if self.x > 75 else "middle"


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, and what it is of, when somebody points at a column."""

    name: str
    text: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A column that can be pointed at."""

    x: float
    width: float
    """Percent, both."""
    floor: int
    rows: tuple[Row, ...]

    def text_of(self, name: str) -> str:
        """The figure of a name; empty when there is none."""
        return next((row.text for row in self.rows if row.name == name), "")

    @property
    def late(self) -> bool:
        """Whether it is in the right half."""
        return self.x + self.width / 2 > 50


@dataclass(frozen=True, slots=True)
class Gap:
    """Columns, percent from the left, on which there is nothing to show."""

    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Strip:
    """A line of figures under a picture, by column."""

    name: str
    note: str
    """More words, less loud."""
    colour: str
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture."""

    title: str
    alt: str
    """What it shows, for who cannot see it."""
    grid: str
    """The path of the lines on which the figures on the left stand."""
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    spots: tuple[Spot, ...]
    labels: tuple[Label, ...] = ()
    notes: tuple[Note, ...] = ()
    gaps: tuple[Gap, ...] = ()
    empty: str = ""
    """What is written on gaps that are wide enough."""
    strips: tuple[Strip, ...] = ()
    height: int = TALL

    @property
    def margin(self) -> bool:
        """Whether anything is written on its right."""
        return bool(self.strips) or any(label.outside for label in self.labels)

    @property
    def names(self) -> list[str]:
        """All that figures are told of, when somebody points at columns."""
        return list(dict.fromkeys(row.name for spot in self.spots for row in spot.rows if row.text))


@dataclass(frozen=True, slots=True)
class Field:
    """Where floors and values lie. Values are given by column and may be not a number: then nothing is drawn."""

    floors: Sequence[int]
    top: float
    """The largest value, more than 0."""
    height: int = TALL

    def percent(self, column: float) -> float:
        """From the left, of a column's left side."""
        return round(100 * column / len(self.floors), 3)

    def x(self, column: float) -> str:
        """Of a column's left side, as a path has it."""
        return written(WIDE * column / len(self.floors))

    def y(self, value: float) -> float:
        """Pixels from the top."""
        return round(self.height * (1 - min(value, self.top) / self.top), 1)

    def stairs(self, values: Sequence[float], start: float | None = None) -> str:
        """The path of a line that is level on each floor and goes up and down between them, and comes from `start`."""
        steps = []
        for run in runs(values):
            steps.append(f"M{self.x(run[0])} {written(self.y(values[run[0]] if start is None else start))}")
            steps += [f"V{written(self.y(values[column]))}H{self.x(column + 1)}" for column in run]
            start = None
        return "".join(steps)

    def between(self, lows: Sequence[float], highs: Sequence[float]) -> str:
        """The path of what lies between two such lines."""
        paths = []
        for run in runs([high - low for low, high in zip(lows, highs, strict=True)]):
            over = "".join(f"V{written(self.y(highs[column]))}H{self.x(column + 1)}" for column in run)
            under = "".join(f"V{written(self.y(lows[column]))}H{self.x(column)}" for column in reversed(run))
            paths.append(f"M{self.x(run[0])} {written(self.y(lows[run[0]]))}{over}{under}Z")
        return "".join(paths)

    @property
    def inset(self) -> float:
        """Of what stands apart from floor to floor: a share of a column. Where there are many they touch."""
        return 0.16 if len(self.floors) <= MAX_APART else 0.0

    def treads(self, values: Sequence[float]) -> str:
        """The path of a level line on each floor."""
        return "".join(
            f"M{self.x(column + self.inset)} {written(self.y(value))}H{self.x(column + 1 - self.inset)}"
            for column, value in enumerate(values)
            if not math.isnan(value)
        )

    def boxes(self, lows: Sequence[float], highs: Sequence[float]) -> str:
        """The path of a box on each floor."""
        return "".join(
            f"M{self.x(column + self.inset)} {written(self.y(low))}V{written(self.y(high))}"
            f"H{self.x(column + 1 - self.inset)}V{written(self.y(low))}Z"
            for column, (low, high) in enumerate(zip(lows, highs, strict=True))
            if not math.isnan(high - low)
        )

    def x_ticks(self) -> tuple[Tick, ...]:
        """The numbers of the floors, or of some of them."""
        return tuple(
            Tick(self.percent(column + 0.5), str(floor))
            for column, floor in enumerate(self.floors)
            if floor in named_floors(self.floors)
        )

    def y_ticks(self, steps: Sequence[float], form: str) -> tuple[Tick, ...]:
        """The figures at the lines of a grid."""
        return tuple(Tick(self.y(value), form.format(value)) for value in steps)

    def strip(self, name: str, note: str, colour: str, texts: Sequence[str]) -> Strip:
        """A line of figures under the floors that are named."""
        named = named_floors(self.floors)
        ticks = [
            Tick(self.percent(column + 0.5), text)
            for column, (floor, text) in enumerate(zip(self.floors, texts, strict=True))
            if floor in named
        ]
        return Strip(name, note, colour, tuple(ticks))

    def spots(self, rows: Sequence[Sequence[Row]]) -> tuple[Spot, ...]:
        """All columns, each with its rows."""
        width = self.percent(1)
        return tuple(
            Spot(self.percent(column), width, floor, tuple(rows[column])) for column, floor in enumerate(self.floors)
        )

    def gaps(self, empty: Sequence[bool]) -> tuple[Gap, ...]:
        """The columns that are empty, those beside each other as one."""
        found = runs([0.0 if each else math.nan for each in empty])
        return tuple(Gap(self.percent(run[0]), self.percent(len(run))) for run in found)

    def grid(self, steps: Sequence[float]) -> str:
        """The path of level lines at some values."""
        return "".join(f"M0 {written(self.y(value))}H{WIDE}" for value in steps)

    def labels(self, ends: Iterable[End]) -> tuple[Label, ...]:
        """Words on the right of columns, moved apart where they would lie on each other."""
        return tuple(
            Label(end.text, end.colour, self.percent(end.column + 1), self.y(end.value), at)
            for end, at in self._apart(ends)
        )

    def notes(self, ends: Iterable[End]) -> tuple[Note, ...]:
        """Words in the middle of columns, moved apart in the same way."""
        return tuple(Note(end.text, self.percent(end.column + 0.5), at) for end, at in self._apart(ends))

    def _apart(self, ends: Iterable[End]) -> Iterator[tuple[End, float]]:
        ordered = sorted(ends, key=lambda end: -end.value)
        positions = spread_out([self.y(end.value) for end in ordered], LINE, 0, self.height)
        return zip(ordered, (round(place, 1) for place in positions), strict=True)


@dataclass(frozen=True, slots=True)
class End:
    """Something drawn that is to be named at a column, and its value there."""

    text: str
    colour: str
    column: int
    value: float


def last_known(values: Sequence[float]) -> int | None:
    """The last column that has a value; None when none has."""
    return next((column for column in reversed(range(len(values))) if not math.isnan(values[column])), None)


def runs(values: Sequence[float]) -> list[list[int]]:
    """Columns beside each other that have values, group by group."""
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
    """A number as short as a path can have it."""
    return f"{number:.1f}".rstrip("0").rstrip(".")
