"""Heat maps of which kinds of monsters harm the hero on which floors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from steep.content import Item, Monster
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.figures.killers import HUNGER_KEY, OWN_FIRE_KEY, TERRAIN_KEY
from steep.lab.stats.shares_as_text import number, percent

MAX_ROWS = 12
"""Rows of a map at most. With more kinds, the last row is all others together."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of monster or item as it is shown."""

    name: str
    glyph: str = ""
    color: str = ""
    """A CSS colour."""


@dataclass(frozen=True, slots=True)
class HeatRow:
    """The harm a kind does, by floor; where there is none, texts are empty."""

    kind: Kind
    values: Sequence[float]
    cells: Sequence[tuple[str, str]]
    """Texts and tooltips."""
    share: float
    """Of the harm of all kinds on all floors."""


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The harm of all kinds by floor."""

    title: str
    unit: str
    look: str
    """A CSS class."""
    floors: Sequence[int]
    rows: tuple[HeatRow, ...]

    @property
    def worst(self) -> float:
        """The highest value; 1 if there is none."""
        return max((value for row in self.rows for value in row.values), default=0) or 1


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

    def write(row: FloorFigures, deaths: float) -> tuple[str, str]:
        of_all, of_here = deaths / bot.games, percent(deaths / row.reached)
        told = f"{deaths:,.0f} deaths, {percent(of_all)} of all games, {of_here} of those that came"
        return "<1" if of_all < 0.005 else f"{100 * of_all:.0f}", told

    rows = heat_rows(bot, floors, kinds, lambda row: row.killers, lambda _: 1, write)
    return HeatMap("Deaths", "percent of all games", "deaths", floors, rows)


def map_of_damage(bot: BotFigures, floors: Sequence[int], kinds: Mapping[str, Kind]) -> HeatMap:
    """Mean HP that a hero who reaches a floor loses there, by kind."""

    def write(_: FloorFigures, damage: float) -> tuple[str, str]:
        short = "<0.1" if damage < 0.05 else number(damage, 1 if damage < 99.95 else 0)
        return short, f"{damage:,.2f} HP lost on average by a hero who reached the floor"

    rows = heat_rows(bot, floors, kinds, lambda row: row.damage, lambda row: row.reached, write)
    return HeatMap("HP lost", "mean per hero who reached the floor", "damage", floors, rows)


def heat_rows(
    bot: BotFigures,
    floors: Sequence[int],
    kinds: Mapping[str, Kind],
    harm: Callable[[FloorFigures], Mapping[str, float]],
    weight: Callable[[FloorFigures], int],
    write: Callable[[FloorFigures, float], tuple[str, str]],
) -> tuple[HeatRow, ...]:
    """The rows of a map. `harm` is by kind, `weight` of a floor in totals; `write` gives a cell's text and tooltip."""
    found = {row.floor: row for row in bot.floors if row.reached}
    rows = [found.get(floor) for floor in floors]
    values = {key: [harm(row).get(key, 0) if row else 0 for row in rows] for key in ranked(bot)}
    shown = folded(values, kinds)
    weights = [weight(row) if row else 0 for row in rows]
    sums = [sum(value * each for value, each in zip(numbers, weights, strict=True)) for _, numbers in shown]

    def cell(kind: Kind, row: FloorFigures | None, value: float) -> tuple[str, str]:
        if row is None or not value:
            return "", ""
        text, told = write(row, value)
        return text, f"{kind.name}, floor {row.floor}: {told}"

    cells = [[cell(kind, row, value) for row, value in zip(rows, numbers, strict=True)] for kind, numbers in shown]
    return tuple(
        HeatRow(kind, numbers, told, total / (sum(sums) or 1))
        for (kind, numbers), told, total in zip(shown, cells, sums, strict=True)
    )


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
