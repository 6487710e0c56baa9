"""A result of the lab as a page: what the report's charts can draw of it, and its figures as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from steep.lab.charts.chart import Chart
from steep.lab.report_page.page import Group, Page, Part, Section
from steep.lab.results import result as results
from steep.lab.stats.confidence_intervals import Interval
from steep.lab.stats.shares_as_text import percent


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; the first column names the row."""

    caption: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]

    def typed(self) -> results.Table:
        """The table of texts that pages know."""
        columns = tuple(results.Column(f"column {n}", "text", title) for n, title in enumerate(self.headings))
        return results.Table("table", columns, tuple(tuple(row) for row in self.rows), self.caption)


def result_page(
    title: str, lead: str, charts: Sequence[Chart], tables: Sequence[Table], cautions: Sequence[str] = ()
) -> str:
    """A page with charts and tables; `cautions` stand above them."""
    parts: list[Part] = [*charts, *(table.typed() for table in tables)]
    found = Section("", "", tuple(Group((part,)) for part in parts))
    return Page(title, (lead,), (found,), cautions=tuple(cautions)).html()


def share_text(value: float) -> str:
    """A share in percent; a question mark if it is unknown."""
    return "?" if math.isnan(value) else percent(value)


def between(interval: Interval, scale: float = 100, unit: str = "") -> str:
    """An interval of shares, in percent or points."""
    return f"{scale * interval.low:.1f} to {scale * interval.high:.1f}{unit}"
