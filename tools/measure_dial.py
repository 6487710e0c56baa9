# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Measure how far bots get at every position of the difficulty dial, and plot it.

    python tools/measure_dial.py [GAMES] [RULESET ...]

Prints a table for each ruleset, names each position at which a bot got further than at the one below, and writes
docs/pictures/dial.svg: of the tutorials' rulesets, unless others are named, which are only printed. A dungeon that ends
is played on all its floors. The same number of games gives the same figures and the same picture.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from steep.content import Rulebook, load_ruleset
from steep.content.dial import dialled
from steep.core.processes import cores
from steep.lab.charts.chart import BOT_COLOURS, Chart, estimated
from steep.lab.charts.of_games import half_way
from steep.lab.charts.svg import in_file
from steep.lab.figures.game_figures import cleared
from steep.lab.simulate.play_games import WorkerPool, chunks_of
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate, wilson
from steep.lab.stats.shares_as_text import mean

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "dial.svg"

RULESETS = ("tcod-2020", "tcod-2019", "roguebasin", "rotjs", "godot")
BOTS = ("brawler", "diver", "explorer")
POSITIONS = tuple(tenth / 10 for tenth in range(11))
GAMES = 400
FLOORS = 10
"""That are played of a dungeon without end."""


@dataclass(frozen=True, slots=True)
class Point:
    """A bot's result in a ruleset at one position."""

    cleared: Estimate
    """Floors left alive."""
    died: float
    """The share of games that end in death."""
    died_low: float
    died_high: float


def main() -> None:
    """Measure, print and plot."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    names = sys.argv[2:] or RULESETS
    curves = {(ruleset, bot): curve(ruleset, bot, games) for ruleset in names for bot in BOTS}
    for ruleset in names:
        print_ruleset(ruleset, {bot: curves[ruleset, bot] for bot in BOTS})
    if names == RULESETS:
        draw(curves, games)


def floors_of(rulebook: Rulebook) -> int:
    """How many floors are played."""
    return rulebook.run.last_floor or FLOORS


def curve(ruleset: str, bot: str, games: int) -> list[Point]:
    """The points of one line, from the easiest to the hardest."""
    rulebook, points = load_ruleset(ruleset), []
    for position in POSITIONS:
        task = Task(bot, 0, games, last_floor=floors_of(rulebook))
        played = PlayedGames(task, len(rulebook.monsters))
        with WorkerPool(dialled(rulebook, position).compiled, cores()) as worker_pool:
            for batch in worker_pool.batches(chunks_of(task, largest=50)):
                played.add(batch)
        died = sum(played.counts.died)
        interval = wilson(died, games)
        points.append(Point(cleared(played.counts), died / games, interval.low, interval.high))
    print(f"{ruleset} {bot}: measured", file=sys.stderr)
    return points


def print_ruleset(ruleset: str, curves: dict[str, list[Point]]) -> None:
    """Print a table, and every position at which a bot got further than at the one below."""
    print(f"\n{ruleset}: floors of {floors_of(load_ruleset(ruleset))} cleared, and the share that dies\n")
    print("| dial | " + " | ".join(curves) + " |")
    print("| --- |" + " --- |" * len(curves))
    for at, position in enumerate(POSITIONS):
        cells = (points[at] for points in curves.values())
        shown = (
            f"{point.cleared.value:.2f} ±{point.cleared.interval.half_width:.2f}, {100 * point.died:.0f}%"
            for point in cells
        )
        print(f"| {position:.1f} | {' | '.join(shown)} |")
    for bot, points in curves.items():
        for (low, easier), (high, harder) in pairwise(zip(POSITIONS, points, strict=True)):
            rise = harder.cleared.value - easier.cleared.value
            half_width = (easier.cleared.interval.half_width**2 + harder.cleared.interval.half_width**2) ** 0.5
            if rise > 0:
                verdict = "more than chance gives" if rise > half_width else "within chance"
                print(f"{bot} gets {rise:.2f} ±{half_width:.2f} floors further at {high} than at {low}: {verdict}")


def draw(curves: dict[tuple[str, str], list[Point]], games: int) -> None:
    """Write the plot."""
    charts = [chart(ruleset, {bot: curves[ruleset, bot] for bot in BOTS}) for ruleset in RULESETS]
    subtitle = (
        f"Floors of {FLOORS} left alive, by the position of the dial: means of {games} games from seed 0 on, with 95% "
        "intervals; at 0.5 the ruleset is as written"
    )
    PICTURE.write_text(in_file("Hazard rises with the dial", subtitle, charts, across=3, wide=270), encoding="utf-8")
    print(f"\nwrote {PICTURE}", file=sys.stderr)


def chart(ruleset: str, curves: dict[str, list[Point]]) -> Chart:
    """How far each bot gets at each position."""
    lines = []
    for (bot, points), colour in zip(curves.items(), BOT_COLOURS, strict=False):
        line = estimated(bot, colour, [point.cleared for point in points], "steps", lambda cleared: mean(cleared, 2))
        column, share = half_way([value / FLOORS for value in line.values])
        lines.append(replace(line, at=(max(column, 0), share * FLOORS)))
    return Chart(f"Floors cleared in {ruleset}", POSITIONS, tuple(lines), top=FLOORS, axis="Dial")


if __name__ == "__main__":
    main()
