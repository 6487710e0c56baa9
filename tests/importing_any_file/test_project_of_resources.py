"""A project like the Godot tutorial's is read as a whole: tables, resources, the hero and its gear."""

from __future__ import annotations

from pathlib import Path

import pytest

from steep.content import load_ruleset
from steep.exporting.in_place import export_in_place
from steep.importing import import_project

GENERATOR = """\
extends Node

const max_monsters_by_floor = [[1, 2], [4, 3]]
const max_items_by_floor = [[1, 1]]
const item_chances = {0: {"elixir": 35}, 4: {"pike": 5}}
const enemy_chances = {0: {"bog_rat": 80}}

@export_category("Map Dimensions")
@export var map_width: int = 70
"""

ENTITY = """\
const entity_types = {
	"player": "res://defs/player.tres",
	"bog_rat": "res://defs/entity_rat.tres",
	"elixir": "res://defs/elixir.tres",
	"pike": "res://defs/pike.tres",
}
"""

GAME = """\
func new_game() -> void:
	player = Entity.new(null, Vector2i.ZERO, "player")
	_add_player_start_equipment("pike")
"""

LEVEL = """\
func increase_max_hp(amount: int = 15) -> void:
	fighter.max_hp += amount

func increase_power(amount: int = 2) -> void:
	fighter.base_power += amount
"""


def resource(script: str, numbers: str, name: str, more: str = "") -> str:
    return f"""\
[gd_resource type="Resource" script_class="EntityDefinition" load_steps=3 format=3]

[ext_resource type="Script" path="res://src/{script}.gd" id="1_a"]

[sub_resource type="Resource" id="Resource_b"]
script = ExtResource("1_a")
{numbers}

[resource]
name = "{name}"
color = Color(0, 0.5, 1, 1)
definition = SubResource("Resource_b")
{more}
"""


FILES = {
    "src/generator.gd": GENERATOR,
    "src/entity.gd": ENTITY,
    "src/game.gd": GAME,
    "src/level_component.gd": LEVEL,
    "defs/player.tres": resource(
        "fighter_component_definition", "max_hp = 31\npower = 6\ndefense = 1", "Player", "inventory_capacity = 12"
    ),
    "defs/entity_rat.tres": resource("fighter_component_definition", "max_hp = 5\npower = 2\ndefense = 0", "Bog Rat"),
    "defs/elixir.tres": resource("healing_consumable_component_definition", "healing_amount = 7", "Elixir"),
    "defs/pike.tres": resource(
        "equippable_component_definition", "equipment_type = 0\npower_bonus = 3\ndefense_bonus = 0", "Pike"
    ),
}


def test_a_whole_project_is_read_and_written_back(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / "game" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "game" / name).write_text(text, encoding="utf-8")
    (tmp_path / "base.toml").write_text(import_project(tmp_path / "game").toml, encoding="utf-8")
    rulebook = load_ruleset(str(tmp_path / "base.toml"))
    monsters = {kind.key: kind for kind in rulebook.monsters}
    items = {kind.key: kind for kind in rulebook.items}
    rat, elixir, pike = monsters["bog_rat"], items["elixir"], items["pike"]
    assert (rat.name, rat.hp, rat.power, rat.color, rat.spawn.at(9)) == ("Bog Rat", 5, 2, (0, 128, 255), 80)
    assert (elixir.effect, elixir.amount, elixir.spawn.at(1)) == ("heal", 7, 35)
    assert (pike.slot, pike.power, pike.spawn.at(3), pike.spawn.at(4)) == ("weapon", 3, 0, 5)
    hero = rulebook.hero
    assert (hero.hp, hero.power, hero.defense, hero.inventory) == (31, 6, 1, 12)
    assert [(each.item, each.equipped) for each in hero.start] == [("pike", True)]
    assert [(each.stat, each.amount) for each in rulebook.level_up.choices] == [("max_hp", 15), ("power", 2)]
    assert (rulebook.map.width, rulebook.counts.items_per_room.at(5)) == (70, 1)
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "./base.toml"\n[monsters.bog_rat]\nhp = 9\n[items.pike]\npower = 4\n', encoding="utf-8")
    changes = export_in_place(load_ruleset(str(mine)), tmp_path / "game")
    changed = [line for line in changes.diff.split("\n") if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert changed == ["-max_hp = 5", "+max_hp = 9", "-power_bonus = 3", "+power_bonus = 4", ""]


@pytest.mark.parametrize("names", [("pike", "coat"), ("coat", "pike")])
def test_what_a_start_equips_keeps_its_order(names: tuple[str, str], tmp_path: Path) -> None:
    files = dict(FILES)
    files["defs/coat.tres"] = FILES["defs/pike.tres"].replace("Pike", "Coat").replace("_type = 0", "_type = 1")
    files["src/entity.gd"] = ENTITY.replace("\n}", '\n\t"coat": "res://defs/coat.tres",\n}')
    gives = [f'\t_add_player_start_equipment("{name}")\n' for name in names]
    files["src/game.gd"] = f"func new_game() -> void:\n{''.join(gives)}"
    for name, text in files.items():
        (tmp_path / "game" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "game" / name).write_text(text, encoding="utf-8")
    sections = {each.path: each.entries for each in import_project(tmp_path / "game").sections}
    start = sections[("hero",)]["start"][0]
    assert start == [{"item": name, "equipped": True} for name in names]
