"""Charts of what a ruleset's tables give, without a game played: odds, what floors cost, and the average hero."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from steep.balance.odds_and_expectations import Family, FloorSurvey, Survey
from steep.balance.possible_heroes_by_floor import Heroes
from steep.balance.threat_power_and_healing_by_floor import demand_of
from steep.lab.charts.chart import SHARE_STEPS, Chart, Label, Mark, Row, percent_form
from steep.lab.charts.lines import Line, lines_chart
from steep.lab.charts.looks import KIND_COLOURS
from steep.lab.charts.numbers_as_text import percent

MONSTERS_TITLE = "Odds of each kind of monster"
ITEMS_TITLE = "Odds of each kind of item"

OTHERS = "others"

NOTHING = "nothing appears here"


@dataclass(frozen=True, slots=True)
class Band:
    """The odds of one kind by floor, or of several kinds together."""

    name: str
    colour: str
    odds: list[float]
    under: list[float]
    """The sum of the odds of the bands below it."""

    @property
    def over(self) -> list[float]:
        """The sum of the odds up to and with its own."""
        return [low + share for low, share in zip(self.under, self.odds, strict=True)]

    @property
    def label(self) -> Label:
        """Its name: beside the last floor, or on top of it, about where it is widest, if it ends before."""
        column, within = len(self.odds) - 1, not self.odds[-1]
        if within:
            wide = [column for column, share in enumerate(self.odds) if share >= 0.95 * max(self.odds)]
            column = wide[len(wide) // 2]
        return Label(self.name, self.colour, column, self.under[column] + self.odds[column] / 2, within)


def bands_of(families: Sequence[Family], names: Sequence[str]) -> list[Band]:
    """The likeliest kinds in the ruleset's order, one for each of KIND_COLOURS, then all others together.

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
    bands: list[Band] = []
    under = [0.0] * len(families)
    for name, colour, kinds in groups:
        odds = [float(sum(family.odds.get(kind, 0) for kind in kinds)) for family in families]
        bands.append(Band(name, colour, odds, under))
        under = bands[-1].over
    return bands


def odds_chart(title: str, families: Sequence[Family], names: Sequence[str], floors: Sequence[int]) -> Chart:
    """The odds of each kind by floor, stacked: the likeliest kinds, and all others together."""
    bands = bands_of(families, names)
    tips = tuple(
        tuple(Row(band.name, percent(band.odds[column]), band.colour) for band in reversed(bands) if band.odds[column])
        for column in range(len(floors))
    )
    return Chart(
        title=title,
        alt=f"{title}, by floor. "
        + " ".join(
            f"Floor {floors[column]}: {', '.join(f'{row.name} {row.text}' for row in tips[column]) or 'nothing'}."
            for column in sorted({0, len(floors) - 1})
        ),
        columns=tuple(floors),
        steps=SHARE_STEPS,
        form=percent_form(SHARE_STEPS),
        height=300,
        marks=tuple(Mark("area", band.colour, tuple(band.over), tuple(band.under)) for band in bands),
        tips=tuple(rows or (Row(NOTHING, ""),) for rows in tips),
        labels=tuple(band.label for band in bands),
        gaps=tuple(not rows for rows in tips),
        empty=NOTHING,
        as_table=True,
    )


def charts_of_survey(survey: Survey, first: int) -> tuple[Chart, ...]:
    """What `steep show --plot` draws of floors `first` and on. `survey` starts on floor 1, as heroes grow on each."""
    shown = survey.floors[first - 1 :]
    floors = [floor.floor for floor in shown]
    monsters, items = ([getattr(floor, family) for floor in shown] for family in ("monsters", "items"))
    return (
        odds_chart(MONSTERS_TITLE, monsters, monsters[0].keys, floors),
        lines_chart("HP that a floor costs, and HP that the hero has", floors, lines_of_hp(survey, shown)),
        odds_chart(ITEMS_TITLE, items, items[0].keys, floors),
        lines_chart("The average hero on arrival", floors, lines_of_hero(survey, shown)),
    )


def lines_of_hp(survey: Survey, shown: Sequence[FloorSurvey]) -> tuple[Line, ...]:
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
