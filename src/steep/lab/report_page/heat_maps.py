"""Heat maps of which kinds of monsters harm the hero on which floors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from steep.content import Item, Monster
from steep.lab.charts.numbers_as_text import number, percent
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.figures.killers import HUNGER_KEY, OWN_FIRE_KEY, TERRAIN_KEY

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
class HeatCell:
    """The harm a kind does on one floor; without a text, none."""

    text: str = ""
    tooltip: str = ""
    exact: float = 0.0
    share: float = 0.0
    """Of the worst cell."""

    @property
    def strong(self) -> bool:
        """Whether its text has the contrasting colour."""
        return self.share >= STRONG


@dataclass(frozen=True, slots=True)
class HeatRow:
    """The harm a kind does."""

    kind: Kind
    cells: tuple[HeatCell, ...]
    share: float
    """Of the harm of all kinds on all floors."""
    total: str


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The harm of all kinds by floor."""

    title: str
    unit: str
    look: str
    """A CSS class."""
    floors: Sequence[int]
    rows: tuple[HeatRow, ...]


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

    def cell(row: FloorFigures, deaths: float) -> tuple[str, str]:
        of_all, of_here = deaths / bot.games, percent(deaths / row.reached)
        told = f"{deaths:,.0f} deaths, {percent(of_all)} of all games, {of_here} of those that came"
        return "<1" if of_all < 0.005 else f"{100 * of_all:.0f}", told

    rows = rows_on(bot, floors)
    values = {key: [row.killers.get(key, 0) if row else 0 for row in rows] for key in ranked(bot)}
    shown = heat_rows(folded(values, kinds), rows, [1] * len(rows), cell)
    return HeatMap("Deaths", "percent of all games", "deaths", floors, shown)


def map_of_damage(bot: BotFigures, floors: Sequence[int], kinds: Mapping[str, Kind]) -> HeatMap:
    """Mean HP that a hero who reaches a floor loses there, by kind."""

    def cell(_: FloorFigures, damage: float) -> tuple[str, str]:
        short = "<0.1" if damage < 0.05 else number(damage, 1 if damage < 99.95 else 0)
        return short, f"{damage:,.2f} HP lost on average by a hero who reached the floor"

    rows = rows_on(bot, floors)
    values = {key: [row.damage.get(key, 0.0) if row else 0.0 for row in rows] for key in ranked(bot)}
    shown = heat_rows(folded(values, kinds), rows, [row.reached if row else 0 for row in rows], cell)
    return HeatMap("HP lost", "mean per hero who reached the floor", "damage", floors, shown)


def rows_on(bot: BotFigures, floors: Sequence[int]) -> list[FloorFigures | None]:
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


def heat_rows(
    values: Sequence[tuple[Kind, Sequence[float]]],
    rows: Sequence[FloorFigures | None],
    weights: Sequence[int],
    cell: Callable[[FloorFigures, float], tuple[str, str]],
) -> tuple[HeatRow, ...]:
    """The rows of a map. `weights` are by floor, for the totals; `cell` gives a text and what a tooltip says."""
    worst = max((value for _, numbers in values for value in numbers), default=0)
    sums = [sum(value * weight for value, weight in zip(numbers, weights, strict=True)) for _, numbers in values]
    shares = [total / sum(sums) if sum(sums) else 0.0 for total in sums]

    def heat_cell(kind: Kind, row: FloorFigures | None, value: float) -> HeatCell:
        if row is None or not value:
            return HeatCell()
        text, told = cell(row, value)
        return HeatCell(text, f"{kind.name}, floor {row.floor}: {told}", value, round(value / worst, 3))

    return tuple(
        HeatRow(
            kind,
            tuple(heat_cell(kind, row, value) for value, row in zip(numbers, rows, strict=True)),
            round(share, 3),
            percent(share) if share else "",
        )
        for (kind, numbers), share in zip(values, shares, strict=True)
    )
