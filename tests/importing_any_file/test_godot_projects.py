"""What makers of Godot projects do with resources, scripts and scenes: each is read, or named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from steep.cli import main
from steep.content import load_ruleset
from steep.exporting.in_place import export_in_place
from steep.importing import Imported, filled_in, import_project
from steep.importing.literals.ruleset import OF_CODE

GENERATOR = """\
const max_items_by_floor = [[1, 1], [3, 2]]
const max_monsters_by_floor = [[1, 2], [4, 3]]
const item_chances = {0: {"potion": 40}}
const enemy_chances = {
	0: {"orc": 80},
	3: {"troll": 15},
	5: {"troll": 45},
}
@export var max_rooms: int = 25
"""
TABLE = GENERATOR[GENERATOR.index("const enemy_chances") : GENERATOR.index("@export")]
FIGHTER = """\
@export var max_hp: int = 8
@export var power: int
@export var defense: int = 2
"""
LEVEL = "@export var level_up_base: int\n@export var level_up_factor: int = 90\n@export var xp_given: int = 0\n"


def resource(script: str, numbers: str, name: str = "", more: str = "") -> str:
    """A `.tres` with a sub-resource of a script."""
    return f"""\
[gd_resource type="Resource" script_class="EntityDefinition" format=3]

[ext_resource type="Script" path="res://src/{script}.gd" id="1"]
[ext_resource type="Script" path="res://src/level_component_definition.gd" id="2"]

[sub_resource type="Resource" id="a"]
script = ExtResource("1")
{numbers}

[sub_resource type="Resource" id="b"]
script = ExtResource("2")
{more}

[resource]
name = "{name}"
definition = SubResource("a")
level_info = SubResource("b")
"""


def fighter(numbers: str, name: str, more: str = "xp_given = 30") -> str:
    """The `.tres` of a monster or the player."""
    return resource("fighter_component_definition", numbers, name, more)


PROJECT = {
    "project.godot": "config_version=5\n",
    "src/dungeon_generator.gd": GENERATOR,
    "assets/player.tres": fighter("max_hp = 36\npower = 4\ndefense = 1", "Player", "level_up_base = 150"),
    "assets/orc.tres": fighter("max_hp = 11\npower = 3\ndefense = 0", "Orc", "level_up_factor = 150\nxp_given = 30"),
    "assets/troll.tres": fighter("max_hp = 18\npower = 5\ndefense = 0", "Troll"),
    "assets/potion.tres": resource("healing_consumable_component_definition", "healing_amount = 6", "potion"),
}
ROWS = "".join(
    f'[sub_resource type="Resource" id="row{at}"]\nentity_key = "{kind}"\nmin_floor = {floor}\nweight = {weight}\n\n'
    for at, (kind, floor, weight) in enumerate((("orc", 0, 80), ("troll", 3, 15), ("troll", 5, 45)))
)


def imported(folder: Path, **files: str | None) -> Imported:
    """What the project is imported as, with some files in place of its own; `src__x_gd` is src/x.gd."""
    for name, text in {**PROJECT, **{path_of(name): text for name, text in files.items()}}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is not None:
            path.write_text(text, encoding="utf-8")
    return import_project(folder)


def path_of(name: str) -> str:
    """The path that an argument means."""
    folder, _, file = name.rpartition("__")
    stem, _, ending = file.rpartition("_")
    return f"{folder}/{stem}.{ending}"


def entries(result: Imported, *path: str) -> dict[str, Any]:
    """A section's values by key."""
    return next(({k: v for k, (v, _) in each.entries.items()} for each in result.sections if each.path == path), {})


SPAWNS = {"orc": 80, "troll": {3: 15, 5: 45}}


def spawns(result: Imported) -> dict[str, Any]:
    """The weights of the project's monsters."""
    return {kind: entries(result, "monsters", kind).get("spawn") for kind in SPAWNS}


def test_what_an_import_wrote_into_the_project_is_not_read(tmp_path: Path) -> None:
    imported(tmp_path)
    out = tmp_path / "balance.toml"
    assert main(["import", str(tmp_path), "--out", str(out), "-q"]) == 0
    out.write_text(out.read_text("utf-8") + "\n[counts]\nmonsters_per_room = { 1 = 2, 4 = 5 }\n", "utf-8")
    (tmp_path / "balance.json").write_text('{"ruleset_hash": "a", "max_monsters": 9}')
    again = imported(tmp_path, src__dungeon_generator_gd=GENERATOR.replace("[4, 3]", "[4, 9]"))
    assert entries(again, "counts")["monsters_per_room"] == {1: 2, 4: 9}
    changes = export_in_place(load_ruleset(str(out)), tmp_path)
    assert [path.name for path in changes.files] == ["dungeon_generator.gd"]


