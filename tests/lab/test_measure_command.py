"""The command `steep measure`."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise
from pathlib import Path

import pytest

from command_fixture_types import Run
from steep.bots.bots_by_name import BOTS
from steep.content import load_ruleset

QUICK = ("--games", "40", "--floors", "1-4", "--jobs", "2")


def test_the_table_names_the_bot_its_strength_and_every_floor(steep: Run) -> None:
    answer = steep("measure", "tcod-2020", "--bot", "brawler", *QUICK)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == f"tcod-2020 {load_ruleset('tcod-2020').hash}"
    assert lines[1].startswith("games from seed 0, floors 1-4")
    assert lines[3].startswith("brawler (clears ")
    assert "40 games" in lines[3]
    assert lines[4].split()[:5] == ["floor", "reached", "died", "hazard", "survival"]
    assert lines[5].split()[:2] == ["1", "40"]
    assert lines[-2].startswith("brawler kills by: ")


def test_a_single_game_says_nothing_of_how_far_its_figure_is_off(steep: Run) -> None:
    answer = steep("measure", "tcod-2020", "--bot", "brawler", "--games", "1", "--floors", "1-2", "--jobs", "1")
    assert "±?" in answer.out.splitlines()[3]
    assert "inf" not in answer.out


def test_several_bots_are_measured_in_one_call(steep: Run) -> None:
    output = json.loads(steep("measure", "tcod-2020", "--bot", "diver,brawler", *QUICK, "--format", "json").out)
    assert [bot["bot"] for bot in output["bots"]] == ["diver", "brawler"]
    assert output["ruleset_hash"] == load_ruleset("tcod-2020").hash


def test_the_figures_in_json_are_consistent(steep: Run) -> None:
    found = json.loads(steep("measure", "roguebasin", "--bot", "diver", *QUICK, "--format", "json").out)
    (bot,), floors = found["bots"], found["by_floor"]
    assert bot["games"] == bot["died"] + bot["won"] + bot["stopped"] == 40
    assert [floor["floor"] for floor in floors] == [1, 2, 3, 4]
    assert sum(floor["died"] for floor in floors) == bot["died"]
    assert bot["died"] == sum(each["deaths"] for each in found["killers"] if each["floor"] is None)
    for floor, below in pairwise(floors):
        assert floor["reached"] - floor["died"] - floor["stopped"] == below["reached"]
    for floor in floors:
        assert floor["hazard"] == floor["died"] / floor["reached"]
        assert floor["hazard_low"] <= floor["hazard"] <= floor["hazard_high"]
        lost = sum(each["damage"] for each in found["damage"] if each["floor"] == floor["floor"])
        assert lost == pytest.approx(floor["damage_mean"])


def test_a_floor_that_no_game_reached_has_no_figures(steep: Run) -> None:
    answer = steep("measure", "tcod-2019", "--bot", "random", "--games", 5, "--floors", "1-9", "--format", "json")
    last = json.loads(answer.out)["by_floor"][-1]
    assert last["reached"] == 0
    assert (last["hazard"], last["hazard_low"], last["hazard_high"], last["turns_mean"]) == (None, 0.0, 1.0, None)


def test_csv_has_a_row_for_each_bot_and_floor(steep: Run) -> None:
    answer = steep("measure", "tcod-2020", "--bot", "diver,brawler", *QUICK, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    assert [(row["bot"], row["floor"]) for row in rows] == [
        (bot, str(floor)) for bot in ("diver", "brawler") for floor in range(1, 5)
    ]
    assert float(rows[0]["hazard_low"]) <= float(rows[0]["hazard"]) <= float(rows[0]["hazard_high"])


def test_the_output_does_not_depend_on_the_number_of_jobs(steep: Run) -> None:
    answers = {
        steep("measure", "godot", "--bot", "diver", "--games", 60, "--jobs", jobs, "--format", "json").out
        for jobs in (1, 2, 7)
    }
    assert len(answers) == 1


def test_the_files_do_not_depend_on_the_number_of_jobs(steep: Run, tmp_path: Path) -> None:
    for jobs in (1, 3):
        out = tmp_path / f"jobs-{jobs}"
        assert steep("measure", "godot", "--bot", "diver", "--games", 60, "--jobs", jobs, "--out", out).code == 0
    names = {path.name for path in (tmp_path / "jobs-1").iterdir() if path.is_file()}
    assert names >= {"run.json", "summary.json", "floors.parquet", "games.parquet", "wounds.parquet"}
    for name in names:
        assert (tmp_path / "jobs-1" / name).read_bytes() == (tmp_path / "jobs-3" / name).read_bytes(), name


def test_the_folder_is_reported_as_it_was_printed(steep: Run, tmp_path: Path) -> None:
    answer = steep("measure", "godot", "--bot", "diver", *QUICK, "--out", tmp_path / "out", "--format", "json")
    assert steep("report", tmp_path / "out", "--format", "json").out == answer.out


def test_a_finished_measurement_can_be_printed_again(steep: Run, tmp_path: Path) -> None:
    words = ("measure", "godot", "--bot", "diver", *QUICK, "--out", tmp_path / "out")
    first = steep(*words)
    assert steep(*words).code == 2
    assert steep(*words, "--resume").out == first.out


def test_a_ruleset_file_can_be_measured(steep: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "tcod-2020"\n[monsters.orc]\npower = 60\n', encoding="utf-8")
    found = json.loads(steep("measure", path, "--bot", "brawler", *QUICK, "--format", "json").out)
    assert found["by_floor"][0]["hazard"] > 0.9


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--bot", "explorr"), 'there is no bot "explorr" (did you mean "explorer"?)'),
        (("--bot", ""), 'there is no bot ""'),
        (("--games", "0"), '--games: found "0"; the number of games is a whole number from 1 to'),
        (("--games", "many"), '--games: found "many"'),
        (("--seed", "-1"), '--seed: found "-1"'),
        (("--seed", str(2**63 - 5)), "the last of 1000 games would have a seed beyond"),
        (("--turns", "0"), '--turns: found "0"'),
        (("--jobs", "0"), '--jobs: found "0"'),
        (("--floors", "4-2"), '--floors: found "4-2"'),
        (("--resume",), "name its folder with --out"),
    ],
)
def test_wrong_arguments_are_reported(steep: Run, words: tuple[str, ...], complaint: str) -> None:
    answer = steep("measure", "tcod-2020", *words)
    assert (answer.code, answer.out) == (2, "")
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_every_bot_can_be_measured(steep: Run) -> None:
    answer = steep("measure", "rotjs-gear", "--bot", ",".join(BOTS), "--games", 4, "--floors", "1-2", "--turns", 300)
    assert answer.code == 0
    assert answer.out.count("(clears ") == len(BOTS)
