"""The report's charts by floor: survival, hazard, what a floor costs and what the hero has to pay with, and odds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from steep.balance.odds_and_expectations import Family, FloorSurvey
from steep.balance.possible_heroes_by_floor import Heroes, Stats
from steep.balance.threat_power_and_healing_by_floor import Demand
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures
from steep.lab.report_page.chart_layout import OTHERS, SHARE_STEPS, bands_of, steps_to
from steep.lab.report_page.numbers_as_text import mean, number, percent, share, short
from steep.lab.report_page.svg_paths_and_labels import End, Field, Mark, Picture, Row, last_known
from steep.lab.stats.confidence_intervals import Estimate

BOT_COLOURS = 6
"""Colour classes that the page has for bots."""

NOT_REACHED = "not reached"
NOTHING = "nothing appears here"

MIN_HAZARD_SCALE = 0.05
"""The least top of a hazard axis, so that tiny hazards look tiny."""

Pick = Callable[[FloorFigures], float]


@dataclass(frozen=True, slots=True)
class BotChart:
    """A bot in the report: its figures and its number."""

    number: int
    figures: BotFigures

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.figures.task.bot

    @property
    def colour(self) -> str:
        """A CSS class."""
        return f"b{self.number % BOT_COLOURS}"

    @property
    def strength(self) -> str:
        """How many floors it clears, to print after its name."""
        return self.figures.strength.removeprefix(f"{self.name} ")

    def row(self, floor: int) -> FloorFigures | None:
        """Its figures on a floor; None for floors outside its task."""
        at = floor - self.figures.task.first_floor
        return self.figures.floors[at] if 0 <= at < len(self.figures.floors) else None

    def on(self, floor: int) -> FloorFigures | None:
        """Its figures on a floor; None also where no game reached it."""
        found = self.row(floor)
        return found if found is not None and found.reached else None

    def along(self, floors: Sequence[int], pick: Pick) -> list[float]:
        """A value by floor; NaN where no game reached it."""
        return [math.nan if (found := self.on(floor)) is None else pick(found) for floor in floors]

    def means(self, floors: Sequence[int], name: str) -> list[float]:
        """The mean of a measure by floor; NaN where no game reached it."""
        return self.along(floors, lambda found: found.means[name].value)


def draw_survival(players: Sequence[BotChart], floors: Sequence[int]) -> Picture:
    """The share of all heroes that leave each floor alive: a step line with its interval for each bot."""
    field = Field(floors, SHARE_STEPS, percent_form(SHARE_STEPS), 320)
    bands, lines, ends = [], [], []
    for player in players:
        # Survival is known even on floors that no game reached: dead heroes do not leave them alive.
        rows = [player.row(floor) for floor in floors]
        values = [math.nan if row is None else row.survival.value for row in rows]
        lows = [math.nan if row is None else row.survival.interval.low for row in rows]
        highs = [math.nan if row is None else row.survival.interval.high for row in rows]
        bands.append(Mark(field.between(lows, highs), f"band {player.colour}"))
        lines.append(Mark(field.stairs(values, 1.0), f"line {player.colour}"))
        ends.append(End(player.name, player.colour, *half_way(values)))
    tooltips = [
        [Row(player.name, share(row.survival), player.colour) for player in players if (row := player.row(floor))]
        for floor in floors
    ]
    return Picture(
        title="",
        alt="Survival by floor. " + " ".join(in_words(player, floors, lambda row: row.survival) for player in players),
        field=field,
        marks=(*bands, *lines),
        spots=field.spots(tooltips),
        labels=field.labels(ends),
        strips=tuple(
            field.strip(player.name, strength_in_short(player), player.colour, reached_by(player, floors))
            for player in players
        ),
    )


def half_way(values: Sequence[float]) -> tuple[int, float]:
    """Column and value at which to label a survival line: where it falls below a half, else at its end."""
    before, end = 1.0, -1
    for column, value in enumerate(values):
        if value < 0.5:
            return column - 1, (before + value) / 2
        if not math.isnan(value):
            before, end = value, column
    return end, before


def strength_in_short(player: BotChart) -> str:
    """How many floors a bot clears, with half the interval."""
    return mean(player.figures.cleared, 2)


def draw_hazard(player: BotChart, players: Sequence[BotChart], floors: Sequence[int]) -> Picture:
    """One bot's hazard on each floor, with the other bots' in grey behind it."""
    highest = max(row.hazard.interval.high for each in players for floor in floors if (row := each.on(floor)))
    steps = steps_to(max(highest, MIN_HAZARD_SCALE))
    field = Field(floors, steps, percent_form(steps))
    ghosts = tuple(
        Mark(field.treads(each.along(floors, lambda row: row.hazard.value)), "ghost")
        for each in players
        if each is not player
    )
    values = player.along(floors, lambda row: row.hazard.value)
    lows = player.along(floors, lambda row: row.hazard.interval.low)
    highs = player.along(floors, lambda row: row.hazard.interval.high)
    tooltips = [
        [
            Row("died here", share(row.hazard)),
            Row("games", f"{row.died:,} of {row.reached:,}"),
            *([Row("stopped here", f"{row.stopped:,}")] if row.stopped else []),
        ]
        if (row := player.on(floor))
        else [Row(NOT_REACHED, "")]
        for floor in floors
    ]
    return Picture(
        title=player.name,
        alt="Hazard by floor. " + in_words(player, floors, lambda row: row.hazard),
        field=field,
        marks=(
            *ghosts,
            Mark(field.boxes(lows, highs), f"band {player.colour}"),
            Mark(field.treads(values), f"line {player.colour}"),
        ),
        spots=field.spots(tooltips),
        gaps=field.gaps([math.isnan(value) for value in values]),
        empty=NOT_REACHED,
    )


@dataclass(frozen=True, slots=True)
class Match:
    """The hero's means on arrival on a floor, and what the floor costs. In HP, except power and defense."""

    hp: float
    max_hp: float
    healing: float
    """Carried."""
    power: float
    defense: float
    cost: float
    """Of fighting everything placed there, one after another, with the mean hero that arrives."""
    lost: Estimate
    """HP that the bot really lost."""