def test_numbers_left_at_a_scripts_default_are_read_there(tmp_path: Path) -> None:
    scripts = {"src__fighter_component_definition_gd": FIGHTER, "src__level_component_definition_gd": LEVEL}
    result = imported(tmp_path, assets__troll_tres=fighter("", "Troll"), **scripts)
    troll = entries(result, "monsters", "troll")
    assert [troll[stat] for stat in ("hp", "power", "defense", "xp")] == [8, 0, 2, 30]


def test_a_number_without_a_script_is_to_fill_in_and_the_others_are_kept(tmp_path: Path) -> None:
    result = imported(tmp_path, assets__troll_tres=fighter("power = 5", "Troll"))
    assert result.missing == ("monsters.troll.hp: not found",)
    assert entries(result, "monsters", "troll")["power"] == 5


def test_the_heros_level_costs_are_its_own_or_its_scripts(tmp_path: Path) -> None:
    result = imported(tmp_path, src__level_component_definition_gd=LEVEL)
    assert entries(result, "level_up")["factor"] == 90


def test_the_heros_level_costs_are_no_monsters(tmp_path: Path) -> None:
    result = imported(tmp_path)
    assert "factor" not in entries(result, "level_up")
    assert any("factor 150" in line for line in result.report)


@pytest.mark.parametrize(
    ("before", "cell"),
    [("", "15 * 3"), ("const GRIM := 45\n", "GRIM"), ("", "Balance.GRIM"), ("", "Balance.GRIM * 2 - (40 + 5)")],
)
def test_a_cell_of_a_constant_or_a_sum_is_read(before: str, cell: str, tmp_path: Path) -> None:
    text = before + GENERATOR.replace('"troll": 45', f'"troll": {cell}')
    balance = None if before else "class_name Balance\nconst GRIM := 45\n"
    assert spawns(imported(tmp_path, src__dungeon_generator_gd=text, src__balance_gd=balance)) == SPAWNS


def test_a_table_with_a_cell_that_is_not_known_is_not_read_by_one_of_its_rows(tmp_path: Path) -> None:
    result = imported(tmp_path, src__dungeon_generator_gd=GENERATOR.replace('"troll": 45', '"troll": depth() / 2'))
    assert set(spawns(result).values()) == {"TODO"}
    assert any("enemy_chances is not recognised as a table of kinds and weights" in line for line in result.report)
    assert not any("not used, as 0" in line for line in result.report)


LISTED = '[SubResource("row0"), SubResource("row1"), SubResource("row2")]'
BY_FLOOR = '{0: {"orc": 80}, 3: {"troll": 15}, 5: {"troll": 45}}'


@pytest.mark.parametrize(
    "table",
    [
        f"{ROWS}[resource]\nrows = {LISTED}\n",
        f'{ROWS}[resource]\nrows = Array[ExtResource("2")]({LISTED})\n',
        f"[resource]\nmonster_chances = {BY_FLOOR}\n",
        f"[resource]\nchances = Dictionary[int, Dictionary]({BY_FLOOR})\n",
    ],
    ids=["rows", "typed rows", "a dictionary", "a typed dictionary"],
)
def test_a_table_in_a_resource_is_read_and_not_complained_of(table: str, tmp_path: Path) -> None:
    text = f'[gd_resource type="Resource" format=3]\n\n{table}'
    without = GENERATOR.replace(TABLE, "")
    result = imported(tmp_path, assets__monster_table_tres=text, src__dungeon_generator_gd=without)
    assert spawns(result) == SPAWNS
    assert not result.findings.unread


def test_columns_make_a_table_only_of_what_has_them(tmp_path: Path) -> None:
    text = f'[gd_resource type="Resource" format=3]\n\n{ROWS}[resource]\nrows = {LISTED}\n'
    imported(tmp_path, assets__monster_table_tres=text, src__dungeon_generator_gd=GENERATOR.replace(TABLE, ""))
    result = import_project(tmp_path, columns={"kind": "entity_key", "floor": "min_floor", "weight": "weight"})
    kinds = {section.path[1] for section in result.sections if section.path[0] == "monsters"}
    assert kinds == {"orc", "troll"}


