"""Projects come into the workbench as rulesets, and rulesets go out as tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steep.core.input_errors import InputError
from steep.exporting import SHAPES
from steep.importing import import_project
from steep.web import import_export, workbench

TABLES = b"""
max_monsters_by_floor = [(1, 2), (4, 3), (6, 5)]
enemy_chances = {0: [(entity_factories.orc, 80)], 3: [(entity_factories.troll, 15)]}
"""
KINDS = b'orc = Actor(char="o", name="Orc", fighter=Fighter(hp=10, defense=0, power=3))\n'


def test_a_pasted_table_becomes_a_ruleset_that_loads() -> None:
    found = workbench.import_project({"pasted.py": TABLES}, fill=True)
    assert any("of your game's numbers are in the ruleset" in line for line in found["report"])
    checked = workbench.check(found["toml"])
    assert checked["problems"] == []
    troll = next(band for band in checked["monsters"] if band["key"] == "troll")
    assert troll["shares"][2] == pytest.approx(15 / 95)


def pasted(text: str) -> tuple[import_export.Imported, workbench.Checked]:
    """A pasted text as a ruleset, and what the page shows of it."""
    found = workbench.import_project({"pasted.py": text.encode()}, fill=True)
    return found, workbench.check(found["toml"])


GEAR = """
item_chances = {
    0: [(entity_factories.health_potion, 35)],
    2: [(entity_factories.confusion_scroll, 10)],
    4: [(entity_factories.lightning_scroll, 25), (entity_factories.sword, 5)],
    6: [(entity_factories.fireball_scroll, 25), (entity_factories.chain_mail, 15)],
}
"""


def test_the_tutorials_own_items_in_a_pasted_table_stay_as_they_are() -> None:
    tables = "item_chances = {0: [(f.lightning_scroll, 30)], 2: [(f.fireball_scroll, 10)]}"
    found, checked = pasted(tables)
    assert (found["missing"], checked["problems"]) == ([], [])
    items = {item.key: item for item in workbench.rulebook_of(found["toml"]).items}
    assert (items["lightning_scroll"].amount, items["lightning_scroll"].reach) == (20, 5)
    assert (items["fireball_scroll"].amount, items["fireball_scroll"].reach) == (12, 3)
    assert [steps.entries for steps in (items["lightning_scroll"].spawn, items["fireball_scroll"].spawn)] == [
        ((1, 30),),
        ((2, 10),),
    ]


def test_names_of_the_chapter_on_gear_bring_its_kinds() -> None:
    found, checked = pasted(GEAR)
    assert (found["missing"], checked["problems"]) == ([], [])
    items = {item.key: item for item in workbench.rulebook_of(found["toml"]).items}
    assert (items["sword"].slot, items["sword"].power) == ("weapon", 4)
    assert (items["chain_mail"].slot, items["chain_mail"].defense) == ("armor", 3)
    assert (items["healing_potion"].effect, items["healing_potion"].amount) == ("heal", 4)
    assert "health_potion" not in items


def test_a_person_fills_in_only_what_no_tutorial_has_and_the_odds_are_shown_before() -> None:
    found, checked = pasted("enemy_chances = {0: [('jackal', 80)], 3: [('wight', 15), ('orc', 5)]}")
    stats = ("hp", "power", "defense", "xp")
    assert [line.partition(":")[0] for line in found["missing"]] == [
        f"monsters.{key}.{stat}" for key in ("jackal", "wight") for stat in stats
    ]
    assert len(checked["problems"]) == 8
    assert {band["key"]: band["shares"][2] for band in checked["monsters"]} == pytest.approx(
        {"jackal": 0.8, "wight": 0.15, "orc": 0.05}
    )


def test_no_odds_are_shown_of_weights_that_are_to_fill_in() -> None:
    _, checked = pasted("enemy_chances = {'jackal': 80, 'wight': by_depth([(i * 2, i) for i in range(9)])}")
    assert checked["problems"]
    assert "monsters" not in checked


def test_an_unknown_item_has_no_invented_numbers() -> None:
    found, _ = pasted("item_chances = {0: [('wand', 5)]}")
    assert found["missing"] == ["items.wand.effect: nothing was found that makes it"]
    assert "amount" not in found["toml"]


def test_a_folder_is_imported_as_steep_import_does(tmp_path: Path) -> None:
    files = {"game/tables.py": TABLES, "game/parts/kinds.py": KINDS}
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    expected = import_project(tmp_path / "game")
    found = workbench.import_project(files, fill=False)
    assert (found["toml"], found["report"]) == (expected.toml, list(expected.report))


@pytest.mark.parametrize("name", ["/etc/passwd", "../outside.py", "a/../../b.py", ""])
def test_a_path_outside_the_project_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="allowed: one within the project's folder"):
        workbench.import_project({name: TABLES}, fill=True)


def test_what_is_no_project_is_refused_without_the_names_of_temporary_folders() -> None:
    with pytest.raises(InputError, match=r"^the pasted table: found neither tables nor monsters in 1 file: line 1: "):
        workbench.import_project({"pasted.py": b"hello world"}, fill=True)
    with pytest.raises(InputError, match=r"^the files: found neither"):
        workbench.import_project({"a.py": b"x = 1", "b.py": b"y = 2"}, fill=True)
    with pytest.raises(InputError, match="found 0 files"):
        workbench.import_project({}, fill=True)


@pytest.mark.parametrize("shape", SHAPES)
def test_tables_go_out_in_every_shape(shape: str) -> None:
    assert shape in workbench.shapes()
    found = workbench.export(workbench.source("tcod-2020"), shape)
    assert "80" in found["text"]
    assert all(isinstance(line, str) for line in found["left_out"])


def test_tables_that_went_out_come_in_again() -> None:
    text = workbench.source("tcod-2020")
    again = workbench.import_project({"tables.py": workbench.export(text, "tcod-2020")["text"].encode()}, fill=False)
    one, other = workbench.check(text), workbench.check(again["toml"])
    assert one["monsters"] == other["monsters"]


PASTED = {
    ".ts": "const MONSTER_CHANCES: W[] = [\n  { floor: 0, weights: [{ value: 'spawnOrc', weight: 80 }] },\n];\n",
    ".gd": 'const enemy_chances = {\n\t0: {"orc": 80},\n}\n',
    ".lua": "monster_weights = {\n  orc = { {1, 80} },\n}\n",
    ".cs": 'static Dictionary<string, int> monsterWeights = new() { ["orc"] = 80 };\n',
    ".json": '{"monster_chances": {"0": {"orc": 80}}}\n',
    ".txt": "monster\tfloor\tweight\norc\t1\t80\n",
    ".toml": 'extends = "rotjs"\n[monsters.orc]\nspawn = 80\n',
    ".py": "enemy_chances = {0: [(entity_factories.orc, 80)]}\n",
}


@pytest.mark.parametrize(("ending", "text"), PASTED.items())
def test_a_pasted_table_is_read_in_the_language_that_it_looks_like(ending: str, text: str) -> None:
    assert import_export.ending_of(text) == ending
    toml = workbench.import_project({"pasted.py": text.encode()}, fill=True)["toml"]
    assert re.search(r"\[monsters\.orc\]\nspawn += 80", toml)


GAME = TABLES + KINDS + b'troll = Actor(char="T", name="Troll", fighter=Fighter(hp=16, defense=1, power=4))\n'


def test_a_changed_ruleset_gives_the_patch_of_the_project_that_it_came_from() -> None:
    files = {"game/tables.py": GAME}
    text = workbench.import_project(files, fill=True)["toml"]
    assert "15" in text
    found = workbench.change_source(text.replace("15", "17", 1), files, fill=True)
    assert found["numbers"] == 1
    assert found["files"] == {"game/tables.py": GAME.replace(b"15", b"17")}
    assert found["toml"] == text.replace("15", "17", 1)
    assert "-enemy_chances = {0: [(entity_factories.orc, 80)], 3: [(entity_factories.troll, 15)]}\n" in found["diff"]
    assert "+enemy_chances = {0: [(entity_factories.orc, 80)], 3: [(entity_factories.troll, 17)]}\n" in found["diff"]
    with pytest.raises(InputError, match=r"^b\.py: found neither tables nor monsters"):
        workbench.change_source(text, {"b.py": b"x = 1"}, fill=True)


LUA = """
local monsters = {
  orc = { hp = 10, weight = { {1, 80} } },
  troll = { hp = 16, weight = { {3, 15}, {5, 30} } },
}
"""


def test_an_import_tells_where_each_number_stands_that_is_written_alone() -> None:
    found = workbench.import_project({"pasted.py": LUA.encode()}, fill=True)
    assert [*found["files"]] == ["pasted.lua"]
    lines = LUA.split("\n")
    for path, number in (("monsters.orc.spawn", "80"), ("monsters.troll.spawn.5", "30")):
        place = found["places"][path]
        assert place["file"] == "pasted.lua"
        assert lines[place["line"] - 1][place["column"] : place["end"]] == number


def test_what_a_table_does_not_say_is_told_as_lines_that_would_write_it() -> None:
    toml = workbench.import_project({"pasted.py": LUA.encode()}, fill=True)["toml"]
    assumed = workbench.assumed(toml)["lines"]
    assert assumed["hero.hp"] == "hp = 30"
    assert assumed["counts.monsters_per_room"] == "monsters_per_room = { 1 = 2, 4 = 3, 6 = 5 }"
    written = f"{toml}\n[hero]\n{assumed['hero.hp']}\n"
    assert "hero.hp" not in workbench.assumed(written)["lines"]


def test_kinds_without_stats_get_those_of_the_tutorials_first_monster_until_somebody_says_others() -> None:
    found = workbench.assumed(workbench.import_project({"a.lua": b"monsters = { rat = { {1, 60} } }"}, False)["toml"])
    assert found["lines"]["monsters.rat.hp"] == "hp = 10"
    assert workbench.check(found["toml"])["problems"] == []


def test_a_refusal_on_the_page_names_no_option_of_the_command_line() -> None:
    with pytest.raises(InputError, match=r"such a sheet names its columns kind, floor and weight$"):
        workbench.import_project({"a.csv": b"x;y\n1;2\n"}, False)


def test_a_file_beside_a_pasted_sheet_says_which_column_is_which() -> None:
    sheet = b"monster,rarity,depth\norc,80,1\ntroll,15,3\n"
    with pytest.raises(InputError, match="names its columns kind, floor and weight"):
        workbench.import_project({"pasted.py": sheet}, fill=True)
    columns = b'[columns]\nkind = "monster"\nfloor = "depth"\nweight = "rarity"\n'
    found = workbench.import_project({"pasted.py": sheet, "pasted.py.steep.toml": columns}, fill=True)
    assert "spawn = { 3 = 15 }" in found["toml"]
    changed = found["toml"].replace("3 = 15", "3 = 16")
    assert workbench.change_source(changed, found["files"], fill=True)["files"] == {
        "pasted.txt": sheet.replace(b"15", b"16")
    }
    with pytest.raises(InputError, match="the pasted table: found no key or column 'x' for kind"):
        workbench.import_project({"pasted.py": sheet, "pasted.py.steep.toml": b'[columns]\nkind = "x"\n'}, fill=True)
