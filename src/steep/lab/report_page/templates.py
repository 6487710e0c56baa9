"""The template of pages, and what it may use."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256

from jinja2 import Environment, PackageLoader, StrictUndefined

from steep.lab.charts.chart import Chart
from steep.lab.charts.looks import COLOURS, style
from steep.lab.charts.svg import HATCH, in_page, named_columns
from steep.lab.report_page.heat_maps import HeatMap
from steep.lab.report_page.page import FILES, Code, shown_tables
from steep.lab.results.result import Table
from steep.lab.stats.shares_as_text import give_or_take, number, percent


@cache
def templates() -> Environment:
    """The templates of pages, each read once: all pages of a process are alike, also while Steep is being updated."""
    environment = Environment(
        loader=PackageLoader("steep", "lab/report_page"),
        auto_reload=False,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = FILES.joinpath("page.js").read_text(encoding="utf-8")
    environment.globals.update(
        colours=COLOURS,
        chart_style=style(),
        hatch=HATCH,
        script=script,
        allowed=f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'",
        named=named_columns,
        number=number,
        give_or_take=give_or_take,
        kind_of={Chart: "chart", Table: "table", HeatMap: "map", Code: "code", str: "text"},
    )
    environment.filters.update(drawn=in_page, shown=shown_tables, percent=percent)
    return environment
