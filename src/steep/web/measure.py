"""What the workbench's games say: a bot's figures by floor, how they changed, and whether they lie in bands.

The statistics come from the lab. This module knows no page; all answers are plain data.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypedDict, get_args

from steep.content import Rulebook
from steep.content.reading.find_and_read_ruleset_files import parse
from steep.content.ruleset_errors import Location, Mistake
from steep.core.record import fields_of
from steep.core.world import PLAYING
from steep.lab.counting.counts import OUTCOME_OF_END, Counts, Pairs
from steep.lab.figures.figures_in_bands import figures_in_bands, text_row
from steep.lab.figures.game_figures import killers_of
from steep.lab.simulate.floor_visit import OWN_FIRE, FloorVisit
from steep.lab.stats.confidence_intervals import holm
from steep.lab.stats.paired_differences import (
    DIED,
    SURVIVED,
    Difference,
    end_code,
    paired_hazards,
    paired_survival,
)
from steep.lab.storage.target_file import Target, target_of
from steep.web.curves_in_text import Point
from steep.web.rpc import Problem, problems_of

Figure = Literal["survival", "hazard"]
"""A figure that is drawn by floor, and has bands by floor."""

DRAWN: tuple[Figure, ...] = get_args(Figure)


class BrowserGame(NamedTuple):
    """How a game of a bot went."""

    seed: int
    floor: int
    """The last that was played."""
    outcome: int
    """DIED, SURVIVED (left the last floor alive) or CENSORED."""
    turns: int
    killer: int
    """A row of `killers_of`; -1 for none."""


def games_of(visits: bytes, monsters: int) -> list[BrowserGame]:
    """The games in packed rows of floor visits, of a ruleset with so many kinds of monsters."""
    names = [field.name for field in fields_of(FloorVisit)]
    numbers = memoryview(visits).cast("q")
    columns = (
        numbers[names.index(name) :: len(names)] for name in ("seed", "floor", "end", "killer", "arrived", "turns")
    )
    return [
        BrowserGame(
            seed, floor, OUTCOME_OF_END[end], arrived + turns, kind if kind < OWN_FIRE else monsters + kind - OWN_FIRE
        )
        for seed, floor, end, kind, arrived, turns in zip(*columns, strict=True)
        if end != PLAYING
    ]


def last_floor_and_end(game: BrowserGame, floors: int) -> tuple[int, int]:
    """The row of the last of some floors that a game reached, and how it ended there. It won if it went deeper."""
    return (floors - 1, SURVIVED) if game.floor > floors else (game.floor - 1, game.outcome)


def counts_of(games: Sequence[BrowserGame], floors: int) -> Counts:
    """Games on floors 1 to `floors`."""
    counts = Counts(floors)
    for game in games:
        row, outcome = last_floor_and_end(game, floors)
        counts.add((0, row, outcome, game.killer if outcome == DIED else -1), game.turns)
    return counts


def deaths_of(games: Sequence[BrowserGame]) -> list[tuple[int, int]]:
    """Each floor on which a hero died, and the lowest seed of a game that ended so."""
    seeds: dict[int, int] = {}
    for game in games:
        if game.outcome == DIED:
            seeds[game.floor] = min(game.seed, seeds.get(game.floor, game.seed))
    return sorted(seeds.items())


class MeasuredChange(TypedDict):
    """A figure of one floor, after minus before."""

    value: float
    low: float
    high: float
    p: float
    """Adjusted with Holm's method for testing the figure on all floors."""


def changes(
    before: Sequence[BrowserGame], after: Sequence[BrowserGame], floors: int
) -> dict[Figure, list[MeasuredChange]]:
    """How each of the DRAWN figures changed, by floor, in games of the seeds that both have."""
    pairs, codes = Pairs(floors), {game.seed: end_code(*last_floor_and_end(game, floors)) for game in before}
    pairs.add(
        (game.seed, codes[game.seed], end_code(*last_floor_and_end(game, floors)))
        for game in after
        if game.seed in codes
    )
    found: dict[Figure, Callable[..., list[Difference]]] = {"survival": paired_survival, "hazard": paired_hazards}
    return {name: as_measured_changes(figure(pairs.ended, floors)) for name, figure in found.items()}


def as_measured_changes(differences: Sequence[Difference]) -> list[MeasuredChange]:
    """Differences as plain data."""
    adjusted = iter(holm([each.p for each in differences if not math.isnan(each.value)]))
    return [
        MeasuredChange(
            value=each.value,
            low=each.interval.low,
            high=each.interval.high,
            p=1.0 if math.isnan(each.value) else next(adjusted),
        )
        for each in differences
    ]


class BandByFloor(TypedDict):
    """A band of one floor, as shares, with the points that move its ends."""

    floor: int
    low: float
    high: float


class Bands(TypedDict):
    """What a target asks of a bot."""

    problems: list[Problem]
    floors: int
    """The last floor that games are to play."""
    drawn: dict[Figure, list[BandByFloor]]
    """Bands by floor of the DRAWN figures."""
    points: dict[Figure, list[Point]]
    """The ends of these bands in the text, in percent."""
    others: list[str]
    """Other bots that have bands."""


def target_in(text: str) -> tuple[Target | None, list[Problem]]:
    """The target of a text, or its mistakes."""
    mistakes: list[Mistake] = []
    at = Location(mistakes, "target")
    table = parse(text, at)
    target = None if table is None else target_of(table, at)
    return target, problems_of(mistakes)


def bands_of_target(text: str, bot: str) -> Bands:
    """What the target of a text asks of a bot."""
    target, problems = target_in(text)
    found = Bands(
        problems=problems,
        floors=0,
        drawn={name: [] for name in DRAWN},
        points={name: [] for name in DRAWN},
        others=[],
    )
    if target is None:
        return found
    found["others"] = sorted({band.bot for band in target.bands} - {bot})
    found["floors"] = target.tasks[0].last_floor
    for band in target.bands:
        if band.bot == bot and band.floor is not None:
            for name in DRAWN:
                if band.measure == name:
                    found["drawn"][name].append(BandByFloor(floor=band.floor, low=band.low, high=band.high))
    written = tomllib.loads(text)["bands"].get(bot, {})
    for name in DRAWN:
        for floors, pair in written.get(name, {}).items():
            first = int(floors.partition("-")[0])
            found["points"][name] += [
                Point(path=f"bands.{bot}.{name}.{floors}[{end}]", moves="value", floor=first, value=value)
                for end, value in enumerate(pair, 1)
            ]
    return found


class Verdict(TypedDict):
    """A band, what was measured of it, and whether it holds, as text."""

    figure: str
    band: str
    value: str
    interval: str
    verdict: str


def verdicts(text: str, bot: str, games: Sequence[BrowserGame], floors: int, rulebook: Rulebook) -> list[Verdict]:
    """Whether a bot's games lie in the bands of a text's target. The bands may be on floors that no game reached."""
    target, _ = target_in(text)
    bands = [] if target is None else [each for each in target.bands if each.bot == bot]
    if target is None or not bands or not games:
        return []
    counts = counts_of(games, max(floors, target.tasks[0].last_floor))
    figures = figures_in_bands(bands, {bot: counts}, target.confidence, killers_of(rulebook))
    return [Verdict(**dict(zip(Verdict.__annotations__, text_row(each), strict=True))) for each in figures]  # type: ignore[typeddict-item]
