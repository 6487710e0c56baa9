"""The files of examples/adapters to copy: each plays the same little game, and those whose language is here are run."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from steep.lab import check_game
from steep.lab.game import Over, View
from steep.lab.own_games.game_of_command import CommandGame
from steep.lab.own_games.play_one_game import moments_of_game, play_one_game, player_named

ADAPTERS = Path(__file__).parents[3] / "examples" / "adapters"
NAMES = ("game.mjs", "game.lua", "game.rs", "game.gd", "Game.cs")
NOT_RUN = ("game.gd", "Game.cs")
CARGO = Path.home() / ".cargo" / "bin"


class Corridor:
    """The game of all adapters."""

    def start(self, seed: int) -> None:
        """Begin a new game."""
        self.random, self.floor, self.x, self.hp, self.turn, self.won = seed % 65537 + 1, 1, 1, 3, 0, False

    def act(self, verb: str, *rest: Any) -> None:
        """Do an action."""
        if verb == "own":
            verb, rest = ("descend", ()) if self.x == 6 else ("move", (1, 0))
        if verb == "move" and rest[1] == 0 and 1 <= self.x + rest[0] <= 6:
            self.x += rest[0]
        elif verb == "descend" and self.x == 6:
            self.won = self.floor == 3
            self.floor, self.x = (3, 6) if self.won else (self.floor + 1, 1)
        self.turn += 1
        self.random = (self.random * 75 + 74) % 65537
        self.hp -= self.random % 8 == 0

    def over(self) -> Over | None:
        """How it ended."""
        return Over("died", "rat") if self.hp <= 0 else Over("won") if self.won else None

    def view(self) -> View:
        """What the player knows."""
        return View(
            floor=self.floor,
            can=("move", "wait", "descend", "own"),
            hero=(self.x, 1),
            cells={(x, y): y == 1 and 0 < x < 7 for x in range(8) for y in range(3)},
            stairs=(6, 1),
            hp=self.hp,
            max_hp=3,
            turn=self.turn,
        )


def command_of(name: str, folder: Path) -> str:
    """What starts an adapter. Skips the test where its language is not installed."""
    if name == "game.rs":
        path = os.pathsep.join([os.environ.get("PATH", ""), str(CARGO)])
        compiler = shutil.which("rustc", path=path)
        if compiler is None:
            pytest.skip("there is no Rust (rustc) here")
        built = folder / "game"
        subprocess.run([compiler, "--edition=2021", "-O", "-o", built, ADAPTERS / name], check=True)
        return shlex.join([str(built)])
    programs = {"game.mjs": ("node",), "game.lua": ("lua5.4", "lua5.3", "lua5.1", "lua", "luajit")}[name]
    found = next((each for each in programs if shutil.which(each)), None)
    if found is None:
        pytest.skip(f"there is no {' or '.join(programs)} on the PATH")
    return shlex.join([found, str(ADAPTERS / name)])


@pytest.mark.parametrize("name", NAMES)
def test_an_adapter_is_one_short_file_which_says_so_where_no_test_runs_it(name: str) -> None:
    lines = (ADAPTERS / name).read_text("utf-8").splitlines()
    assert len(lines) <= 60
    assert ("No test of Steep's runs it" in "\n".join(lines[:6])) == (name in NOT_RUN)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_RUN])
def test_an_adapter_conforms_and_plays_the_same_games_as_the_others(name: str, tmp_path: Path) -> None:
    command = command_of(name, tmp_path)
    found = check_game(command, games=2)
    assert found.held, found.sentences
    assert found.facts["own_bot"]
    theirs, ours = CommandGame(command), Corridor()
    try:
        for bot in ("own", "explorer", "random"):
            for seed in (*range(20), 2**31 - 1):
                rows = [
                    play_one_game(partial(moments_of_game, game, player_named(bot)), seed, None, 200).rows
                    for game in (theirs, ours)
                ]
                assert rows[0] == rows[1], (bot, seed)
    finally:
        theirs.close()
