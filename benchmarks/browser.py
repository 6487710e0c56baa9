"""Measures the pages in Chromium: the first frame, a key to its frame, and the workbench. Needs what `make web` built.

    python benchmarks/browser.py

The games wait turn after turn: one of tcod-2020 with what its first floor has, and one of Steep's own dungeon with ten
monsters that are awake and in view. A frame is drawn when its canvas is; the display may show it one refresh later. In
the workbench a digit of a weight is typed and deleted again; its answers are the odds and the curves of the new text. A
point is dragged up and down, and odds are counted when another drawing of them is there at a frame.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from steep.content import load_ruleset
from steep.core.geometry import steps_between
from steep.play.files import saves
from steep.play.player_view import visible_monsters
from steep.play.session import Session
from steep.play.wizard import COMMANDS, settle
from steep.rules.monsters.behaviours import wake_up

ROOT = Path(__file__).parents[1]
MONSTERS = 10


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and prints nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""


def a_crowded_game() -> Session:
    """A wizard's game in Steep's own dungeon, invulnerable, with ten monsters awake in view."""
    rulebook = load_ruleset("steep")
    place = next(command for command in COMMANDS if command.name == "Place a monster")
    kind = next(number for number, each in enumerate(rulebook.monsters) if each.key == "hound")
    for seed in range(100):
        session = Session.start(rulebook, seed, wizard=True)
        session.invulnerable = True
        hero, world = session.hero, session.world
        for cell in [*hero.in_view[: hero.in_view_count]]:
            if len(visible_monsters(hero)) < MONSTERS and steps_between(cell, hero.cell) > 1:
                session.change_as_wizard(place, kind, cell)
        if len(visible_monsters(hero)) >= MONSTERS:
            for actor in world.actors[: world.actor_count]:
                if actor.asleep:
                    wake_up(world, actor)
            settle(world, rulebook)
            return session
    raise RuntimeError("no first floor has room for the monsters")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        games = {
            "tcod-2020": Session.start(load_ruleset("tcod-2020"), 42),
            "the own dungeon with ten monsters": a_crowded_game(),
        }
        arguments = []
        for number, (name, session) in enumerate(games.items()):
            path = Path(folder) / f"{number}.steep"
            saves.save(session, path)
            arguments.append(f"{name}={path}")
        handler = partial(QuietHandler, directory=str(ROOT / "build" / "web"))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/"
            run = subprocess.run(
                ["node", ROOT / "web" / "measure.mjs", address, *arguments], capture_output=True, text=True, check=True
            )
            server.shutdown()
    print(f"Chromium, {platform.machine()}, milliseconds")
    print(f"{'':<52}{'median':>8}{'95th percentile':>17}{'count':>7}")
    for line in run.stdout.splitlines():
        row = json.loads(line)
        times = sorted(row["milliseconds"])
        high = times[min(len(times) - 1, len(times) * 95 // 100)]
        print(f"{row['name']:<52}{statistics.median(times):>8.1f}{high:>17.1f}{len(times):>7}")


if __name__ == "__main__":
    main()