def match_of(found: FloorFigures, floor: FloorSurvey, heroes: Heroes) -> Match:
    """The mean hero that arrives on a floor, and what the floor costs."""
    means = {name: estimate.value for name, estimate in found.means.items()}
    body = Stats(round(means["max_hp"]), round(means["power"]), round(means["defense"]))
    return Match(
        means["hp"],
        means["max_hp"],
        means["healing"],
        means["power"],
        means["defense"],
        heroes.floor_cost(body, floor),
        found.means["damage"],
    )


def draw_balance(demands: Sequence[Demand], matches: Sequence[Match | None], floors: Sequence[int]) -> Picture:
    """HP: what a floor's fights cost, what the hero has to pay with, and what was really lost."""
    threat = [demand.threat for demand in demands]
    cost = along(matches, lambda match: match.cost)
    hp = along(matches, lambda match: match.hp)
    both = along(matches, lambda match: match.hp + match.healing)
    lost = along(matches, lambda match: match.lost.value)
    lows = along(matches, lambda match: max(0.0, match.lost.interval.low))
    # With a single game the interval is infinite and is left out.
    highs = along(matches, lambda match: finite(match.lost.interval.high))
    steps = steps_to(max(value for values in (threat, cost, both, lost) for value in values if not math.isnan(value)))
    field = Field(floors, steps, height=260)
    nothing = [0.0] * len(floors)
    tooltips = [
        [
            Row("HP on arrival", f"{number(match.hp)} of {number(match.max_hp)}", "hp"),
            Row("healing carried", number(match.healing), "healing"),
            Row("cost of fights", number(match.cost), "cost"),
            Row("cost when fresh", number(demand.threat), "first"),
            Row("really lost", mean(match.lost), "lost"),
            Row("healing on the floor", number(demand.healing)),
        ]
        if match
        else [Row(NOT_REACHED, ""), Row("cost when fresh", number(demand.threat), "first")]
        for demand, match in zip(demands, matches, strict=True)
    ]
    ends = (
        *named("HP", "hp", hp),
        *(named("+ healing", "healing", both) if hp != both else ()),
        *named("cost of fights", "cost", cost),
        *named("cost when fresh", "first", threat),
        *named("really lost", "lost", lost),
    )
    return Picture(
        title="HP",
        alt="HP by floor. "
        + " ".join(
            f"Floor {floor}: {number(match.hp)} HP on arrival and {number(match.healing)} of healing carried; "
            f"all fights cost {number(match.cost)}, {number(match.lost.value)} were lost."
            for floor, match in ends_of(floors, matches)
        ),
        field=field,
        marks=(
            Mark(field.between(hp, both), "area healing"),
            Mark(field.between(nothing, hp), "area hp"),
            Mark(field.stairs(threat), "line first dashed"),
            Mark(field.stairs(cost), "line cost"),
            Mark(field.boxes(lows, highs), "band lost"),
            Mark(field.treads(lost), "line lost"),
        ),
        spots=field.spots(tooltips),
        labels=field.labels(ends),
        gaps=field.gaps([match is None for match in matches]),
    )


