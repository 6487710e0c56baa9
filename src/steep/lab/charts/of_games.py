"""Charts of games that were played: survival, hazard, and what a floor costs beside what the hero has to pay with."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from steep.balance.odds_and_expectations import FloorSurvey
from steep.balance.possible_heroes_by_floor import Heroes, Stats
from steep.balance.threat_power_and_healing_by_floor import Demand
from steep.lab.charts.chart import SHARE_STEPS, Chart, Label, Mark, Row, Strip, label_at_end, percent_form, steps_to
from steep.lab.charts.looks import BOT_COLOURS
from steep.lab.charts.numbers_as_text import mean, number, share, short
from steep.lab.counting.counts import Counts
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures, figures_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate

NOT_REACHED = "not reached"

MIN_HAZARD_SCALE = 0.05
"""The least top of a hazard axis, so that tiny hazards look tiny."""

Pick = Callable[[FloorFigures], float]


@dataclass(frozen=True, slots=True)
class Player:
    """A bot, or whoever plays: its figures and its number."""

    number: int
    figures: BotFigures

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.figures.task.bot

    @property
    def colour(self) -> str:
        """One of `COLOURS`."""
        return BOT_COLOURS[self.number % len(BOT_COLOURS)]

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

    def along(self, floors: Sequence[int], pick: Pick) -> tuple[float, ...]:
        """A value by floor; NaN where no game reached it."""
        return tuple(math.nan if (found := self.on(floor)) is None else pick(found) for floor in floors)


def survival_chart(players: Sequence[Player], floors: Sequence[int], title: str = "") -> Chart:
    """The share of all heroes that leave each floor alive: a step line with its interval for each bot."""
    bands, lines, labels = [], [], []
    for player in players:
        # Survival is known even on floors that no game reached: dead heroes do not leave them alive.
        rows = [player.row(floor) for floor in floors]
        values = tuple(math.nan if row is None else row.survival.value for row in rows)
        lows = tuple(math.nan if row is None else row.survival.interval.low for row in rows)
        highs = tuple(math.nan if row is None else row.survival.interval.high for row in rows)
        bands.append(Mark("band", player.colour, highs, lows, of=player.name))
        lines.append(Mark("steps", player.colour, values, start=1.0, of=player.name))
        labels.append(Label(player.name, player.colour, *half_way(values), of=player.name))
    return Chart(
        title=title,
        alt="Survival by floor. " + " ".join(in_words(player, floors, lambda row: row.survival) for player in players),
        columns=tuple(floors),
        steps=SHARE_STEPS,
        form=percent_form(SHARE_STEPS),
        height=320,
        marks=(*bands, *lines),
        tips=tuple(
            tuple(
                Row(player.name, share(row.survival), player.colour) for player in players if (row := player.row(floor))
            )
            for floor in floors
        ),
        labels=tuple(labels),
        strips=tuple(
            Strip(player.name, mean(player.figures.cleared, 2), player.colour, reached_by(player, floors))
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


def hazard_chart(player: Player, players: Sequence[Player], floors: Sequence[int], title: str = "") -> Chart:
    """One bot's hazard on each floor, with the other bots' in grey behind it."""
    highest = max(row.hazard.interval.high for each in players for floor in floors if (row := each.on(floor)))
    steps = steps_to(max(highest, MIN_HAZARD_SCALE))
    values = player.along(floors, lambda row: row.hazard.value)
    lows = player.along(floors, lambda row: row.hazard.interval.low)
    highs = player.along(floors, lambda row: row.hazard.interval.high)
    return Chart(
        title=title or player.name,
        note="" if title else player.strength,
        of=player.name,
        alt="Hazard by floor. " + in_words(player, floors, lambda row: row.hazard),
        columns=tuple(floors),
        steps=steps,
        form=percent_form(steps),
        marks=(
            *(
                Mark("ghost", "soft", each.along(floors, lambda row: row.hazard.value), of=each.name)
                for each in players
                if each is not player
            ),
            Mark("boxes", player.colour, highs, lows),
            Mark("treads", player.colour, values),
        ),
        tips=tuple(
            (
                Row("died here", share(row.hazard)),
                Row("games", f"{row.died:,} of {row.reached:,}"),
                *((Row("stopped here", f"{row.stopped:,}"),) if row.stopped else ()),
            )
            if (row := player.on(floor))
            else (Row(NOT_REACHED, ""),)
            for floor in floors
        ),
        gaps=tuple(math.isnan(value) for value in values),
        empty=NOT_REACHED,
    )


def charts_of_counts(task: Task, sides: Mapping[str, Counts]) -> Iterator[Chart]:
    """One bot's survival under several names, and its hazard under each."""
    players = [
        Player(number, figures_of(replace(task, bot=name), counts))
        for number, (name, counts) in enumerate(sides.items())
    ]
    reached = max(row for counts in sides.values() for row, games in enumerate(counts.reached) if games or row == 0)
    floors = range(task.first_floor, task.first_floor + reached + 1)
    survival = f"Survival of the {task.bot}: the share of all heroes who leave each floor"
    yield survival_chart(players, floors, survival)
    for player in players:
        hazard = f"Hazard of the {task.bot}, {player.name}: the share of those who reach a floor and die there"
        yield hazard_chart(player, players, floors, hazard)


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


Matches = Sequence[Match | None]
"""By floor; None where no game reached it."""


