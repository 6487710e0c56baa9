"""A table that is drawn besides those of monsters and items is a group, if how often it is drawn has a known shape."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import Files, write_project
from steep.content import Rulebook, load_ruleset
from steep.exporting.in_place import export_in_place
from steep.importing import Imported, filled_in, import_project

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

KINDS = """
player = Actor(char="@", name="Player", fighter=Fighter(hp=30, defense=2, power=5))
orc = Actor(char="o", name="Orc", fighter=Fighter(hp=10, defense=0, power=3))
dragon = Actor(char="D", name="Dragon", fighter=Fighter(hp=60, defense=3, power=12))
potion = Item(char="!", name="Potion", consumable=HealingConsumable(amount=4))
crown = Item(char="^", name="Crown", consumable=HealingConsumable(amount=9))
"""
CODE = """
import random, entity_factories
max_monsters_by_floor = [(1, 2), (4, 3)]
max_bosses_by_floor = [(1, 0), (3, 2)]
enemy_chances = {0: [(entity_factories.orc, 80)]}
boss_chances = {0: [(entity_factories.dragon, 70), (entity_factories.orc, 30)], 5: [(entity_factories.dragon, 10)]}
def get_max_value_for_floor(table, floor):
    current = 0
    for minimum, value in table:
        if minimum > floor:
            break
        current = value
    return current
def get_entities_at_random(chances, number, floor):
    weights = {}
    for key, values in chances.items():
        if key > floor:
            break
        for value in values:
            weights[value[0]] = value[1]
    return random.choices(list(weights), weights=list(weights.values()), k=number)
def place_entities(room, dungeon, floor):
    n = random.randint(0, get_max_value_for_floor(max_monsters_by_floor, floor))
    for entity in get_entities_at_random(enemy_chances, n, floor):
        entity.spawn(dungeon, 1, 1)
"""
DUNGEON = """
def generate_dungeon(max_rooms, floor):
    for r in range(max_rooms):
        place_entities(new_room, dungeon, floor)
"""
IN_ROOM = """        place_boss(new_room, dungeon, floor)
"""
ON_FLOOR = """    place_boss(rooms[-1], dungeon, floor)
"""
BOSS = """
def place_boss(room, dungeon, floor):
{}    for entity in get_entities_at_random(boss_chances, {}, floor):
        entity.spawn(dungeon, 1, 1)
