"""The report's pictures by floor: how games go on, what a floor asks of the hero and what the hero brings, and odds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from steep.balance.hero import Heroes, Stats
from steep.balance.survey import Family, FloorSurvey
from steep.lab.figures.summary import BotFigures, FloorFigures
from steep.lab.report.charts import End, Field, Mark, Picture, Row, last_known
from steep.lab.report.formats import mean, number, percent, share, short
from steep.lab.report.scales import OTHERS, bands_of, steps_to, widest_column
from steep.lab.stats.intervals import Estimate

BOT_COLOURS = 6
"""Colour classes that the page has for bots."""

NOBODY = "nobody came here"
NOTHING = "nothing comes here"

LEAST_HAZARD = 0.05
"""What a picture of hazards reaches up to at least, so that next to nothing looks like it."""

Pick = Callable[[FloorFigures], float]


@dataclass(frozen=True, slots=True)
class Player:
    """A bot in the report: its figures, and its number among all."""

    number: int
    figures: BotFigures

    @property
    def name(self) -> str:
        """As people choose it."""
        return self.figures.task.bot

    @property
    def colour(self) -> str:
        """A class."""
        return f"b{self.number % BOT_COLOURS}"

    @property
    def strength(self) -> str:
        """How far it comes, to stand behind its name beside its figures."""
        return self.figures.strength.removeprefix(f"{self.name} ").replace("±inf", "±?")

    def row(self, floor: int) -> FloorFigures | None:
        """Its figures on a floor; None where it was not to play."""
        at = floor - self.figures.task.first_floor
        return self.figures.floors[at] if 0 <= at < len(self.figures.floors) else None

    def on(self, floor: int) -> FloorFigures | None:
        """Its figures on a floor; None where nobody came, too."""
        found = self.row(floor)
        return found if found is not None and found.reached else None

    def along(self, floors: Sequence[int], pick: Pick) -> list[float]:
        """A figure by floor; not a number where nobody came."""
        return [math.nan if (found := self.on(floor)) is None else pick(found) for floor in floors]

    def means(self, floors: Sequence[int], name: str) -> list[float]:
        """The mean of a measure by floor."""
        return self.along(floors, lambda found: found.means[name].value)


def draw_survival(players: Sequence[Player], floors: Sequence[int]) -> Picture:
    """The share of all heroes that leaves each floor alive: a staircase in its band for each bot."""
    field = Field(floors, 1.0, 320)
    bands, lines, ends = [], [], []
    for player in players:
        # Who was dead by then does not leave a floor alive either, so this is known where nobody came.
        rows = [player.row(floor) for floor in floors]
        values = [math.nan if row is None else row.survival.value for row in rows]
        lows = [math.nan if row is None else row.survival.interval.low for row in rows]
        highs = [math.nan if row is None else row.survival.interval.high for row in rows]
        bands.append(Mark(field.between(lows, highs), f"band {player.colour}"))
        lines.append(Mark(field.stairs(values, 1.0), f"line {player.colour}"))
        ends.append(End(player.name, player.colour, *half_way(values)))
    told = [
        [Row(player.name, share(row.survival), player.colour) for player in players if (row := player.row(floor))]
        for floor in floors
    ]
    steps = [0.0, 0.25, 0.5, 0.75, 1.0]
    return Picture(
        title="",
        alt="Survival by floor. " + " ".join(in_words(player, floors, lambda row: row.survival) for player in players),
        grid=field.grid(steps),
        x_ticks=field.x_ticks(),
        y_ticks=field.y_ticks(steps, percent_form(steps)),
        marks=(*bands, *lines),
        spots=field.spots(told),
        labels=field.labels(ends),
        strips=tuple(
            field.strip(player.name, strength_in_short(player), player.colour, came_from(player, floors))
            for player in players
        ),
        height=field.height,
    )


def half_way(values: Sequence[float]) -> tuple[int, float]:
    """Column and value at which a line of survival is named: where it falls below a half, else where it ends."""
    before, end = 1.0, -1
    for column, value in enumerate(values):
        if value < 0.5:
            return column - 1, (before + value) / 2
        if not math.isnan(value):
            before, end = value, column
    return end, before


def strength_in_short(player: Player) -> str:
    """How many floors a bot clears."""
    return mean(player.figures.cleared, 2)


def draw_hazard(player: Player, players: Sequence[Player], floors: Sequence[int]) -> Picture:
    """The share of those who come to each floor that dies there, of one bot; the others' in grey behind it."""
    highest = max(row.hazard.interval.high for each in players for floor in floors if (row := each.on(floor)))
    steps = steps_to(max(highest, LEAST_HAZARD))
    field = Field(floors, steps[-1])
    ghosts = tuple(
        Mark(field.treads(each.along(floors, lambda row: row.hazard.value)), "ghost")
        for each in players
        if each is not player
    )
    values = player.along(floors, lambda row: row.hazard.value)
    lows = player.along(floors, lambda row: row.hazard.interval.low)
    highs = player.along(floors, lambda row: row.hazard.interval.high)
    told = [
        [
            Row("died here", share(row.hazard)),
            Row("games", f"{row.died:,} of {row.reached:,}"),
            *([Row("stopped here", f"{row.stopped:,}")] if row.stopped else []),
        ]
        if (row := player.on(floor))
        else [Row(NOBODY, "")]
        for floor in floors
    ]
    return Picture(
        title=player.name,
        alt="Hazard by floor. " + in_words(player, floors, lambda row: row.hazard),
        grid=field.grid(steps),
        x_ticks=field.x_ticks(),
        y_ticks=field.y_ticks(steps, percent_form(steps)),
        marks=(
            *ghosts,
            Mark(field.boxes(lows, highs), f"band {player.colour}"),
            Mark(field.treads(values), f"line {player.colour}"),
        ),
        spots=field.spots(told),
        gaps=field.gaps([math.isnan(value) for value in values]),
        empty=NOBODY,
    )