def balance_chart(demands: Sequence[Demand], matches: Matches, floors: Sequence[int]) -> Chart:
    """HP: what a floor's fights cost, what the hero has to pay with, and what was really lost."""
    threat = tuple(demand.threat for demand in demands)
    cost = along(matches, lambda match: match.cost)
    hp = along(matches, lambda match: match.hp)
    both = along(matches, lambda match: match.hp + match.healing)
    lost = along(matches, lambda match: match.lost.value)
    lows = along(matches, lambda match: max(0.0, match.lost.interval.low))
    # With a single game the interval is infinite and is left out.
    highs = along(matches, lambda match: finite(match.lost.interval.high))
    return Chart(
        title="HP",
        alt="HP by floor. "
        + " ".join(
            f"Floor {floor}: {number(match.hp)} HP on arrival and {number(match.healing)} of healing carried; "
            f"all fights cost {number(match.cost)}, {number(match.lost.value)} were lost."
            for floor, match in ends_of(floors, matches)
        ),
        columns=tuple(floors),
        steps=steps_to(max(value for line in (threat, cost, both, lost) for value in line if not math.isnan(value))),
        height=260,
        as_table=True,
        marks=(
            Mark("area", "healing", both, hp),
            Mark("area", "hp", hp, (0.0,) * len(floors)),
            Mark("dashed", "first", threat),
            Mark("steps", "cost", cost),
            Mark("boxes", "lost", highs, lows),
            Mark("treads", "lost", lost),
        ),
        tips=tuple(
            (
                Row("HP on arrival", f"{number(match.hp)} of {number(match.max_hp)}", "hp"),
                Row("healing carried", number(match.healing), "healing"),
                Row("cost of fights", number(match.cost), "cost"),
                Row("cost when fresh", number(demand.threat), "first"),
                Row("really lost", mean(match.lost), "lost"),
                Row("healing on the floor", number(demand.healing)),
            )
            if match
            else (Row(NOT_REACHED, ""), Row("cost when fresh", number(demand.threat), "first"))
            for demand, match in zip(demands, matches, strict=True)
        ),
        labels=(
            *label_at_end("HP", "hp", hp),
            *(label_at_end("+ healing", "healing", both) if hp != both else ()),
            *label_at_end("cost of fights", "cost", cost),
            *label_at_end("cost when fresh", "first", threat),
            *label_at_end("really lost", "lost", lost),
        ),
        gaps=tuple(match is None for match in matches),
    )


def power_chart(demands: Sequence[Demand], matches: Matches, floors: Sequence[int]) -> Chart:
    """The hero's power and defense on arrival, and the power of the monsters there."""
    power, defense = along(matches, lambda match: match.power), along(matches, lambda match: match.defense)
    strongest, usual = (tuple(getattr(demand, name) for demand in demands) for name in ("strongest", "usual"))
    lines = (power, defense, strongest, usual)
    return Chart(
        title="Power and defense",
        alt="Power and defense by floor. "
        + " ".join(
            f"Floor {floor}: the hero comes with power {number(match.power)} and defense {number(match.defense)}."
            for floor, match in ends_of(floors, matches)
        ),
        columns=tuple(floors),
        steps=steps_to(max(value for line in lines for value in line if not math.isnan(value))),
        height=260,
        as_table=True,
        marks=(
            Mark("dashed", "first", strongest),
            Mark("steps", "cost", usual),
            Mark("steps", "shield", defense),
            Mark("steps", "hp", power),
        ),
        tips=tuple(
            (
                *((Row("hero’s power", number(match.power), "hp"),) if match else (Row(NOT_REACHED, ""),)),
                *((Row("hero’s defense", number(match.defense), "shield"),) if match else ()),
                Row("usual monster’s power", number(demand.usual), "cost"),
                Row("worst monster’s power", number(demand.strongest), "first"),
            )
            for demand, match in zip(demands, matches, strict=True)
        ),
        labels=(
            *label_at_end("hero’s power", "hp", power),
            *label_at_end("hero’s defense", "shield", defense),
            *label_at_end("usual monster", "cost", usual),
            *label_at_end("worst monster", "first", strongest),
        ),
        gaps=tuple(match is None for match in matches),
    )


def along(matches: Matches, pick: Callable[[Match], float]) -> tuple[float, ...]:
    """A value by floor; NaN where no game reached it."""
    return tuple(math.nan if match is None else pick(match) for match in matches)


def finite(value: float) -> float:
    """The value, or NaN if it is infinite."""
    return value if math.isfinite(value) else math.nan


def ends_of(floors: Sequence[int], matches: Matches) -> list[tuple[int, Match]]:
    """The first floor and the last that any game reached."""
    seen = [(floor, match) for floor, match in zip(floors, matches, strict=True) if match is not None]
    return [*seen[:1], *seen[1:][-1:]]


def reached_by(player: Player, floors: Sequence[int]) -> tuple[str, ...]:
    """How many games reached each floor, as short texts."""
    return tuple("" if (row := player.row(floor)) is None else short(row.reached) for floor in floors)


def in_words(player: Player, floors: Sequence[int], pick: Callable[[FloorFigures], Estimate]) -> str:
    """A share on the first, the middle and the last floor that a bot reached, in words."""
    seen = [row for floor in floors if (row := player.on(floor))]
    columns = sorted({0, len(seen) // 2, len(seen) - 1}) if seen else []
    parts = [f"floor {seen[column].floor} {share(pick(seen[column]))}" for column in columns]
    return f"{player.name} {player.strength}: {', '.join(parts)}."
