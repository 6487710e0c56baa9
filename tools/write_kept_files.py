"""Write a file of each kind that people keep, as this version writes it, to tests/kept/VERSION.

    python tools/write_kept_files.py

Once for each release. `tests/house/test_kept_files.py` opens those of all versions ever after.
"""

from __future__ import annotations

import base64
import os
import tempfile
import zlib
from pathlib import Path
from typing import Any

import gymnasium

import steep.env  # registers the environments
from steep import __version__
from steep.bots.bot_memory import BotMemory
from steep.bots.explorer import explorer
from steep.cli import main as run
from steep.content import load_ruleset
from steep.play.files import replays, saves
from steep.play.session import Session

FOLDER = Path(__file__).parents[1] / "tests" / "kept" / __version__

RULESET = """# A ruleset that a maker wrote.
title = "Mine"
extends = "tcod-2020"

[hero]
hp = 25

[monsters.rat]
glyph   = "r"
color   = [192, 160, 128]
hp      = 4
power   = 3
defense = 0
xp      = 10
spawn   = { 1 = 60, 4 = 20 }
"""

TARGET = """floors = [1, 2]
games = 100

[bands.brawler]
survival = { 1 = [70, 100], 2 = [40, 100] }

[[move]]
path = "hero.hp"
between = [20, 50]

[tune]
budget = 400
games = 100
"""


def played(seed: int, actions: int) -> Session:
    """A run of the explorer after so many actions, or at its end."""
    session, memory = Session.start(load_ruleset("tcod-2020"), seed), BotMemory()
    for _ in range(actions):
        if not session.over:
            session.act(explorer(session.hero, session.rulebook.compiled, memory))
    return session


def link_to(text: str) -> str:
    """The fragment of a link that holds a ruleset, as the workbench's button makes it (web/src/workbench/link.ts)."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"#toml={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def table() -> str:
    """Games as a maker's own game records them."""
    lines = ["game,player,version,floor,turns,end,killer"]
    for game in range(30):
        deepest = 1 + game % 3
        for floor in range(1, deepest + 1):
            end, killer = ("died", "orc") if floor == deepest else ("left", "")
            lines.append(f"{game},p{game % 5},1.{game % 2},{floor},{100 + game},{end},{killer}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.chdir(FOLDER)
    Path("mine.toml").write_text(RULESET, encoding="utf-8")
    Path("target.toml").write_text(TARGET, encoding="utf-8")
    Path("games.csv").write_text(table(), encoding="utf-8")
    Path("links.txt").write_text(f"#ruleset=tcod-2020&seed=42\n{link_to(RULESET)}\n", encoding="utf-8")
    saves.save(played(1, 60), Path("game.save"))
    replays.write(played(2, 200).recording, Path("run.replay"))
    environment: Any = gymnasium.make(steep.env.ID, ruleset="tcod-2020").unwrapped
    environment.reset(seed=3)
    Path("episode.state").write_bytes(environment.get_state())
    Path("baseline.json").unlink(missing_ok=True)
    run(["check", "tcod-2020", "--baseline", "baseline.json", "--update", "--bot", "diver", "--games", "200", "-q"])
    Path("tuning.json").unlink(missing_ok=True)
    run(["tune", "mine.toml", "--target", "target.toml", "--state", "tuning.json", "-q"])
    with tempfile.TemporaryDirectory() as folder:
        run(["measure", "tcod-2020", "--games", "20", "--bot", "diver", "--out", folder, "-q"])
        Path("games.parquet").write_bytes(Path(folder, "floors.parquet").read_bytes())


if __name__ == "__main__":
    main()
