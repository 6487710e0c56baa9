"""Charts of what a ruleset's tables give, without a game played: odds, what floors cost, and the average hero."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from steep.balance.odds_and_expectations import Family, FloorSurvey, Survey
from steep.balance.possible_heroes_by_floor import Heroes, demand_of
from steep.lab.charts.chart import KIND_COLOURS, Chart, Line
from steep.lab.stats.shares_as_text import percent

MONSTERS_TITLE = "Odds of each kind of monster"
ITEMS_TITLE = "Odds of each kind of item"

OTHERS = "others"

NOTHING = "nothing appears here"


def bands_of(families: Sequence[Family], names: Sequence[str]) -> list[Line]:
    """The odds of the likeliest kinds in the ruleset's order, then of all others together, each on top of the last.

    `families` are those of consecutive floors; `names` are by kind.
    """
    drawn = {kind for family in families for kind in family.odds}
    likeliest = sorted(drawn, key=lambda kind: (-sum(family.odds.get(kind, 0) for family in families), kind))
    kept = sorted(likeliest[: len(KIND_COLOURS)])
    rest = drawn.difference(kept)
    groups: list[tuple[str, str, Collection[int]]] = [
        (names[kind], colour, [kind]) for kind, colour in zip(kept, KIND_COLOURS, strict=False)
    ]
    if rest:
        groups.append((f"{len(rest)} {OTHERS}", OTHERS, rest))
    bands: list[Line] = []
    under = (0.0,) * len(families)
    for name, colour, kinds in groups:
        odds = [float(sum(family.odds.get(kind, 0) for kind in kinds)) for family in families]
        bands.append(band_of(name, colour, odds, under))
        under = bands[-1].values
    return bands


def band_of(name: str, colour: str, odds: Sequence[float], under: tuple[float, ...]) -> Line:
    """Odds on top of others. Its name is beside the last floor that it appears on."""
    over = tuple(low + share for low, share in zip(under, odds, strict=True))
    column = max(column for column, share in enumerate(odds) if share)
    texts = tuple(percent(share) if share else "" for share in odds)
    return Line(name, colour, over, "area", under, texts=texts, at=(column, under[column] + odds[column] / 2))


def odds_chart(title: str, families: Sequence[Family], names: Sequence[str], floors: Sequence[int]) -> Chart:
    """The odds of each kind by floor, stacked."""
    return Chart(
        title,
        tuple(floors),
        tuple(bands_of(families, names)[::-1]),
        shares=True,
        top=1.0,
        height=300,
        gaps=tuple(not any(family.odds.values()) for family in families),
        empty=NOTHING,
        as_table=True,
    )


def charts_of_survey(survey: Survey, first: int) -> tuple[Chart, ...]:
    """What `steep show --plot` draws, from floor `first` on. `survey` starts on floor 1: heroes grow on each."""
    shown = survey.floors[first - 1 :]
    floors = tuple(floor.floor for floor in shown)
    monsters, items = ([getattr(floor, family) for floor in shown] for family in ("monsters", "items"))
    return (
        odds_chart(MONSTERS_TITLE, monsters, monsters[0].keys, floors),
        Chart("HP that a floor costs, and HP that the hero has", floors, hp_cost_and_supply_lines(survey, shown)),
        odds_chart(ITEMS_TITLE, items, items[0].keys, floors),
        Chart("The average hero on arrival", floors, lines_of_hero(survey, shown)),
    )


def hp_cost_and_supply_lines(survey: Survey, shown: Sequence[FloorSurvey]) -> tuple[Line, ...]:
    """The HP that a floor's fights cost, and the HP and healing that the hero has."""
    heroes = Heroes(survey)
    demands = [demand_of(floor, heroes) for floor in shown]
    hp = [float(heroes.average(floor.floor).hp) for floor in shown]
    both = tuple(has + demand.healing for has, demand in zip(hp, demands, strict=True))
    return (
        Line("cost when fresh", "first", tuple(demand.threat for demand in demands), "dashed"),
        Line("cost of fights", "cost", tuple(heroes.floor_cost(heroes.average(each.floor), each) for each in shown)),
        Line("HP and healing", "hp", both, "dashed"),
        Line("HP", "hp", tuple(hp)),
    )


def lines_of_hero(survey: Survey, shown: Sequence[FloorSurvey]) -> tuple[Line, ...]:
    """Power, defense and level-ups of the average hero, and the power of the strongest monster."""
    heroes = Heroes(survey)
    bodies = [heroes.average(floor.floor) for floor in shown]
    powers = [demand_of(floor, heroes).strongest for floor in shown]
    return (
        Line("power", "hp", tuple(float(body.power) for body in bodies)),
        Line("defense", "shield", tuple(float(body.defense) for body in bodies)),
        Line("level-ups", "levels", tuple(float(heroes.levels_by(floor.floor)) for floor in shown)),
        Line("worst monster", "first", tuple(0.0 if math.isnan(power) else power for power in powers), "dashed"),
    )
