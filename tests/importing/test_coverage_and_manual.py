"""How much of a project's numbers an import covers, and the manual's page about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from manual_examples import with_outputs
from sample_tutorial_projects import ROGUEBASIN, TCOD_2019, TCOD_2020, TCOD_2020_GEAR, Files, write_project
from steep.cli import main
from steep.importing import Imported
from steep.importing.output.import_report import Coverage

Import = Callable[[Files], Imported]


def coverage(imported: Imported) -> Coverage:
    assert imported.findings.coverage is not None
    return imported.findings.coverage


@pytest.mark.parametrize("files", [TCOD_2020, TCOD_2020_GEAR, TCOD_2019, ROGUEBASIN])
def test_of_a_tutorial_everything_is_here_but_what_no_ruleset_has(files: Files, imported: Import) -> None:
    found = coverage(imported(files))
    assert {each.name for each in found.missing} <= {"capacity", "max_monsters_per_room", "xp"}
    assert found.total - found.here == sum(each.numbers for each in found.missing) <= 2


def with_orc(fields: str) -> Files:
    return {**TCOD_2020, "entity_factories.py": TCOD_2020["entity_factories.py"].replace("hp=10,", f"hp=10, {fields},")}


def test_numbers_that_are_not_here_are_counted_by_name_with_the_first_place(imported: Import) -> None:
    before = coverage(imported(TCOD_2020))
    assert (before.here, before.total) == (55, 57)


def test_a_number_without_a_place_in_the_ruleset_is_named(imported: Import) -> None:
    found = coverage(imported(with_orc("agility=4, dice=(2, 6)")))
    assert [str(each) for each in found.missing] == [
        "2 × capacity (entity_factories.py:15)",
        "2 × dice (entity_factories.py:15)",
        "1 × agility (entity_factories.py:15)",
    ]


def test_colours_and_places_are_no_numbers_of_the_game(imported: Import) -> None:
    text = TCOD_2020["entity_factories.py"].replace('char="o",', 'char="o", x=3, y=4, bg=(1, 2, 3),')
    found = coverage(imported({**TCOD_2020, "entity_factories.py": text, "nothing.py": "SPEED = 12\n"}))
    assert found.total == 57


def test_an_unused_table_is_not_here(imported: Import) -> None:
    found = coverage(imported({**TCOD_2020, "old.py": "monster_table = {'orc': 5, 'bat': 9}\n"}))
    assert "2 × monster_table (old.py:1)" in [str(each) for each in found.missing]


def test_the_share_is_rounded_down_and_ends_the_report(imported: Import) -> None:
    missing = "2 × capacity (entity_factories.py:15), 1 × agility (entity_factories.py:15)"
    line = f"94 % of your game's numbers are in the ruleset, 55 of 58; not in it: {missing}"
    assert imported(with_orc("agility=4")).report[-1] == line


def test_the_report_is_also_json(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    project = write_project(tmp_path / "project", with_orc("agility=4"))
    file = tmp_path / "report.json"
    assert main(["import", str(project), "--report", str(file)]) == 0
    report = json.loads(file.read_text())
    assert report["coverage"]["total"] == 58
    assert report["coverage"]["missing"][1] == {"name": "agility", "numbers": 1, "location": "entity_factories.py:15"}
    assert "entity_factories.py:13: monsters.orc" in report["read"]
    assert report["todo"] == []
    capfd.readouterr()
    assert main(["import", str(project), "--report", "report.txt"]) == 2
    assert capfd.readouterr().err.endswith("--report: found report.txt; allowed: a file that ends in .json\n")


def test_numbers_of_a_table_in_a_dictionary_that_was_not_read_are_not_here(imported: Import) -> None:
    tables = 'TABLES = {"enemy_chances": {"0": [[[orc, 80, 7]]]}}\n'
    result = imported({**TCOD_2020, "more.py": tables})
    assert "more.py:1: enemy_chances is not a table of kinds and weights" in result.findings.unread
    assert result.findings.coverage is not None
    assert "2 × enemy_chances (more.py:1)" in map(str, result.findings.coverage.missing)


PAGE = Path(__file__).parents[2] / "docs" / "importing.md"


@pytest.mark.usefixtures("private_folders")
def test_the_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_outputs(PAGE) == PAGE.read_text("utf-8")
