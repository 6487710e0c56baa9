"""Charts of several lines by floor, each with a name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steep.lab.charts.chart import Chart, Label, Mark, Row, Shape, steps_to
from steep.lab.charts.numbers_as_text import number

NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True)
class Line:
    """Values by floor, NaN where they are not known. Without a name they are drawn, and nothing is said of them."""

    name: str
    colour: str
    values: tuple[float, ...]
    shape: Shape | None = "steps"
    """None: it is only told, and not drawn."""
    lows: tuple[float, ...] = ()
    """The lower ends, if it is an area."""
    texts: tuple[str, ...] = ()
    """What a tooltip says in place of the values."""

    def text(self, column: int) -> str:
        """What a tooltip says."""
        return self.texts[column] if self.texts else number(self.values[column])

    @property
    def known(self) -> list[int]:
        """The columns with a value."""
        return [column for column, value in enumerate(self.values) if not math.isnan(value)]


def lines_chart(
    title: str, floors: Sequence[int], lines: Sequence[Line], gaps: Sequence[bool] = (), *, as_table: bool = False
) -> Chart:
    """Lines by floor, labelled at their ends. `gaps` are the floors that were not reached."""
    drawn, named = [line for line in lines if line.shape], [line for line in lines if line.name]
    ends = sorted({column for line in named for column in (*line.known[:1], *line.known[-1:])})
    told = (", ".join(f"{line.name} {line.text(column)}" for line in named if column in line.known) for column in ends)
    return Chart(
        title=title,
        alt=f"{title}, by floor. "
        + " ".join(f"Floor {floors[column]}: {words}." for column, words in zip(ends, told, strict=True)),
        columns=tuple(floors),
        steps=steps_to(max(line.values[column] for line in drawn if line.name for column in line.known)),
        height=260,
        marks=tuple(Mark(line.shape, line.colour, line.values, line.lows) for line in drawn if line.shape),
        tips=tuple(
            (
                *((Row(NOT_REACHED, ""),) if gaps and gaps[column] else ()),
                *(Row(line.name, line.text(column), line.colour) for line in named if column in line.known),
            )
            for column in range(len(floors))
        ),
        labels=tuple(
            Label(line.name, line.colour, line.known[-1], line.values[line.known[-1]])
            for line in named
            if line.shape and line.known
        ),
        gaps=tuple(gaps),
        as_table=as_table,
    )
