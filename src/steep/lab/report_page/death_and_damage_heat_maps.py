"""The report's heat maps of which kinds of monsters harm the hero on which floors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from steep.content import Item, Monster
from steep.lab.charts.svg import named_columns
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.figures.killers import HUNGER_KEY, OWN_FIRE_KEY, TERRAIN_KEY
from steep.lab.report_page.numbers_as_text import number, percent

MAX_ROWS = 12
"""Rows of a map at most. With more kinds, the last row is all others together."""

STRONG = 0.72
"""From this share on, a cell's text switches to the contrasting colour."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of monster or item as it is shown."""

    name: str
    glyph: str = ""
    color: str = ""
    """A CSS colour."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The harm a kind does on one floor."""

    text: str
    tooltip: str
    share: float
    """Of the worst cell."""

    @property
    def strong(self) -> bool:
        """Whether its text has the contrasting colour."""
        return self.share >= STRONG


@dataclass(frozen=True, slots=True)
class MapRow:
    """The harm a kind does."""

    kind: Kind
    cells: tuple[Cell, ...]
    share: float
    """Of the harm of all kinds on all floors."""
    total: str


@dataclass(frozen=True, slots=True)
class FloorMap:
    """The harm of all kinds by floor."""

    what: str
    unit: str
    columns: tuple[tuple[int, bool], ...]
    """Floors, and whether their number is shown."""
    rows: tuple[MapRow, ...]


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


def map_of_deaths(bot: BotFigures, floors: range, kinds: Mapping[str, Kind]) -> FloorMap:
    """A bot's deaths by kind and floor."""
    rows = rows_on(bot, floors)

    def tooltip(name: str, row: FloorFigures, deaths: float) -> str:
        of_all, of_here = percent(deaths / bot.games), percent(deaths / row.reached)
        return f"{name}, floor {row.floor}: {deaths:,.0f} deaths, {of_all} of all games, {of_here} of those that came"

    values = {key: [row.killers.get(key, 0) if row else 0 for row in rows] for key in ranked(bot)}
    return FloorMap(
        "Deaths",
        "percent of all games",
        columns_of(floors),
        map_rows(folded(values, kinds), rows, [1] * len(rows), lambda deaths: hundredths(deaths / bot.games), tooltip),
    )


def map_of_damage(bot: BotFigures, floors: range, kinds: Mapping[str, Kind]) -> FloorMap:
    """Mean HP that a hero who reaches a floor loses there, by kind."""
    rows = rows_on(bot, floors)

    def tooltip(name: str, row: FloorFigures, damage: float) -> str:
        return f"{name}, floor {row.floor}: {damage:,.2f} HP lost on average by a hero who reached the floor"

    values = {key: [row.damage.get(key, 0.0) if row else 0.0 for row in rows] for key in ranked(bot)}
    reached = [row.reached if row else 0 for row in rows]
    return FloorMap(
        "HP lost",
        "mean per hero who reached the floor",
        columns_of(floors),
        map_rows(folded(values, kinds), rows, reached, one_decimal, tooltip),
    )


def rows_on(bot: BotFigures, floors: range) -> list[FloorFigures | None]:
    """A bot's figures by floor; None where no game reached it."""
    found = {row.floor: row for row in bot.floors if row.reached}
    return [found.get(floor) for floor in floors]


def ranked(bot: BotFigures) -> list[str]:
    """Keys of all kinds that did harm, by kills, then by damage."""
    hurt: Counter[str] = Counter()
    for row in bot.floors:
        for key, damage in row.damage.items():
            hurt[key] += round(damage * row.reached)
    return sorted({*bot.killers, *hurt}, key=lambda key: (-bot.killers.get(key, 0), -hurt[key], key))


def folded(values: Mapping[str, Sequence[float]], kinds: Mapping[str, Kind]) -> list[tuple[Kind, Sequence[float]]]:
    """Kinds and their values; those that do not fit MAX_ROWS are added up."""
    rows = [(kinds[key], numbers) for key, numbers in values.items()]
    if len(rows) <= MAX_ROWS:
        return rows
    kept, rest = rows[: MAX_ROWS - 1], rows[MAX_ROWS - 1 :]
    together = [float(sum(column)) for column in zip(*(numbers for _, numbers in rest), strict=True)]
    return [*kept, (Kind(f"{len(rest)} others"), together)]


def map_rows(
    values: Sequence[tuple[Kind, Sequence[float]]],
    rows: Sequence[FloorFigures | None],
    weights: Sequence[int],
    write: Callable[[float], str],
    tooltip: Callable[[str, FloorFigures, float], str],
) -> tuple[MapRow, ...]:
    """The rows of a map. `weights` are by floor, for the totals at the right."""
    worst = max((value for _, numbers in values for value in numbers), default=0)
    sums = [sum(value * weight for value, weight in zip(numbers, weights, strict=True)) for _, numbers in values]
    whole = sum(sums)
    return tuple(
        MapRow(
            kind,
            tuple(
                Cell(write(value), tooltip(kind.name, row, value), round(value / worst, 3))
                if row and value
                else Cell("", "", 0.0)
                for value, row in zip(numbers, rows, strict=True)
            ),
            round(total / whole, 3) if whole else 0.0,
            percent(total / whole) if whole else "",
        )
        for (kind, numbers), total in zip(values, sums, strict=True)
    )


def columns_of(floors: range) -> tuple[tuple[int, bool], ...]:
    """Floors, and whether their number is shown."""
    named = named_columns(floors)
    return tuple((floor, floor in named) for floor in floors)


def one_decimal(damage: float) -> str:
    """HP in at most four characters, up to thousands."""
    return "<0.1" if damage < 0.05 else number(damage, 1 if damage < 99.95 else 0)


def hundredths(share: float) -> str:
    """A share in whole percent, without the sign."""
    return "<1" if share < 0.005 else f"{100 * share:.0f}"