@pytest.mark.parametrize("name", ["monster_cap", "monster_limit"])
def test_caps_are_counts(name: str, tmp_path: Path) -> None:
    result = imported(tmp_path, src__dungeon_generator_gd=GENERATOR.replace("max_monsters_by_floor", name))
    assert entries(result, "counts")["monsters_per_room"] == {1: 2, 4: 3}


def test_what_is_assumed_is_said_with_its_value(tmp_path: Path) -> None:
    without = "".join(line for line in GENERATOR.splitlines(keepends=True) if "max_monsters" not in line)
    result = imported(tmp_path, src__dungeon_generator_gd=without)
    said = "monsters_per_room { 1 = 2, 4 = 3, 6 = 5 }: not found; as in godot"
    assert f"  counts: {said}" in result.report
    assert said in result.findings.assumed["counts"]


def test_what_only_code_says_is_named_for_counts_and_levels_too(tmp_path: Path) -> None:
    result = imported(tmp_path)
    assert any(OF_CODE in each for each in result.report)
    assert {*result.findings.assumed} == {"attack", "counts", "level_up", "weights"}


def test_a_scenes_number_stands_in_place_of_its_scripts(tmp_path: Path) -> None:
    scene = """\
[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://src/dungeon_generator.gd" id="3"]

[node name="Generator" type="Node" parent="."]
script = ExtResource("3")
max_rooms = 12
map_width = 900

[node name="Panel" type="Control"]
max_rooms = 99
"""
    result = imported(tmp_path, src__game_tscn=scene)
    assert entries(result, "map") == {"room_attempts": 12}
    assert any("max_rooms is 25 here; 12 was taken (src/game.tscn:7)" in line for line in result.report)


def test_kinds_in_no_table_are_named_in_a_line(tmp_path: Path) -> None:
    result = imported(tmp_path, assets__bone_king_tres=fighter("max_hp = 60\npower = 9", "Bone King"))
    assert any(
        "monsters in no table, so in Steep without a weight: bone_king (assets/bone_king" in x for x in result.report
    )


START = 'func new_game() -> void:\n\tpass\nconst STARTING_ITEMS := ["potion", "potion"]\n'
SHOP = 'func sell() -> void:\n\t_equip_on_buy("potion")\n'


def test_a_list_of_what_a_start_gives_is_read(tmp_path: Path) -> None:
    potion = {"item": "potion", "equipped": False}
    assert entries(imported(tmp_path, src__game_gd=START), "hero")["start"] == [potion, potion]


def test_what_is_given_in_play_is_no_start_and_named(tmp_path: Path) -> None:
    result = imported(tmp_path, src__shop_gd=SHOP)
    assert "start" not in entries(result, "hero")
    assert any("_equip_on_buy gives potion in play; in Steep the hero does not start" in line for line in result.report)


def test_an_effect_that_is_unknown_is_named_with_its_resource(tmp_path: Path) -> None:
    knife = resource("knife_consumable_component_definition", "damage = 7", "Knife")
    text = GENERATOR.replace('"potion": 40', '"potion": 40, "knife": 20')
    result = imported(tmp_path, assets__knife_tres=knife, src__dungeon_generator_gd=text)
    assert any("knife.tres" in line and "its effect" in line for line in result.report)
    base = tmp_path / "base.toml"
    base.write_text(filled_in(result.toml) + "\n[items.knife.x]\n".replace("[items.knife.x]", ""), "utf-8")
    mine = tmp_path / "mine.toml"
    change = '[items.knife]\neffect = "lightning"\namount = 7\nreach = 4\n[monsters.orc]\nhp = 12\n'
    mine.write_text(f'extends = "./base.toml"\n{change}', "utf-8")
    changes = export_in_place(load_ruleset(str(mine)), tmp_path)
    assert (changes.numbers, changes.refused) == (1, ())


def test_what_others_have_for_nothing_is_not_counted_as_missing(tmp_path: Path) -> None:
    coverage = imported(tmp_path).findings.coverage
    assert coverage is not None
    assert [each.name for each in coverage.missing] == ["what only code says"]


def test_a_field_that_decides_turns_is_named(tmp_path: Path) -> None:
    result = imported(tmp_path, assets__troll_tres=fighter("max_hp = 18\npower = 5\nattack_speed = 2", "Troll"))
    assert result.findings.assumed["stats"].endswith("attack_speed is not read")


def test_the_adapter_of_its_language_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    imported(tmp_path)
    assert main(["import", str(tmp_path), "--adapter"]) == 0
    assert "copy examples/adapters/game.gd into" in capfd.readouterr().err
