"""A result's tables as people see them: the columns that have a title, groups apart, and cells as texts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from steep.core.input_errors import printable
from steep.lab.results.result import Cell, Column, Table
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import NOT_KNOWN, percent


@dataclass(frozen=True, slots=True)
class Shown:
    """A table of texts."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[bool, ...]
    """By column: whether it holds numbers, which are right-aligned."""


def shown_tables(table: Table, *, notable: bool = False) -> Iterator[Shown]:
    """What people see of a table: one for each group that has rows. With `notable`, only of the rows that matter."""
    seen = [(number, column) for number, column in enumerate(table.columns) if is_shown(column, table)]
    if not seen:
        return
    groups: dict[str, list[tuple[str, ...]]] = {}
    for row in table.shown_rows(notable=notable):
        texts = tuple(text_of(column, row[number]) for number, column in seen)
        groups.setdefault(group_of(table, row), []).append(texts)
    headings = tuple("" if column.kind == "flag" else column.title or "" for _, column in seen)
    right = tuple(column.kind not in ("text", "flag") for _, column in seen)
    for group, rows in groups.items():
        caption = table.captions.get(group, group) if table.group_by else table.caption
        yield Shown(printable(caption), headings, tuple(rows), right)


def is_shown(column: Column, table: Table) -> bool:
    """Whether people see a column."""
    return column.title is not None and (not column.name or column.name != table.group_by)


def group_of(table: Table, row: tuple[Cell, ...]) -> str:
    """The group that a row belongs to; "" where there are no groups."""
    names = [column.name for column in table.columns]
    return str(row[names.index(table.group_by)]) if table.group_by else ""


def text_of(column: Column, cell: Cell) -> str:
    """A cell as a text without control characters; a number with its interval where it has one."""
    if column.kind == "flag":
        return (column.title or "") if cell else ""
    if isinstance(cell, str):
        return printable(cell)
    if not isinstance(cell, Estimate):
        return number_text(column, cell) if cell is not None else "" if column.kind == "text" else NOT_KNOWN
    if math.isnan(cell.value):
        return NOT_KNOWN
    if cell.interval.low == cell.interval.high:
        return number_text(column, cell.value)
    low, high = (end_text(column, end) for end in (cell.interval.low, cell.interval.high))
    between = " to " if column.kind == "points" or cell.interval.low < 0 else "–"
    return f"{number_text(column, cell.value)} ({low}{between}{high})"


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
