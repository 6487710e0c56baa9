"""A result's tables as people see them: the columns that have a title, groups apart, and cells as texts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from steep.core.input_errors import printable
from steep.lab.results.result import Cell, Column, Table, flat_cells
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import NOT_KNOWN, percent


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell as texts without control characters."""

    text: str
    interval: str = ""
    exact: str | None = None
    """Its numbers for CSV and for sorting, if the text is not enough."""

    def __str__(self) -> str:
        return f"{self.text} ({self.interval})" if self.interval else self.text


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table, or a group of one."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Shown, ...], ...]

    @property
    def headings(self) -> tuple[str, ...]:
        """What stands above the columns."""
        return tuple("" if column.kind == "flag" else column.title or "" for column in self.columns)

    @property
    def right(self) -> tuple[bool, ...]:
        """By column: whether it holds numbers, which are right-aligned."""
        return tuple(column.kind not in ("text", "flag") for column in self.columns)


def shown_tables(table: Table, *, notable: bool = False, empty: bool = True) -> Iterator[ShownTable]:
    """What people see of a table: one for each group that has rows.

    With `notable` only of the rows that matter; without `empty`, columns with nothing in them are left out.
    """
    names = [column.name for column in table.columns]
    seen = [
        number
        for number, column in enumerate(table.columns)
        if column.title is not None
        and (not column.name or column.name != table.group_by)
        and (empty or any(row[number] not in (None, "") for row in table.rows))
    ]
    groups: dict[str, list[tuple[Shown, ...]]] = {}
    for row in table.shown_rows(notable=notable) if seen else ():
        group = str(row[names.index(table.group_by)]) if table.group_by else ""
        groups.setdefault(group, []).append(tuple(shown(table.columns[number], row[number]) for number in seen))
    columns = tuple(table.columns[number] for number in seen)
    for group, rows in groups.items():
        caption = table.captions.get(group, group) if table.group_by else table.caption
        yield ShownTable(printable(caption), columns, tuple(rows))


def shown(column: Column, cell: Cell) -> Shown:
    """A cell, with its interval where it has one."""
    if column.kind == "flag":
        return Shown((column.title or "") if cell else "")
    if isinstance(cell, str) or (cell is None and column.kind == "text"):
        return Shown(printable(cell or ""))
    exact = " ".join("" if found is None else f"{found:.6g}" for found in flat_cells(column, cell)) or None
    if not isinstance(cell, Estimate):
        return Shown(NOT_KNOWN if cell is None else number_text(column, cell), exact=exact)
    if math.isnan(cell.value):
        return Shown(NOT_KNOWN, exact=exact)
    low, high = cell.interval.low, cell.interval.high
    between = " to " if column.kind == "points" or low < 0 else "–"
    interval = "" if low == high else between.join(end_text(column, end) for end in (low, high))
    return Shown(number_text(column, cell.value), interval, exact)


def number_text(column: Column, number: float) -> str:
    """A known number."""
    if column.kind == "share":
        return percent(number)
    if column.kind == "points":
        return f"{round(100 * number, 1) + 0.0:+.1f}"  # -0.0 + 0.0 is 0.0
    if column.kind == "p":
        return f"{number:.2g}"
    if column.kind == "floor":
        return f"{number:.0f}"
    return f"{number:,.{0 if column.kind == 'count' else column.digits}f}"


def end_text(column: Column, end: float) -> str:
    """An end of an interval, without the sign for percent."""
    if not math.isfinite(end):
        return "?"
    return f"{100 * end:.1f}" if column.kind == "share" else number_text(column, end)
