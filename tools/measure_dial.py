# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib", "steep[lab]"]
# ///
"""Measure how far bots get at every position of the difficulty dial, and plot it.

    python tools/measure_dial.py [GAMES] [RULESET ...]

Prints a table for each ruleset, names each position at which a bot got further than at the one below, and writes
docs/pictures/dial.png: of the tutorials' rulesets, unless others are named, which are only printed. A dungeon that ends
is played on all its floors. The same number of games gives the same figures and the same picture.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from matplotlib.figure import Figure

from steep.content import Rulebook, load_ruleset
from steep.content.dial import dialled
from steep.core.cpu_cores import cores
from steep.lab.figures.game_figures import cleared
from steep.lab.simulate.play_in_worker_threads import WorkerPool, chunks_of
from steep.lab.simulate.played_games import PlayedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.confidence_intervals import Estimate, wilson

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "dial.png"

RULESETS = ("tcod-2020", "tcod-2019", "roguebasin", "rotjs", "godot")
BOTS = ("brawler", "diver", "explorer")
POSITIONS = tuple(tenth / 10 for tenth in range(11))
GAMES = 400
FLOORS = 10
"""That are played of a dungeon without end."""

COLOURS = ("#D55E00", "#0072B2", "#009E73")
"""From Okabe and Ito (2002), distinct for every kind of colour vision."""
INK, SOFT = "#222222", "#666666"


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
    figure = Figure(figsize=(13, 3.9), dpi=110, facecolor="white")
    panels = figure.subplots(1, len(RULESETS), sharey=True)
    figure.subplots_adjust(left=0.05, right=0.985, top=0.76, bottom=0.14, wspace=0.12)
    figure.text(0.05, 0.93, "Hazard rises with the dial", fontsize=15, color=INK, weight="bold")
    subtitle = (
        f"Floors of 10 left alive, mean of {games} games from seed 0 on, with 95% intervals; "
        "at 0.5 the ruleset is as written"
    )
    figure.text(0.05, 0.865, subtitle, fontsize=9.5, color=SOFT)
    for panel, ruleset in zip(panels, RULESETS, strict=True):
        panel.axvline(0.5, color="#DDDDDD", linewidth=1)
        for bot, colour in zip(BOTS, COLOURS, strict=True):
            points = [point.cleared for point in curves[ruleset, bot]]
            lows, highs = [each.interval.low for each in points], [each.interval.high for each in points]
            panel.fill_between(POSITIONS, lows, highs, color=colour, alpha=0.2, linewidth=0)
            panel.plot(POSITIONS, [each.value for each in points], color=colour, linewidth=2, label=bot)
        panel.set_title(ruleset, loc="left", fontsize=11.5, color=INK)
        panel.set_xlim(0, 1)
        panel.set_ylim(0, 10.4)
        panel.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
        panel.grid(axis="y", color="#EEEEEE")
        panel.tick_params(colors=SOFT, labelsize=9, length=0)
        for side in ("top", "right", "left", "bottom"):
            panel.spines[side].set_visible(False)
    panels[0].set_ylabel("floors cleared", color=SOFT)
    panels[len(RULESETS) // 2].set_xlabel("difficulty", color=SOFT)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper right", ncols=len(BOTS), frameon=False, bbox_to_anchor=(0.985, 0.985))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(PICTURE)
    print(f"\nwrote {PICTURE}", file=sys.stderr)


if __name__ == "__main__":
    main()
