"""Charts of several lines or areas by floor: marks, labels, tooltips and a text alternative from the same values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from steep.lab.charts.chart import Chart, Label, Mark, Row, Shape, steps_to
from steep.lab.stats.confidence_intervals import ANYWHERE, Estimate
from steep.lab.stats.shares_as_text import number

NOT_REACHED = "not reached"

UNKNOWN = Estimate(math.nan, ANYWHERE)

INTERVALS: dict[Shape | None, Shape] = {"steps": "band", "treads": "boxes"}
"""How the intervals of lines are drawn."""

BEHIND = ("ghost", "area", "band", "boxes")
"""What lines are drawn on top of."""


@dataclass(frozen=True, slots=True)
class Line:
    """Values by floor, NaN where they are not known. Without a name they are drawn, and nothing is said of them."""

    name: str
    colour: str
    values: tuple[float, ...]
    shape: Shape | None = "steps"
    """None: it is only told, and not drawn."""
    lows: tuple[float, ...] = ()
    """Of an area its lower ends, of a line those of its intervals."""
    highs: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()
    """What tooltips say in place of the values; empty for nothing."""
    start: float | None = None
    """The value at which it begins, if not the first one."""
    at: tuple[int, float] | None = None
    """The column and the value of its label; those of its last value if None."""
    within: bool = False
    """Whether its label is on top of the column."""
    of: str = ""
    """Whose it is, if several can be shown or hidden."""

    def text(self, column: int) -> str:
        """What a tooltip says; empty for nothing."""
        if self.texts:
            return self.texts[column]
        return "" if math.isnan(self.values[column]) else number(self.values[column])

    @property
    def marks(self) -> list[Mark]:
        """How it is drawn: what is behind, then the line."""
        if self.shape is None:
            return []
        if not self.highs:
            return [Mark(self.shape, self.colour, self.values, self.lows, self.start, self.of)]
        behind = Mark(INTERVALS[self.shape], self.colour, self.highs, self.lows, of=self.of)
        return [behind, Mark(self.shape, self.colour, self.values, start=self.start, of=self.of)]

    @property
    def label(self) -> Label | None:
        """Its name in the chart, if it has one and is drawn."""
        known = [column for column, value in enumerate(self.values) if not math.isnan(value)]
        if not self.name or not self.shape or not known:
            return None
        column, value = self.at or (known[-1], self.values[known[-1]])
        return Label(self.name, self.colour, column, value, self.within, self.of)


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


def lines_chart(title: str, floors: Sequence[int], lines: Sequence[Line], **further: Any) -> Chart:
    """Lines by floor. `further` are fields of `Chart` that are not made of them; the axis covers all named lines."""
    named = [line for line in lines if line.name]
    gaps = further.get("gaps", ())
    said = [[(line, text) for line in named if (text := line.text(column))] for column in range(len(floors))]
    told = [column for column, found in enumerate(said) if found]
    marks = [mark for line in lines for mark in line.marks]
    tops = [value for line in named if line.shape for value in line.values if not math.isnan(value)]
    made: dict[str, Any] = {
        "title": title,
        "alt": f"{title}, by floor. "
        + " ".join(
            f"Floor {floors[column]}: {', '.join(f'{line.name} {text}' for line, text in said[column])}."
            for column in sorted({*told[:1], *told[len(told) // 2 :][:1], *told[-1:]})
        ),
        "columns": tuple(floors),
        "marks": tuple(sorted(marks, key=lambda mark: mark.shape not in BEHIND)),
        "tips": tuple(
            (
                *((Row(further.get("empty", NOT_REACHED), ""),) if gaps and gaps[column] else ()),
                *(Row(line.name, text, line.colour) for line, text in found),
            )
            for column, found in enumerate(said)
        ),
        "labels": tuple(label for line in lines if (label := line.label)),
    }
    return Chart(**{"steps": steps_to(max(tops, default=0.0))} | made | further)
