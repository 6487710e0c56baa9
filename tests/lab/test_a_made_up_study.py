"""A study is added by doing what CONTRIBUTING.md says of a function of the lab, and nothing else.

The study is by killer: how many HP the hero loses in a game, and in a turn.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import steep.commands
import steep.lab as lab
from command_fixture_types import Run
from steep.lab import Result, measure
from steep.lab.results.result import FORMS

ROOT = Path(__file__).parents[2]

MODULE = '''
"""`steep.lab.hp_lost`: by killer, the HP that the hero loses."""

from collections import Counter

from steep.lab.measurement import measure
from steep.lab.results.result import Column, Result, Table
from steep.lab.stats.confidence_intervals import mean

COLUMNS = (
    Column("killer", title="killer"),
    Column("a_game", "number", "HP lost a game", ends=("a_game_low", "a_game_high")),
    Column("a_turn", "number", "a turn", digits=3),
)


def hp_lost(ruleset, bot="explorer", *, games=1000, seed=0):
    """By killer, the HP that the hero loses, most first."""
    measured = measure(ruleset, bot, games=games, seed=seed)
    turns = sum(row["turns"] for row in measured.floors.to_pylist())
    lost = Counter()
    for wound in measured.wounds.to_pylist():
        lost[wound["monster"], wound["seed"]] += wound["damage"]
    rows = []
    for killer in {killer for killer, _ in lost}:
        each = [hp for (who, _), hp in lost.items() if who == killer]
        rows.append((killer, mean(games, sum(each), sum(hp * hp for hp in each)), sum(each) / turns))
    rows.sort(key=lambda row: -row[2])
    facts = {"ruleset": ruleset, "bot": bot, "games": games}
    return Result("HP lost", facts, (Table("killers", COLUMNS, tuple(rows)),))
'''
"""Line 1: a module with the function."""

EXPORT = {"hp_lost": "hp_lost_by_killer"}
"""Line 2: what is exported, and by which module."""

COMMAND = '''
"""The command `steep hp-lost`."""

from steep import lab
from steep.commands.shared.command_of_function import command
from steep.commands.shared.options import Bot, Format, Games, Ruleset, Seed
from steep.commands.shared.output import print_result


@command
def hp_lost(ruleset: Ruleset, *, bot: Bot = "explorer", games: Games = 9, seed: Seed = 0, form: Format = "text") -> int:
    """Say by killer how many HP the hero loses.

    $ steep hp-lost tcod-2020 --bot diver
    """
    print_result(lab.hp_lost(ruleset, bot, games=games, seed=seed), form)
    return 0
'''
"""Its command, if it has one: a file in `commands/`."""


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The study, added."""
    for package, name, text in ((lab, "hp_lost_by_killer", MODULE), (steep.commands, "hp_lost", COMMAND)):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    monkeypatch.setattr(lab, "EXPORTS", lab.EXPORTS | EXPORT)
    yield
    for module in ("steep.lab.hp_lost_by_killer", "steep.commands.hp_lost"):
        sys.modules.pop(module, None)


WORDS = ("hp-lost", "tcod-2020", "--bot", "diver", "--games", 40)


@pytest.mark.usefixtures("study")
def test_its_figures_are_those_of_the_tables_of_a_measurement(steep: Run) -> None:
    found = json.loads(steep(*WORDS, "--format", "json").out)
    measured = measure("tcod-2020", "diver", games=40)
    turns = sum(measured.games.to_pydict()["turns"])
    hp = dict.fromkeys(("orc", "troll"), 0)
    for wound in measured.wounds.to_pylist():
        hp[wound["monster"]] += wound["damage"]
    assert (found["ruleset"], found["bot"], found["games"]) == ("tcod-2020", "diver", 40)
    assert {row["killer"]: row["a_turn"] for row in found["killers"]} == {
        killer: pytest.approx(lost / turns) for killer, lost in hp.items()
    }
    for row in found["killers"]:
        assert row["a_game"] == pytest.approx(hp[row["killer"]] / 40)
        assert row["a_game_low"] < row["a_game"] < row["a_game_high"]


@pytest.mark.usefixtures("study")
def test_its_command_is_listed_and_explained_by_its_file_alone(steep: Run) -> None:
    assert re.search(r"\n  hp-lost +Say by killer how many HP the hero loses\.\n", steep("--help").out)
    assert "steep hp-lost tcod-2020 --bot diver" in steep("hp-lost", "--help").out


@pytest.mark.usefixtures("study")
def test_it_has_all_forms_and_no_renderer(steep: Run) -> None:
    text, as_json, as_csv, markdown = (steep(*WORDS, "--format", form).out for form in FORMS[:4])
    rows = json.loads(as_json)["killers"]
    assert [row["killer"] for row in csv.DictReader(io.StringIO(as_csv))] == [row["killer"] for row in rows]
    for killer in ("orc", "troll"):
        assert re.search(rf"(?m)^  {killer} +\d", text)
        assert re.search(rf"(?m)^\| {killer} \|", markdown)
    found: Result = getattr(lab, "hp_lost")("tcod-2020", "diver", games=20)  # noqa: B009  # no type checker knows it
    assert "<table" in found.html()
    assert found.table().column_names == ["killer", "a_game", "a_game_low", "a_game_high", "a_turn"]


def test_contributing_names_these_places_and_they_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = text[text.index("**A function of the lab.**") :].partition("\n\n**")[0]
    named = [*re.findall(r"`((?:lab|commands|docs|tests)/[\w/]+(?:\.pyi?)?/?)`", part)]
    for place in ("lab/results/result.py", "lab/__init__.py", "lab/__init__.pyi", "tests/lab/test_a_made_up_study.py"):
        assert place in named
    assert [each for each in named if not any((root / each).exists() for root in (ROOT, ROOT / "src" / "steep"))] == []
    assert len(re.findall(r"(?m)^\d\. ", part)) == 3
