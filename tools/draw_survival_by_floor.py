# /// script
# requires-python = ">=3.11"
# dependencies = ["steep[lab]"]
# ///
"""Draw how bots fare floor by floor, from a measurement: who leaves each floor alive, and who dies on it.

    steep measure steep --bot diver,brawler,masher,explorer,tactician --games 200 --seed 835000 --out /tmp/measured
    python tools/draw_survival_by_floor.py /tmp/measured docs/pictures/dungeon.svg

The charts are the report's, with its 95% intervals. The same games give the same picture.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from steep.lab import Games, read_games
from steep.lab.charts.of_games import Player, hazard_chart, survival_chart
from steep.lab.charts.svg import in_file


def main() -> None:
    """Read the measurement and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="what steep measure wrote with --out")
    parser.add_argument("picture", type=Path, help="an .svg file to write")
    options = parser.parse_args()
    options.picture.write_text(drawn(read_games(options.folder)), encoding="utf-8")


def drawn(measured: Games) -> str:
    """Survival of all bots, and the hazard of each."""
    players = [Player(number, bot) for number, bot in enumerate(measured.figures)]
    assert measured.manifest is not None
    task = measured.manifest.tasks[0]
    floors = range(task.first_floor, task.last_floor + 1)
    survival = survival_chart(players, floors, "Share of all games that leave the floor alive")
    hazards = [
        hazard_chart(player, players, floors, f"{player.name}: share of those who reach the floor and die there")
        for player in players
    ]
    how = f"{task.games:,} games of each from seed {task.seed}, with 95% intervals; "
    subtitle = f"{how}ruleset {measured.manifest.ruleset_hash}. Grey: the other bots"
    return in_file(f"How bots fare in {measured.manifest.ruleset}", subtitle, [survival, *hazards])


if __name__ == "__main__":
    main()
