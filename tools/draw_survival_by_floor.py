# /// script
# requires-python = ">=3.11"
# dependencies = ["matplotlib"]
# ///
"""Draw how bots fare floor by floor, from a measurement: who leaves each floor alive, and who dies on it.

    steep measure steep --bot diver,brawler,masher,explorer,tactician --games 200 --seed 820000 \
        --format json > measured.json
    python tools/draw_survival_by_floor.py measured.json docs/pictures/dungeon.png

The intervals are the measurement's own, 95%. Hazard is drawn on floors that at least 20 games reached. The same file
gives the same picture.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""From Okabe and Ito (2002), distinct for every kind of colour vision."""
INK, SOFT = "#222222", "#666666"

ENOUGH = 20
"""Games that must have reached a floor for its hazard to be drawn."""


def main() -> None:
    """Read the measurement and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measured", type=Path, help="what steep measure printed with --format json")
    parser.add_argument("picture", type=Path, help="a .png or .svg file to write")
    options = parser.parse_args()
    draw(json.loads(options.measured.read_text("utf-8"))).savefig(options.picture, metadata={"Date": None})


def draw(measured: dict[str, Any]) -> Figure:
    """Survival above, hazard below, by floor, with a line and its interval for each bot."""
    figure = Figure(figsize=(9.5, 7.5), dpi=110, facecolor="white")
    survival, hazard = figure.subplots(2, 1, sharex=True)
    figure.subplots_adjust(left=0.08, right=0.97, top=0.85, bottom=0.07, hspace=0.18)
    bots = measured["bots"]
    games = " or ".join(sorted({f"{bot['games']:,}" for bot in bots}))
    figure.text(0.08, 0.955, f"How bots fare in {measured['ruleset']}", fontsize=15, color=INK, weight="bold")
    how = f"{games} games of each from seed {bots[0]['seed']}, with 95% intervals; ruleset {measured['ruleset_hash']}"
    figure.text(0.08, 0.925, how, fontsize=9.5, color=SOFT)
    for bot, colour in zip(bots, COLOURS, strict=False):
        label = f"{bot['bot']}, {bot['won'] / bot['games']:.1%} win"
        curve(survival, bot["floors"], "survival", colour, label)
        reached = [row for row in bot["floors"] if row["reached"] >= ENOUGH]
        curve(hazard, reached, "hazard", colour, label)
    finish(survival, "Share of all games that leave the floor alive")
    finish(hazard, f"Share of those who reach the floor and die there (floors that {ENOUGH} or more reached)")
    figure.legend(
        *survival.get_legend_handles_labels(),
        loc="upper left",
        bbox_to_anchor=(0.07, 0.92),
        ncols=len(bots),
        columnspacing=1.2,
        handlelength=1.5,
        frameon=False,
        fontsize=9,
        labelcolor=INK,
    )
    hazard.set_xlabel("floor", color=SOFT)
    return figure


def curve(panel: Axes, rows: list[dict[str, Any]], name: str, colour: str, label: str) -> None:
    """A figure's line and its interval."""
    floors = [row["floor"] for row in rows]
    lows, highs = [row[name]["low"] for row in rows], [row[name]["high"] for row in rows]
    panel.fill_between(floors, lows, highs, color=colour, alpha=0.18, linewidth=0)
    panel.plot(floors, [row[name]["value"] for row in rows], color=colour, linewidth=2, marker="o", ms=3, label=label)


def finish(panel: Axes, title: str) -> None:
    """Title and axes."""
    panel.set_title(title, loc="left", fontsize=11, color=INK)
    panel.set_ylim(0, 1)
    panel.xaxis.set_major_locator(MaxNLocator(20, integer=True))
    panel.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    panel.grid(color="#EEEEEE")
    panel.tick_params(colors=SOFT, labelsize=9, length=0)
    for side in ("top", "right", "left", "bottom"):
        panel.spines[side].set_visible(False)


if __name__ == "__main__":
    main()
