"""A page of figures: one self-contained HTML file, as a report and as any result is shown.

It loads nothing, and forbids the browser to. It has one script of its own, without which it can be read, too. All texts
are untrusted and escaped. The same page gives the same bytes.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from steep.lab.charts.chart import Chart
from steep.lab.report_page.heat_maps import HeatMap, Kind
from steep.lab.results.for_people import end_text, group_of, is_shown, number_text, text_of
from steep.lab.results.result import Cell, Column, Table, flat_cells
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import give_or_take, number

FILES = resources.files("steep.lab.report_page")


@dataclass(frozen=True, slots=True)
class Card:
    """How one bot fared, in short."""

    name: str
    colour: str
    does: str
    cleared: Estimate
    """Floors."""
    floors: int
    """That could be cleared."""
    ends: tuple[tuple[str, int], ...]
    """How many games ended how."""
    told: tuple[str, ...]
    """Sentences."""


@dataclass(frozen=True, slots=True)
class Code:
    """A command."""

    text: str


Part: TypeAlias = Chart | Table | HeatMap | Code | str
"""What a page shows; a text is an aside."""


@dataclass(frozen=True, slots=True)
class Group:
    """Parts under a heading, side by side where there is room for two."""

    parts: tuple[Part, ...]
    heading: str = ""
    note: str = ""
    """What stands beside the heading, less prominent."""
    of: str = ""
    """Whose it is, if several can be shown or hidden."""
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page with a heading, which the contents link to."""

    title: str
    text: str
    groups: tuple[Group, ...]
    points: tuple[str, ...] = ()
    """Sentences in a list, above the rest."""
    called: str = ""
    """Its title in the contents, where that is shorter."""

    @property
    def anchor(self) -> str:
        """What links to it name."""
        return (self.called or self.title).lower().replace(" ", "-")


def section(name: str, groups: Sequence[Group], text: str = "", **values: str) -> Section:
    """A section of `texts.toml`. `values` stand in its points; `text` is its text where it has none there."""
    told = texts()[name]
    points = tuple(point.format(**values) for point in told.get("points", ()))
    return Section(told["title"], told.get("text", text), tuple(groups), points, told.get("called", ""))


@cache
def texts() -> dict[str, dict[str, Any]]:
    """What the sections of reports say, by their names."""
    return tomllib.loads(FILES.joinpath("texts.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Page:
    """What a page shows."""

    title: str
    lead: tuple[str, ...]
    sections: tuple[Section, ...]
    """Without titles, they have no contents."""
    above: str = ""
    """A line above the title."""
    kinds: tuple[Kind, ...] = ()
    """That there are in the ruleset."""
    facts: tuple[tuple[str, str, str], ...] = ()
    """Names and what they are, and what is less prominent beside it."""
    cautions: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    links: dict[str, str] | None = None
    """Addresses beside the page, by the texts of tables that lead there."""

    def html(self) -> str:
        """The file."""
        from steep.lab.report_page.templates import templates

        return templates().get_template("page.html").render(page=self)


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell as a page shows it."""

    text: str
    interval: str = ""
    exact: str | None = None
    """Its numbers for CSV and for sorting, if the text is not enough."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table, or a group of one, as a page shows it."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Shown, ...], ...]


def shown_tables(table: Table) -> Iterator[ShownTable]:
    """A table for each group that has rows. Columns with nothing in them are left out."""
    seen = [
        number
        for number, column in enumerate(table.columns)
        if is_shown(column, table) and any(row[number] not in (None, "") for row in table.rows)
    ]
    if not seen:
        return
    columns = tuple(table.columns[column] for column in seen)
    groups: dict[str, list[tuple[Shown, ...]]] = {}
    for row in table.shown_rows():
        cells = tuple(shown(table.columns[column], row[column]) for column in seen)
        groups.setdefault(group_of(table, row), []).append(cells)
    for group, rows in groups.items():
        yield ShownTable(table.captions.get(group, group) if table.group_by else table.caption, columns, tuple(rows))


def shown(column: Column, cell: Cell) -> Shown:
    """A cell: a number apart from its interval, and both exact."""
    numbers = [found for found in flat_cells(column, cell) if not isinstance(found, str)]
    exact = " ".join("" if found is None else f"{found:.6g}" for found in numbers) or None
    if not isinstance(cell, Estimate) or math.isnan(cell.value):
        return Shown(text_of(column, cell), exact=None if column.kind in ("text", "flag") else exact)
    if column.kind == "number":
        return Shown(number(cell.value, column.digits), give_or_take(cell.interval, column.digits), exact)
    between = "–" if column.kind == "share" else " to "
    ends = (end_text(column, end) for end in (cell.interval.low, cell.interval.high))
    return Shown(number_text(column, cell.value), between.join(ends), exact)