@dataclass(frozen=True, slots=True)
class Match:
    """One floor as a bot meets it: what the hero brings, and what it costs. All in HP, but for power and defense."""

    hp: float
    most_hp: float
    healing: float
    """Carried."""
    power: float
    defense: float
    cost: float
    """Of fighting everything that is placed there, one by one, as the hero comes there on average."""
    lost: Estimate
    """In truth."""


@dataclass(frozen=True, slots=True)
class Demand:
    """One floor as its ruleset makes it, whoever comes."""

    threat: float
    """HP that all fights cost the hero of the first floor."""
    strongest: float
    """Power of the strongest monster that can come; not a number where none comes."""
    usual: float
    """Power of a monster there, on average; not a number where none comes."""
    healing: float
    """HP that lies there."""


def demand_of(floor: FloorSurvey, heroes: Heroes) -> Demand:
    """What a floor asks for."""
    monsters = heroes.book.monsters
    numbers = {kind: average(floor.monsters.numbers(kind)) for kind in floor.monsters.kinds}
    several = math.fsum(numbers.values())
    return Demand(
        threat=heroes.floor_cost(heroes.starting, floor),
        strongest=max((float(monsters[kind].power) for kind in numbers), default=math.nan),
        usual=math.fsum(monsters[kind].power * number for kind, number in numbers.items()) / several
        if several
        else math.nan,
        healing=average(floor.healings),
    )


def match_of(found: FloorFigures, floor: FloorSurvey, heroes: Heroes) -> Match:
    """How heroes come to a floor, on average, and what it costs them."""
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
    """HP: what a floor's fights cost, what there is to pay with, and what is lost in truth."""
    threat = [demand.threat for demand in demands]
    cost = along(matches, lambda match: match.cost)
    hp = along(matches, lambda match: match.hp)
    both = along(matches, lambda match: match.hp + match.healing)
    lost = along(matches, lambda match: match.lost.value)
    lows = along(matches, lambda match: max(0.0, match.lost.interval.low))
    # One game tells nothing of what is usual: its interval is endless, and is left out.
    highs = along(matches, lambda match: finite(match.lost.interval.high))
    steps = steps_to(max(value for values in (threat, cost, both, lost) for value in values if not math.isnan(value)))
    field = Field(floors, steps[-1], 260)
    nothing = [0.0] * len(floors)
    told = [
        [
            Row("HP on arrival", f"{number(match.hp)} of {number(match.most_hp)}", "hp"),
            Row("healing carried", number(match.healing), "healing"),
            Row("cost of fights", number(match.cost), "cost"),
            Row("cost when fresh", number(demand.threat), "first"),
            Row("lost in truth", mean(match.lost), "lost"),
            Row("healing lying there", number(demand.healing)),
        ]
        if match
        else [Row(NOBODY, ""), Row("cost when fresh", number(demand.threat), "first")]
        for demand, match in zip(demands, matches, strict=True)
    ]
    ends = (
        *named("HP", "hp", hp),
        *(named("+ healing", "healing", both) if hp != both else ()),
        *named("cost of fights", "cost", cost),
        *named("cost when fresh", "first", threat),
        *named("lost in truth", "lost", lost),
    )
    return Picture(
        title="HP",
        alt="HP by floor. "
        + " ".join(
            f"Floor {floor}: {number(match.hp)} HP on arrival and {number(match.healing)} of healing carried; "
            f"all fights cost {number(match.cost)}, {number(match.lost.value)} were lost."
            for floor, match in ends_of(floors, matches)
        ),
        grid=field.grid(steps),
        x_ticks=field.x_ticks(),
        y_ticks=field.y_ticks(steps, "{:,g}"),
        marks=(
            Mark(field.between(hp, both), "area healing"),
            Mark(field.between(nothing, hp), "area hp"),
            Mark(field.stairs(threat), "line first dashed"),
            Mark(field.stairs(cost), "line cost"),
            Mark(field.boxes(lows, highs), "band lost"),
            Mark(field.treads(lost), "line lost"),
        ),
        spots=field.spots(told),
        labels=field.labels(ends),
        gaps=field.gaps([match is None for match in matches]),
        height=field.height,
    )