"""
ROLLED = "    n = random.randint({}, get_max_value_for_floor(max_bosses_by_floor, floor))\n"


def project(boss: str, call: str = IN_ROOM) -> dict[str, str]:
    """A project with a table of bosses, drawn by some code."""
    return {"entity_factories.py": KINDS, "procgen.py": CODE + boss + DUNGEON + call}


SHAPES = {
    "one in each room": (BOSS.format("", 1), IN_ROOM, ("per_room", {1: "1"})),
    "one in the last room": (BOSS.format("", 1), ON_FLOOR, ("per_floor", {1: "1"})),
    "up to a maximum": (BOSS.format(ROLLED.format(0), "n"), IN_ROOM, ("per_room", {3: "1d3-1"})),
    "at least one": (BOSS.format(ROLLED.format(1), "n"), ON_FLOOR, ("per_floor", {1: "1", 3: "1d2"})),
    "a roll in place": (BOSS.format("", "random.randint(0, 3)"), IN_ROOM, ("per_room", {1: "1d4-1"})),
    "a table's number": (
        BOSS.format("    n = max_bosses\n", "n") + "max_bosses = 2\n",
        ON_FLOOR,
        ("per_floor", {1: "2"}),
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_how_often_a_group_is_drawn_is_read(shape: str, rules: Rules) -> None:
    boss, call, (per, numbers) = SHAPES[shape]
    (group,) = rules(project(boss, call)).groups
    assert group.key == "boss"
    assert {floor: str(dice) for floor, dice in getattr(group, per).entries} == numbers
    assert {key: {floor: int(weight) for floor, weight in curve.entries} for key, curve in group.monsters} == {
        "dragon": {1: 70, 5: 10},
        "orc": {1: 30},
    }


def test_a_kind_keeps_its_own_weight_and_one_that_only_a_group_draws_has_none(rules: Rules) -> None:
    weights = {kind.key: kind.spawn.at(5) for kind in rules(project(BOSS.format("", 1))).monsters}
    assert (weights["orc"], weights["dragon"]) == (80, 0)


OTHERS = {
    "on some floors": (BOSS.format("", 1), "    if floor > 3:\n    " + ON_FLOOR),
    "unless it returns before": (BOSS.format("    if floor % 5:\n        return\n", 1), ON_FLOOR),
    "unless its caller leaves it out": (BOSS.format("", 1), "        if floor % 5:\n            continue\n" + IN_ROOM),
    "by chance": (
        BOSS.format("", 1).replace("    for entity", "    if random.random() < 0.1:\n      for entity"),
        IN_ROOM,
    ),
    "another number": (BOSS.format("", "floor // 2"), IN_ROOM),
    "below zero": (BOSS.format(ROLLED.format(-2), "n"), IN_ROOM),
    "twice": (BOSS.format("", 1), ON_FLOOR + ON_FLOOR),
    "in another loop": (BOSS.format("", 1), "    for i in range(3):\n        place_boss(hall, dungeon, floor)\n"),
    "never": ("", ""),
}


@pytest.mark.parametrize("shape", OTHERS)
def test_a_group_that_is_drawn_in_another_way_is_named_and_no_mistake(shape: str, imported: Import) -> None:
    result = imported(project(*OTHERS[shape]))
    assert "boss_chances is a separate table (dragon, orc)" in result.findings.assumed["tables"]
    assert not any("dragon" in line for line in result.findings.findings)
    assert not any(section.path[0] == "groups" for section in result.sections)


def test_the_weight_of_a_kind_that_only_a_left_out_table_has_is_left_to_a_person(imported: Import) -> None:
    files = project(*OTHERS["by chance"])
    files["procgen.py"] = files["procgen.py"].replace("boss_chances", "vault_chances").replace("dragon", "crown")
    result = imported(files)
    assert "items.crown.spawn: its table is left out" in result.missing
    assert "items.potion.spawn: no weight was found" in result.missing


def test_code_of_which_nothing_calls_any_is_said_to_fill_each_room(imported: Import) -> None:
    files = {"entity_factories.py": KINDS, "procgen.py": CODE + BOSS.format("", 1)}
    result = imported(files)
    assert "nothing calls place_boss; in Steep each room gets what it places" in result.findings.assumed["tables"]
    assert any(section.path == ("groups", "boss", "monsters") for section in result.sections)


def test_treasure_drawn_by_name_is_a_group_of_items(rules: Rules) -> None:
    boss = (
        "item_chances = {'potion': 3}\ntreasure_chances = {'crown': 3}\ndef place_boss(room, dungeon, floor):\n"
        "    pick(treasure_chances)\n    for i in range(number_of_items):\n        pick(item_chances)\n"
    )
    (group,) = rules(project(boss)).groups
    assert [(key, str(curve.at(1))) for key, curve in group.items] == [("crown", "3")]


def test_changed_weights_of_a_group_are_written_back_where_they_stand(tmp_path: Path) -> None:
    folder = write_project(tmp_path / "project", project(BOSS.format("", 1)))
    (tmp_path / "base.toml").write_text(filled_in(import_project(folder).toml), encoding="utf-8")
    own = tmp_path / "own.toml"
    weights = "monsters = { dragon = { 1 = 65, 5 = 10, 8 = 20 }, orc = 30 }"
    own.write_text(f'extends = "./base.toml"\n[groups.boss]\nper_room = 2\n{weights}', encoding="utf-8")
    changes = export_in_place(load_ruleset(str(own)), folder)
    assert [line for line in changes.diff.splitlines() if line[:1] == "+" and line[:3] != "+++"] == [
        "+boss_chances = {0: [(entity_factories.dragon, 65), (entity_factories.orc, 30)], "
        "5: [(entity_factories.dragon, 10)], 8: [(entity_factories.dragon, 20)]}"
    ]
    assert changes.refused == ("groups.boss.per_room: is not a number",)
