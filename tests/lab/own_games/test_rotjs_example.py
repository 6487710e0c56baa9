"""The small game of examples/rotjs gives one table by the pipe, by its own lines and as a Python twin."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from manual_examples import with_outputs
from steep.cli import main
from steep.lab import check_game, measure_game, read_games

EXAMPLE = Path(__file__).parents[3] / "examples" / "rotjs"
GAMES = 30


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example's folder. Skips the test where Node or rot.js is missing."""
    if shutil.which("node") is None:
        pytest.skip("there is no Node (https://nodejs.org) on the PATH")
    if not (EXAMPLE / "node_modules" / "rot-js").exists():
        pytest.skip("rot.js is not installed: npm ci --prefix examples/rotjs")
    monkeypatch.chdir(EXAMPLE)
    return EXAMPLE


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a table."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_pipe_its_own_lines_and_the_twin_give_the_same_table(example: Path, tmp_path: Path) -> None:
    pipe, lines, twin = (tmp_path / f"{name}.jsonl" for name in ("pipe", "lines", "twin"))
    bots = ["own", "explorer"]
    by_pipe = measure_game(game_command="node steep.mjs", bots=bots, games=GAMES, out=pipe)
    as_twin = measure_game(game="twin:Game", bots=bots, games=GAMES, out=twin)
    assert (by_pipe.faults, as_twin.faults) == ((), ())
    assert by_pipe.deterministic
    assert rows_of(pipe) == rows_of(twin)
    table = subprocess.run(["node", "table.mjs", str(GAMES)], capture_output=True, text=True, check=True).stdout
    lines.write_text(table, "utf-8")
    assert rows_of(lines) == [row for row in rows_of(pipe) if row["bot"] == "own"]
    assert read_games(lines)["own"].floors == by_pipe["own"].floors
    assert len({row["end"] for row in rows_of(lines)}) == 3, "heroes leave floors, die and win"


def test_the_example_conforms(example: Path) -> None:
    found = check_game("node steep.mjs", games=2)
    assert found.held, found.sentences


TARGET = """
floors = [1, 3]
games = 40
[bands.diver]
wins = [0, 100]
[[move]]
path = "hero.hp"
between = [20, 40]
[tune]
budget = 200
games = 20
"""


def test_a_ruleset_is_tuned_until_bots_survive_it_as_they_do_the_example(
    example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, target = tmp_path / "mine.toml", tmp_path / "mine.target.toml"
    assert main(["import", "tables.mjs", "--out", str(mine)]) == 0
    target.write_text(TARGET, "utf-8")
    code = main(["tune", str(mine), "--target", str(target), "--game-command", "node steep.mjs"])
    assert code in (0, 1), "so few games need not reach it"
    by_pipe = measure_game(game_command="node steep.mjs", bots=["diver"], games=40, last_floor=3)
    survived = 100 * by_pipe["diver"].floors[0].survival.value
    bands = [
        line.split() for line in capsys.readouterr().out.splitlines() if line.strip().startswith("survival, floor")
    ]
    low, high = (float(each.strip("%")) for each in (bands[0][3], bands[0][5]))
    assert low <= survived <= high
    assert len(bands) == 3


@pytest.mark.slow  # half a minute of games; the tests above play the same game
def test_the_manuals_page_for_makers_shows_what_its_commands_print(
    example: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = EXAMPLE.parents[1] / "docs" / "other-languages.md"
    assert with_outputs(page) == page.read_text("utf-8")
    assert "weight: 90" in (tmp_path / "examples" / "rotjs" / "tables.mjs").read_text("utf-8")
