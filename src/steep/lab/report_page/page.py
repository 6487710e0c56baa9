"""A page of figures: one self-contained HTML file, as a report and as any result is shown.

It loads nothing, and forbids the browser to. It has one script of its own, without which it can be read, too. All texts
are untrusted and escaped. The same page gives the same bytes.
"""

from __future__ import annotations

import tomllib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from typing import Any, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined

from steep.lab.charts.chart import COLOURS, Chart, style
from steep.lab.charts.of_games import Player
from steep.lab.charts.svg import HATCH, in_page, named_columns
from steep.lab.report_page.heat_maps import HeatMap, Kind
from steep.lab.results.for_people import shown_tables
from steep.lab.results.result import Table
from steep.lab.stats.shares_as_text import give_or_take, number, percent

FILES = resources.files("steep.lab.report_page")


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
    players: tuple[Player, ...] = ()
    """Each gets a card: how it fared, in short."""
    links: dict[str, str] | None = None
    """Addresses beside the page, by the texts of tables that lead there."""

    def html(self) -> str:
        """The file."""
        return templates().get_template("page.html").render(page=self)


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
    environment.filters.update(drawn=in_page, shown=partial(shown_tables, empty=False), percent=percent)
    return environment