def draw_power(demands: Sequence[Demand], matches: Sequence[Match | None], floors: Sequence[int]) -> Picture:
    """The hero's power and defense on arrival, and the power of what waits there."""
    power, defense = along(matches, lambda match: match.power), along(matches, lambda match: match.defense)
    strongest, usual = [demand.strongest for demand in demands], [demand.usual for demand in demands]
    every = [value for values in (power, defense, strongest, usual) for value in values if not math.isnan(value)]
    steps = steps_to(max(every))
    field = Field(floors, steps[-1], 260)
    told = [
        [
            *([Row("hero’s power", number(match.power), "hp")] if match else [Row(NOBODY, "")]),
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
        grid=field.grid(steps),
        x_ticks=field.x_ticks(),
        y_ticks=field.y_ticks(steps, "{:,g}"),
        marks=(
            Mark(field.stairs(strongest), "line first dashed"),
            Mark(field.stairs(usual), "line cost"),
            Mark(field.stairs(defense), "line shield"),
            Mark(field.stairs(power), "line hp"),
        ),
        spots=field.spots(told),
        labels=field.labels(ends),
        gaps=field.gaps([match is None for match in matches]),
        height=field.height,
    )


def draw_odds(title: str, families: Sequence[Family], names: Sequence[str], floors: Sequence[int]) -> Picture:
    """What one that is drawn is, by floor: the kinds that are seen most, and all others together, upon each other."""
    field = Field(floors, 1.0, 300)
    marks, ends, notes = [], [], []
    told: list[list[Row]] = [[] for _ in floors]
    under = [0.0] * len(floors)
    for band in bands_of(families, names):
        name, odds = band.name, band.odds
        colour = OTHERS if band.colour is None else f"k{band.colour}"
        over = [low + share for low, share in zip(under, odds, strict=True)]
        marks.append(Mark(field.between(under, over), f"area {colour}"))
        middle = [(low + high) / 2 for low, high in zip(under, over, strict=True)]
        if odds[-1]:
            ends.append(End(name, colour, len(floors) - 1, middle[-1]))
        else:
            column = widest_column(odds)
            notes.append(End(name, colour, column, middle[column]))
        for rows, share_here in zip(told, odds, strict=True):
            if share_here:
                rows.insert(0, Row(name, percent(share_here), colour))
        under = over
    steps = [0.0, 0.25, 0.5, 0.75, 1.0]
    return Picture(
        title=title,
        alt=f"{title}, by floor. "
        + " ".join(
            f"Floor {floors[column]}: {', '.join(f'{row.name} {row.text}' for row in told[column]) or 'nothing'}."
            for column in sorted({0, len(floors) - 1})
        ),
        grid=field.grid(steps),
        x_ticks=field.x_ticks(),
        y_ticks=field.y_ticks(steps, percent_form(steps)),
        marks=tuple(marks),
        spots=field.spots([rows or [Row(NOTHING, "")] for rows in told]),
        labels=field.labels(ends),
        notes=field.notes(notes),
        gaps=field.gaps([not rows for rows in told]),
        empty=NOTHING,
        height=field.height,
    )


def named(text: str, colour: str, values: Sequence[float]) -> list[End]:
    """The name of a line, where it ends."""
    column = last_known(values)
    return [] if column is None else [End(text, colour, column, values[column])]


def along(matches: Sequence[Match | None], pick: Callable[[Match], float]) -> list[float]:
    """A figure by floor; not a number where nobody came."""
    return [math.nan if match is None else pick(match) for match in matches]


def finite(value: float) -> float:
    """The value, or not a number."""
    return value if math.isfinite(value) else math.nan


def ends_of(floors: Sequence[int], matches: Sequence[Match | None]) -> list[tuple[int, Match]]:
    """The first floor and the last to which anybody came."""
    seen = [(floor, match) for floor, match in zip(floors, matches, strict=True) if match is not None]
    return [*seen[:1], *seen[1:][-1:]]


def came_from(player: Player, floors: Sequence[int]) -> list[str]:
    """How many games came to each floor."""
    return ["" if (row := player.row(floor)) is None else short(row.reached) for floor in floors]


def in_words(player: Player, floors: Sequence[int], pick: Callable[[FloorFigures], Estimate]) -> str:
    """A share on the first floor, in the middle and on the last to which a bot came."""
    seen = [row for floor in floors if (row := player.on(floor))]
    columns = sorted({0, len(seen) // 2, len(seen) - 1}) if seen else []
    parts = [f"floor {seen[column].floor} {share(pick(seen[column]))}" for column in columns]
    return f"{player.name} {player.strength}: {', '.join(parts)}."


def average(values: Sequence[float]) -> float:
    """The mean of what batches had."""
    return math.fsum(values) / len(values)


def percent_form(steps: Sequence[float]) -> str:
    """How shares at even distances are written."""
    return "{:.0%}" if all(round(100 * step, 6).is_integer() for step in steps) else "{:.1%}"
