"""A page of figures: one self-contained HTML file. Reports and results have this form.

It loads nothing, and forbids the browser to. It has one script of its own, without which it can be read, too. All texts
are untrusted and escaped. The same page gives the same bytes.
"""

from __future__ import annotations

import tomllib
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from typing import Any, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined

from steep.content import Item, Monster
from steep.lab.charts.chart import COLOURS, Chart, style
from steep.lab.charts.of_games import Player
from steep.lab.charts.svg import HATCH, in_page, named_columns
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.figures.game_figures import HUNGER_KEY, OWN_FIRE_KEY, TERRAIN_KEY
from steep.lab.results.for_people import shown_tables
from steep.lab.results.result import Result, Table
from steep.lab.stats.shares_as_text import give_or_take, number, percent

FILES = resources.files("steep.lab.report_page")


# Heat maps of which kinds of monsters harm the hero on which floors.

MAX_ROWS = 12
"""The most rows of a map. With more kinds, the last row is all others together."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of monster or item as it is shown."""

    name: str
    glyph: str = ""
    color: str = ""
    """A CSS colour."""


@dataclass(frozen=True, slots=True)
class HeatRow:
    """The harm a kind does, by floor."""

    kind: Kind
    values: Sequence[float]
    share: float
    """Its share of the harm of all kinds on all floors."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The harm of all kinds by floor."""

    title: str
    unit: str
    look: str
    """A CSS class."""
    digits: int
    """Decimals of a value."""
    floors: Sequence[int]
    rows: tuple[HeatRow, ...]

    @property
    def worst(self) -> float:
        """The highest value; 1 if there is none."""
        return max((value for row in self.rows for value in row.values), default=0) or 1

    def text(self, value: float) -> str:
        """A value; empty for none."""
        least = 10**-self.digits
        return "" if not value else f"<{least:g}" if value < least / 2 else number(value, self.digits)


def kinds_of(family: Sequence[Monster] | Sequence[Item]) -> dict[str, Kind]:
    """Kinds by key. Two kinds with the same name are called by their keys."""
    names = Counter(each.name for each in family)
    return {
        each.key: Kind(
            each.name if names[each.name] == 1 else each.key, each.glyph, "rgb({}, {}, {})".format(*each.color)
        )
        for each in family
    }


def monsters_of(monsters: Sequence[Monster]) -> dict[str, Kind]:
    """Everything that can harm the hero, by key."""
    others = {
        OWN_FIRE_KEY: Kind("own fire", "*", "rgb(255, 160, 40)"),
        HUNGER_KEY: Kind("hunger", "%", "rgb(180, 140, 90)"),
        TERRAIN_KEY: Kind("terrain", "^", "rgb(150, 150, 150)"),
    }
    return {**kinds_of(monsters), **others}


def map_of_deaths(bot: BotFigures, floors: Sequence[int], kinds: Mapping[str, Kind]) -> HeatMap:
    """A bot's deaths by kind and floor."""
    rows = heat_rows(bot, floors, kinds, lambda row: row.killers, lambda _: bot.games / 100)
    return HeatMap("Deaths", "percent of all games", "deaths", 0, floors, rows if bot.killers else ())


def map_of_damage(bot: BotFigures, floors: Sequence[int], kinds: Mapping[str, Kind]) -> HeatMap:
    """Mean HP that a hero who reaches a floor loses there, by kind."""

    def lost(row: FloorFigures) -> dict[str, float]:
        return {key: each * row.reached for key, each in row.damage.items()}

    rows = heat_rows(bot, floors, kinds, lost, lambda row: row.reached)
    return HeatMap("HP lost", "mean per hero who reached the floor", "damage", 1, floors, rows)


def heat_rows(
    bot: BotFigures,
    floors: Sequence[int],
    kinds: Mapping[str, Kind],
    harm: Callable[[FloorFigures], Mapping[str, float]],
    games: Callable[[FloorFigures], float],
) -> tuple[HeatRow, ...]:
    """The rows of a map. `harm` is by kind, over all games; `games` is what the harm of a floor is divided by."""
    found = {row.floor: row for row in bot.floors if row.reached}
    hurt: Counter[str] = Counter()
    for row in found.values():
        hurt.update({key: round(damage * row.reached) for key, damage in row.damage.items()})
    ranked = sorted({*bot.killers, *hurt}, key=lambda key: (-bot.killers.get(key, 0), -hurt[key], key))
    done = {key: [harm(found[floor]).get(key, 0) if floor in found else 0 for floor in floors] for key in ranked}
    rows = [(kinds[key], numbers) for key, numbers in done.items()]
    if len(rows) > MAX_ROWS:
        rest = [numbers for _, numbers in rows[MAX_ROWS - 1 :]]
        rows[MAX_ROWS - 1 :] = [(Kind(f"{len(rest)} others"), [sum(column) for column in zip(*rest, strict=True)])]
    divisors = [games(found[floor]) if floor in found else 1 for floor in floors]
    total = sum(sum(numbers) for _, numbers in rows) or 1
    return tuple(
        HeatRow(kind, [value / each for value, each in zip(numbers, divisors, strict=True)], sum(numbers) / total)
        for kind, numbers in rows
    )


# The page.


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
    """A section of `texts.toml`. `values` are filled into its points; `text` is its text if the file has none."""
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
    """The kinds in the ruleset."""
    facts: tuple[tuple[str, str, str], ...] = ()
    """Names and what they are, and what is less prominent beside it."""
    cautions: tuple[str, ...] = ()
    players: tuple[Player, ...] = ()
    """Each gets a card: how it fared, in short."""
    links: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Addresses that cells of tables lead to, by the name of their column and the last text of their row."""

    def html(self) -> str:
        """The file."""
        return templates().get_template("page.html").render(page=self)


@cache
def templates() -> Environment:
    """The templates of pages, each read once, because Steep may be updated while a process runs."""
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


def result_page(result: Result) -> str:
    """A whole page, which needs no other file."""
    charts = Group(result.charts, beside=len(result.charts) > 1)
    listing = [Group((Code(result.listing),))] if result.listing else []
    return Page(
        title=result.title,
        above=result.verdict.word if result.verdict else "",
        lead=(*result.lead, *result.sentences),
        cautions=result.cautions,
        sections=(Section("", "", (charts, *(Group((table,)) for table in result.tables), *listing)),),
    ).html()
