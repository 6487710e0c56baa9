"""Where monsters, items or weights could not be read, nothing of a bundled ruleset stands in for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import TCOD_2020, Files, write_project
from steep.cli import main
from steep.content import RulesetError, load_ruleset
from steep.importing import Imported, filled_in

Import = Callable[[Files], Imported]

WITHOUT_WEIGHTS = {**TCOD_2020, "procgen.py": TCOD_2020["procgen.py"].replace("enemy_chances", "of_whom")}
PLAYER = 'player = Actor(\n    char="@", color=(255, 255, 255), name="Player"'
WITHOUT_HERO = {
    **TCOD_2020,
    "entity_factories.py": TCOD_2020["entity_factories.py"].replace(
        PLAYER, 'guard = Actor(\n    char="G", name="Guard"'
    ),
}


def test_a_project_that_is_read_whole_misses_nothing(imported: Import) -> None:
    assert imported(TCOD_2020).missing == ()


def test_a_monster_without_a_weight_is_to_do(imported: Import) -> None:
    result = imported(WITHOUT_WEIGHTS)
    assert result.missing == ("monsters.orc.spawn: no weight was found", "monsters.troll.spawn: no weight was found")
    assert 'spawn   = "TODO"  # no weight was found' in result.toml


def test_a_weight_that_is_known_only_at_run_time_is_to_do_and_not_left_out(imported: Import) -> None:
    table = "enemy_chances = {'orc': 80, 'troll': by_depth([(i * 2, i) for i in range(9)])}"
    missing = imported({**TCOD_2020, "more.py": table, "procgen.py": ""}).missing
    assert "monsters.troll.spawn: no weight was found" in missing
    assert "monsters.orc.spawn: no weight was found" not in missing


def test_a_kind_that_nothing_makes_is_to_do(imported: Import) -> None:
    tables = "enemy_chances = {0: [('wraith', 3)]}\nitem_chances = {0: [('wand', 3)]}"
    missing = imported({**TCOD_2020, "procgen.py": tables}).missing
    assert {line.partition(":")[0] for line in missing} == {
        *(f"monsters.wraith.{key}" for key in ("hp", "power", "defense", "xp")),
        "items.wand.effect",
        "counts.monsters_per_room",
        "counts.items_per_room",
    }


def test_an_item_of_the_tutorials_name_that_nothing_makes_is_to_do_with_its_numbers(imported: Import) -> None:
    tables = "item_chances = {0: [('fireball_scroll', 3)]}"
    result = imported({"tables.py": tables})
    assert [line for line in result.missing if line.startswith("items.")] == [
        f"items.fireball_scroll.{key}: nothing was found that makes it" for key in ("effect", "amount", "reach")
    ]


def test_a_project_without_a_player_has_a_hero_to_do(imported: Import) -> None:
    missing = imported(WITHOUT_HERO).missing
    assert [line for line in missing if line.startswith("hero.")] == [
        f"hero.{key}: no player was found" for key in ("hp", "power", "defense")
    ]


def test_the_strength_of_an_effect_is_to_do(imported: Import) -> None:
    factories = TCOD_2020["entity_factories.py"].replace("HealingConsumable(amount=4)", "HealingConsumable()")
    assert imported({**TCOD_2020, "entity_factories.py": factories}).missing == (
        "items.health_potion.amount: heal's amount was not found",
    )


def test_a_project_without_any_monster_has_a_section_to_do(imported: Import) -> None:
    result = imported({"tables.py": "item_chances = {0: [('wand', 3)], 2: [('rod', 1)]}"})
    assert "[monsters.TODO]" in result.toml


def test_no_monster_or_item_of_the_seed_appears(imported: Import, tmp_path: Path) -> None:
    ogre = "ogre = Actor(char='O', name='Ogre', fighter=Fighter(hp=21, defense=3, power=6))"
    path = tmp_path / "ogre.toml"
    path.write_text(filled_in(imported({"tables.py": "enemy_chances = {0: {'ogre': 10}}", "ogre.py": ogre}).toml))
    rulebook = load_ruleset(str(path))
    assert [monster.key for monster in rulebook.monsters if monster.spawn.entries] == ["ogre"]
    assert [item.key for item in rulebook.items if item.spawn.entries] == []


def test_a_project_without_any_sign_of_items_has_none(imported: Import) -> None:
    ogre = "ogre = Actor(char='O', name='Ogre', fighter=Fighter(hp=21, defense=3, power=6))"
    result = imported({"tables.py": "enemy_chances = {0: {'ogre': 10}}", "ogre.py": ogre})
    assert "items_per_room    = 0  # no items were found" in result.toml


def test_a_ruleset_with_something_to_do_does_not_load_and_names_the_lines(imported: Import, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(imported(WITHOUT_WEIGHTS).toml)
    lines = [number for number, line in enumerate(path.read_text().splitlines(), 1) if '"TODO"' in line]
    with pytest.raises(RulesetError) as problem:
        load_ruleset(str(path))
    assert len(lines) == 2
    assert str(problem.value).splitlines() == [
        f'{path}:{line}:12: found TODO in spawn   = "TODO"  # no weight was found; '
        "allowed: what your game has there, in place of TODO"
        for line in lines
    ]


def test_it_loads_once_a_person_filled_it_in(imported: Import, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(imported(WITHOUT_WEIGHTS).toml.replace('"TODO"', "7"))
    assert [monster.spawn.at(1) for monster in load_ruleset(str(path)).monsters] == [7, 7]


def test_the_command_ends_with_1_and_writes_the_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    project, out = write_project(tmp_path / "project", WITHOUT_WEIGHTS), tmp_path / "mine.toml"
    assert main(["import", str(project), "--out", str(out)]) == 1
    assert out.exists()
    assert (
        "missing; replace each TODO in mine.toml, else the ruleset does not load:\n  monsters.orc.spawn"
        in capfd.readouterr().err
    )
