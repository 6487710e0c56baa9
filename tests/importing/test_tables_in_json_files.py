"""Tables in JSON files that the code loads by a path that is written out."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from sample_tutorial_projects import TCOD_2020, Files
from steep.content import Rulebook
from steep.importing import Imported

Rules = Callable[[Files], Rulebook]
Import = Callable[[Files], Imported]

MONSTERS = json.dumps(
    {"rat": {"name": "Rat", "glyph": "r", "hp": 4, "power": 1, "defense": 0, "boss": False, "spawn_chance": 30},
     "bear": {"name": "Bear", "glyph": "b", "hp": 21, "power": 6, "defense": 2, "boss": True, "spawn_chance": 10}},
    indent=2,
)  # fmt: skip

LOADED = {
    "with a with": "with open('data/monsters.json') as file:\n    MONSTERS = json.load(file)\n",
    "at once": "MONSTERS = json.load(open('data/monsters.json'))\n",
    "beside its module": "with open('monsters.json') as file:\n    MONSTERS = json.load(file)\n",
}


def project(code: str) -> Files:
    hero = "player = Actor(char='@', name='Player', fighter=Fighter(hp=30, defense=2, power=5))\n"
    return {"data/bestiary.py": f"import json\n{code}{hero}", "data/monsters.json": MONSTERS}


@pytest.mark.parametrize("loaded", LOADED)
def test_a_table_of_a_json_file_is_read(loaded: str, rules: Rules) -> None:
    monsters = {monster.key: monster for monster in rules(project(LOADED[loaded])).monsters if monster.spawn.entries}
    assert {key: (kind.hp, kind.power, kind.defense) for key, kind in monsters.items()} == {
        "rat": (4, 1, 0),
        "bear": (21, 6, 2),
    }


@pytest.mark.parametrize("path", ["/etc/monsters.json", "../monsters.json", "monsters.txt"])
def test_no_other_file_is_opened(path: str, imported: Import) -> None:
    code = f"MONSTERS = json.load(open({path!r}))\n"
    assert "rat" not in imported({**TCOD_2020, "extra.py": f"import json\n{code}"}).toml


def test_a_broken_file_is_reported(imported: Import) -> None:
    files = {**TCOD_2020, "extra.py": "import json\nM = json.load(open('m.json'))\n", "m.json": "[1, "}
    assert "m.json:1: is no JSON that can be read" in imported(files).findings.unread
