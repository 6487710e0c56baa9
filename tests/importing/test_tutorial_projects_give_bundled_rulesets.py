"""A tutorial's own project gives the bundled ruleset of that tutorial."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import (
    ROGUEBASIN,
    ROGUEBASIN_GEAR,
    TCOD_2019,
    TCOD_2020,
    TCOD_2020_GEAR,
    Files,
    said,
    with_the_seeds_names,
    write_project,
)
from steep.content import Rulebook, load_ruleset
from steep.core.record import pack
from steep.importing import Imported, import_project

SEEDS = {
    "tcod-2020": TCOD_2020,
    "tcod-2020-gear": TCOD_2020_GEAR,
    "tcod-2019": TCOD_2019,
    "roguebasin": ROGUEBASIN,
    "roguebasin-gear": ROGUEBASIN_GEAR,
}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seeds_project_gives_its_numbers_to_the_byte(seed: str, rules: Callable[[Files], Rulebook]) -> None:
    assert pack(rules(with_the_seeds_names(SEEDS[seed])).compiled) == pack(load_ruleset(seed).compiled)


def test_kinds_have_the_keys_that_they_have_in_the_project(rules: Callable[[Files], Rulebook]) -> None:
    rulebook = rules(TCOD_2020_GEAR)
    assert {monster.key for monster in rulebook.monsters if monster.spawn.entries} == {"orc", "troll"}
    assert {item.key for item in rulebook.items if item.spawn.entries} == {
        *("health_potion", "confusion_scroll", "lightning_scroll", "fireball_scroll", "sword", "chain_mail")
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tutorial_is_detected_by_its_names(seed: str, imported: Callable[[Files], Imported]) -> None:
    assert f'extends = "{seed.removesuffix("-gear")}"' in imported(SEEDS[seed]).toml


@pytest.mark.parametrize("seed", SEEDS)
def test_all_tables_of_a_tutorial_are_read(seed: str, imported: Callable[[Files], Imported]) -> None:
    unread = imported(SEEDS[seed]).findings.unread
    assert [line for line in unread if "not used" not in line and "but is not there" not in line] == []


def test_importing_twice_gives_the_same_text(tmp_path: Path) -> None:
    write_project(tmp_path, TCOD_2020_GEAR)
    assert import_project(tmp_path) == import_project(tmp_path)


def test_the_same_project_elsewhere_gives_the_same_text(tmp_path: Path) -> None:
    texts = set()
    for parent in ("here", "there"):
        folder = tmp_path / parent / "project"
        folder.mkdir(parents=True)
        texts.add(import_project(write_project(folder, TCOD_2019)).toml)
    assert len(texts) == 1


def test_every_number_has_a_comment_with_file_and_line(imported: Callable[[Files], Imported]) -> None:
    toml = imported(TCOD_2020).toml
    lines = TCOD_2020["setup_game.py"].split("\n")
    line = next(number for number, text in enumerate(lines, 1) if "map_height = 43" in text)
    assert f"height        = 43  # setup_game.py:{line}" in toml


def test_values_read_are_reported_with_file_and_line(imported: Callable[[Files], Imported]) -> None:
    report = "\n".join(said(imported(TCOD_2020)))
    assert "procgen.py:21: weights of monsters: enemy_chances" in report
    assert "entity_factories.py:17: monsters.troll" in report


def test_missing_values_come_from_the_seed_and_are_reported(imported: Callable[[Files], Imported]) -> None:
    alone = {"procgen.py": TCOD_2020["procgen.py"], "entity_factories.py": TCOD_2020["entity_factories.py"]}
    result = imported(alone)
    assert "map.width: not found; as in tcod-2020" in "\n".join(said(result))
    assert "[map]" not in result.toml
    assert "#   map.width: not found; as in tcod-2020" in result.toml


def test_one_file_is_enough(tmp_path: Path) -> None:
    write_project(tmp_path, with_the_seeds_names(ROGUEBASIN))
    file = tmp_path / "out.toml"
    file.write_text(import_project(tmp_path / "firstrl.py").toml)
    assert pack(load_ruleset(str(file)).compiled) == pack(load_ruleset("roguebasin").compiled)
