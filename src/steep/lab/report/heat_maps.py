"""The report's maps of who harms the hero where: kinds of monsters by floors, each cell as strong as it is bad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from steep.content import Item, Monster
from steep.lab.figures.summary import OWN_FIRE_KEY, BotFigures, FloorFigures
from steep.lab.report.formats import number, percent
from steep.lab.report.scales import named_floors

MAX_ROWS = 12
"""Kinds that have a row of their own; of more, the last row is of all others."""

STRONG = 0.72
"""From here on a cell is so dark, or in the dark so bright, that figures on it change sides."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of monster, or of item, as people see it."""

    name: str
    glyph: str = ""
    color: str = ""
    """As CSS has it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a kind does on one floor."""

    text: str
    told: str
    share: float
    """Of the worst cell."""

    @property
    def strong(self) -> bool:
        """Whether figures on it change sides."""
        return self.share >= STRONG


@dataclass(frozen=True, slots=True)
class MapRow:
    """What a kind does."""

    kind: Kind
    cells: tuple[Cell, ...]
    share: float
    """Of what all kinds do on all floors."""
    total: str


@dataclass(frozen=True, slots=True)
class FloorMap:
    """What all kinds do, by floor."""

    what: str
    unit: str
    columns: tuple[tuple[int, bool], ...]
    """Floors, and whether their number is written."""
    rows: tuple[MapRow, ...]


def kinds_of(family: Sequence[Monster] | Sequence[Item]) -> dict[str, Kind]:
    """By key; two kinds of one name are called by their keys."""
    names = Counter(each.name for each in family)
    return {
        each.key: Kind(
            each.name if names[each.name] == 1 else each.key, each.glyph, "rgb({}, {}, {})".format(*each.color)
        )
        for each in family
    }


def monsters_of(monsters: Sequence[Monster]) -> dict[str, Kind]:
    """All that can harm the hero, by key."""
    return {**kinds_of(monsters), OWN_FIRE_KEY: Kind("own fire", "*", "rgb(255, 160, 40)")}


def map_of_deaths(bot: BotFigures, floors: range, kinds: Mapping[str, Kind]) -> FloorMap:
    """How many of a bot's games a kind ended where."""
    rows = rows_on(bot, floors)

    def told(name: str, row: FloorFigures, deaths: float) -> str:
        of_all, of_here = percent(deaths / bot.games), percent(deaths / row.reached)
        return f"{name}, floor {row.floor}: {deaths:,.0f} deaths, {of_all} of all games, {of_here} of who came here"

    values = {key: [row.killers.get(key, 0) if row else 0 for row in rows] for key in ranked(bot)}
    return FloorMap(
        "Deaths",
        "percent of all games",
        columns_of(floors),
        map_rows(folded(values, kinds), rows, [1] * len(rows), lambda deaths: hundredths(deaths / bot.games), told),
    )


def map_of_damage(bot: BotFigures, floors: range, kinds: Mapping[str, Kind]) -> FloorMap:
    """HP that a hero who comes to a floor loses there to a kind."""
    rows = rows_on(bot, floors)

    def told(name: str, row: FloorFigures, damage: float) -> str:
        return f"{name}, floor {row.floor}: {damage:,.2f} HP lost by one who came here, on average"

    values = {key: [row.damage.get(key, 0.0) if row else 0.0 for row in rows] for key in ranked(bot)}
    came_from = [row.reached if row else 0 for row in rows]
    return FloorMap(
        "HP lost",
        "by one who came there, on average",
        columns_of(floors),
        map_rows(folded(values, kinds), rows, came_from, one_decimal, told),
    )


def rows_on(bot: BotFigures, floors: range) -> list[FloorFigures | None]:
    """A bot's figures by floor; None where nobody came."""
    found = {row.floor: row for row in bot.floors if row.reached}
    return [found.get(floor) for floor in floors]


def ranked(bot: BotFigures) -> list[str]:
    """Keys of all kinds that did harm: those that killed most in front, and of equals those that hurt most."""
    hurt: Counter[str] = Counter()
    for row in bot.floors:
        for key, damage in row.damage.items():
            hurt[key] += round(damage * row.reached)
    return sorted({*bot.killers, *hurt}, key=lambda key: (-bot.killers.get(key, 0), -hurt[key], key))


def folded(values: Mapping[str, Sequence[float]], kinds: Mapping[str, Kind]) -> list[tuple[Kind, Sequence[float]]]:
    """Kinds and their values in their order; those behind the first few together."""
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
    emit: Callable[[str, FloorFigures, float], str],
) -> tuple[MapRow, ...]:
    """Rows of a map. `weights` are by floor what a value counts in the sums at the right."""
    worst = max((value for _, numbers in values for value in numbers), default=0)
    sums = [sum(value * weight for value, weight in zip(numbers, weights, strict=True)) for _, numbers in values]
    whole = sum(sums)
    return tuple(
        MapRow(
            kind,
            tuple(
                Cell(write(value), emit(kind.name, row, value), round(value / worst, 3))
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
    """Floors, and whether their number is written."""
    named = named_floors(floors)
    return tuple((floor, floor in named) for floor in floors)


def one_decimal(damage: float) -> str:
    """HP in four characters, up to thousands."""
    return "<0.1" if damage < 0.05 else number(damage, 1 if damage < 99.95 else 0)


def hundredths(share: float) -> str:
    """A share in percent, without the sign."""
    return "<1" if share < 0.005 else f"{100 * share:.0f}"
