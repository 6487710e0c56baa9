"""Charts of games that were played: survival, hazard, and what a floor costs beside what the hero has to pay with."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from steep.balance.possible_heroes_by_floor import Demand, Stats
from steep.bots.choose_action import BOTS
from steep.lab.charts.chart import BOT_COLOURS, Chart, Line, Strip, estimated
from steep.lab.counting.counts import Counts
from steep.lab.figures.figures_with_intervals import BotFigures, FloorFigures, figures_of
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.shares_as_text import mean, number, share

MIN_HAZARD_SCALE = 0.05
"""The lowest top of a hazard axis, which keeps tiny hazards tiny."""

Pick = Callable[[FloorFigures], float]


@dataclass(frozen=True, slots=True)
class Player:
    """A bot or another player: its figures and its number."""

    number: int
    figures: BotFigures

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.figures.task.bot

    @property
    def does(self) -> str:
        """What the bot does, in words; empty for other players."""
        known = BOTS.get(self.name)
        return known.does if known else ""

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

    def means(self, floors: Sequence[int], name: str) -> tuple[float, ...]:
        """The mean of a measure by floor; NaN where no game reached it."""
        return self.along(floors, lambda row: row.means[name].value)


def survival_chart(players: Sequence[Player], floors: Sequence[int], title: str = "Survival") -> Chart:
    """The share of all heroes that leave each floor alive: a step line with its interval for each bot."""
    lines = []
    for player in players:
        # Survival is known even on floors that no game reached: dead heroes do not leave them alive.
        rows = [player.row(floor) for floor in floors]
        alive = [None if row is None else row.survival for row in rows]
        line = estimated(player.name, player.colour, alive, "steps", share, player.name, start=1.0)
        lines.append(replace(line, at=half_way(line.values)))
    strips = (
        Strip(player.name, mean(player.figures.cleared, 2), player.colour, reached_by(player, floors))
        for player in players
    )
    return Chart(title, tuple(floors), tuple(lines), shares=True, top=1.0, height=320, strips=tuple(strips))


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
    rows = [player.on(floor) for floor in floors]

    def told(name: str, write: Callable[[FloorFigures], str]) -> Line:
        return Line(name, "", (), None, texts=tuple("" if row is None else write(row) for row in rows))

    lines = (
        *(
            Line("", "soft", each.along(floors, lambda row: row.hazard.value), "ghost", of=each.name)
            for each in players
            if each is not player
        ),
        estimated("", player.colour, [None if row is None else row.hazard for row in rows], "treads", share),
        told("died here", lambda row: share(row.hazard)),
        told("games", lambda row: f"{row.died:,} of {row.reached:,}"),
        told("stopped here", lambda row: f"{row.stopped:,}" if row.stopped else ""),
    )
    highest = max(row.hazard.interval.high for each in players for floor in floors if (row := each.on(floor)))
    return Chart(
        title or f"Hazard of {player.name}",
        tuple(floors),
        lines,
        shares=True,
        top=max(highest, MIN_HAZARD_SCALE),
        note="" if title else player.strength,
        of=player.name,
        gaps=tuple(row is None for row in rows),
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
        hazard = f"Hazard of the {task.bot}, {player.name}: of those who reach a floor, the share who die there"
        yield hazard_chart(player, players, floors, hazard)


def balance_chart(player: Player, demands: Sequence[Demand], costs: Sequence[float], floors: Sequence[int]) -> Chart:
    """HP: what a floor's fights cost, what the hero has to pay with, and what was really lost.

    `demands` and `costs` are by floor: what its fights cost a new hero, and the average hero on arrival.
    """
    hp, most, healing = (player.means(floors, name) for name in ("hp", "max_hp", "healing"))
    both = tuple(has + more for has, more in zip(hp, healing, strict=True))
    lost = [None if (row := player.on(floor)) is None else row.means["damage"] for floor in floors]
    of_most = tuple(
        "" if math.isnan(has) else f"{number(has)} of {number(top)}" for has, top in zip(hp, most, strict=True)
    )
    carries = any(more > 0 for more in healing)
    lines = (
        Line(
            "+ healing" if carries else "",
            "healing",
            both,
            "area",
            hp,
            texts=tuple("" if math.isnan(more) else number(more) for more in healing),
        ),
        Line("HP", "hp", hp, "area", (0.0,) * len(floors), texts=of_most),
        Line("cost when fresh", "first", tuple(demand.threat for demand in demands), "dashed"),
        Line("cost of fights", "cost", tuple(costs)),
        estimated("really lost", "lost", lost, "treads", mean),
        Line("healing on the floor", "", tuple(demand.healing for demand in demands), None),
    )
    gaps = tuple(each is None for each in lost)
    return Chart("HP", tuple(floors), lines, height=260, as_table=True, gaps=gaps)


def power_chart(player: Player, demands: Sequence[Demand], floors: Sequence[int]) -> Chart:
    """The hero's power and defense on arrival, and the power of the monsters there."""
    power, defense = player.means(floors, "power"), player.means(floors, "defense")
    lines = (
        Line("worst monster", "first", tuple(demand.strongest for demand in demands), "dashed"),
        Line("usual monster", "cost", tuple(demand.usual for demand in demands)),
        Line("hero’s defense", "shield", defense),
        Line("hero’s power", "hp", power),
    )
    gaps = tuple(math.isnan(each) for each in power)
    return Chart("Power and defense", tuple(floors), lines, height=260, as_table=True, gaps=gaps)


def mean_hero(row: FloorFigures) -> Stats:
    """The mean hero that arrives on a floor."""
    most, power, defense = (round(row.means[name].value) for name in ("max_hp", "power", "defense"))
    return Stats(most, power, defense)


def reached_by(player: Player, floors: Sequence[int]) -> tuple[str, ...]:
    """How many games reached each floor, as short texts."""
    return tuple("" if (row := player.row(floor)) is None else short(row.reached) for floor in floors)


def short(count: int) -> str:
    """A count in at most four characters, up to a billion: 950, 9.5k, 12M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        # Write 1.0M rather than 1000k.
        if count >= size * 0.9995:
            scaled = count / size
            return f"{scaled:.1f}{letter}" if scaled < 9.95 else f"{scaled:.0f}{letter}"
    return str(count)