def draw_power(demands: Sequence[Demand], matches: Sequence[Match | None], floors: Sequence[int]) -> Picture:
    """The hero's power and defense on arrival, and the power of the monsters there."""
    power, defense = along(matches, lambda match: match.power), along(matches, lambda match: match.defense)
    strongest, usual = [demand.strongest for demand in demands], [demand.usual for demand in demands]
    every = [value for values in (power, defense, strongest, usual) for value in values if not math.isnan(value)]
    steps = steps_to(max(every))
    field = Field(floors, steps, height=260)
    tooltips = [
        [
            *([Row("hero’s power", number(match.power), "hp")] if match else [Row(NOT_REACHED, "")]),
            *([Row("hero’s defense", number(match.defense), "shield")] if match else []),
            Row("usual monster’s power", number(demand.usual), "cost"),
            Row("worst monster’s power", number(demand.strongest), "first"),
        ]
        for demand, match in zip(demands, matches, strict=True)
    ]
    ends = (
        *named("hero’s power", "hp", power),
        *named("hero’s defense", "shield", defense),
        *named("usual monster", "cost", usual),
        *named("worst monster", "first", strongest),
    )
    return Picture(
        title="Power and defense",
        alt="Power and defense by floor. "
        + " ".join(
            f"Floor {floor}: the hero comes with power {number(match.power)} and defense {number(match.defense)}."
            for floor, match in ends_of(floors, matches)
        ),
        field=field,
        marks=(
            Mark(field.stairs(strongest), "line first dashed"),
            Mark(field.stairs(usual), "line cost"),
            Mark(field.stairs(defense), "line shield"),
            Mark(field.stairs(power), "line hp"),
        ),
        spots=field.spots(tooltips),
        labels=field.labels(ends),
        gaps=field.gaps([match is None for match in matches]),
    )


def draw_odds(title: str, families: Sequence[Family], names: Sequence[str], floors: Sequence[int]) -> Picture:
    """The odds of each kind by floor, stacked: the likeliest kinds, and all others together."""
    field = Field(floors, SHARE_STEPS, percent_form(SHARE_STEPS), 300)
    marks: list[Mark] = []
    ends: list[End] = []
    notes: list[End] = []
    tooltips: list[list[Row]] = [[] for _ in floors]
    for band in bands_of(families, names):
        colour = OTHERS if band.colour is None else f"k{band.colour}"
        marks.append(Mark(field.between(band.under, band.over), f"area {colour}"))
        end = End(band.name, colour, band.label_column, band.middle)
        (notes if band.is_labelled_within else ends).append(end)
        for rows, share_here in zip(tooltips, band.odds, strict=True):
            if share_here:
                rows.insert(0, Row(band.name, percent(share_here), colour))
    return Picture(
        title=title,
        alt=f"{title}, by floor. "
        + " ".join(
            f"Floor {floors[column]}: {', '.join(f'{row.name} {row.text}' for row in tooltips[column]) or 'nothing'}."
            for column in sorted({0, len(floors) - 1})
        ),
        field=field,
        marks=tuple(marks),
        spots=field.spots([rows or [Row(NOTHING, "")] for rows in tooltips]),
        labels=field.labels(ends),
        notes=field.notes(notes),
        gaps=field.gaps([not rows for rows in tooltips]),
        empty=NOTHING,
    )


def named(text: str, colour: str, values: Sequence[float]) -> list[End]:
    """The label of a line at its last value."""
    column = last_known(values)
    return [] if column is None else [End(text, colour, column, values[column])]


def along(matches: Sequence[Match | None], pick: Callable[[Match], float]) -> list[float]:
    """A value by floor; NaN where no game reached it."""
    return [math.nan if match is None else pick(match) for match in matches]


def finite(value: float) -> float:
    """The value, or NaN if it is infinite."""
    return value if math.isfinite(value) else math.nan


def ends_of(floors: Sequence[int], matches: Sequence[Match | None]) -> list[tuple[int, Match]]:
    """The first floor and the last that any game reached."""
    seen = [(floor, match) for floor, match in zip(floors, matches, strict=True) if match is not None]
    return [*seen[:1], *seen[1:][-1:]]


def reached_by(player: BotChart, floors: Sequence[int]) -> list[str]:
    """How many games reached each floor, as short texts."""
    return ["" if (row := player.row(floor)) is None else short(row.reached) for floor in floors]


def in_words(player: BotChart, floors: Sequence[int], pick: Callable[[FloorFigures], Estimate]) -> str:
    """A share on the first, the middle and the last floor that a bot reached, in words."""
    seen = [row for floor in floors if (row := player.on(floor))]
    columns = sorted({0, len(seen) // 2, len(seen) - 1}) if seen else []
    parts = [f"floor {seen[column].floor} {share(pick(seen[column]))}" for column in columns]
    return f"{player.name} {player.strength}: {', '.join(parts)}."


def percent_form(steps: Sequence[float]) -> str:
    """The format for axis ticks that are shares."""
    return "{:.0%}" if all(round(100 * step, 6).is_integer() for step in steps) else "{:.1%}"
