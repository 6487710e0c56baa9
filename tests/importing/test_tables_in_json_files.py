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
    "by os.path": """
HERE = os.path.dirname(__file__)
with open(os.path.join(HERE, "monsters.json")) as file:
    MONSTERS = json.load(file)
""",
    "by os.path from above": """
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "monsters.json")) as file:
    MONSTERS = json.load(file)
""",
    "by pathlib": "MONSTERS = json.loads((Path(__file__).parent / 'monsters.json').read_text())\n",
    "by an open path": """
DATA = Path(__file__).resolve().parent.parent / "data"
with DATA.joinpath("monsters.json").open(encoding="utf-8") as file:
    MONSTERS = json.load(file)
""",
    "by its text": "with open('monsters.json') as file:\n    MONSTERS = json.loads(file.read())\n",
    "by an f-string": "HERE = os.path.dirname(__file__)\nMONSTERS = json.load(open(f'{HERE}/monsters.json'))\n",
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
    assert "m.json:1: cannot be read as JSON" in imported(files).findings.unread


TABLES = json.dumps(
    {"monsters": {"0": {"orc": 80}, "3": {"troll": 15}, "5": {"troll": 30}}, "max_monsters_by_floor": {"1": 2, "4": 3}}
)

USED = {
    "by string": "",
    "by number": "monster_chances = {int(floor): kinds for floor, kinds in TABLES['monsters'].items()}\n",
}


@pytest.mark.parametrize("used", USED)
def test_texts_that_are_numbers_are_floors(used: str, rules: Rules) -> None:
    procgen = (
        f"import json\nfrom pathlib import Path\nTABLES = json.loads(Path('tables.json').read_text())\n{USED[used]}"
    )
    files = {**TCOD_2020, "procgen.py": procgen, "tables.json": TABLES}
    rulebook = rules(files)
    assert {monster.key: monster.spawn.entries for monster in rulebook.monsters} == {
        "orc": ((1, 80),),
        "troll": ((3, 15), (5, 30)),
    }
    assert rulebook.counts.monsters_per_room.entries == ((1, 2), (4, 3))


OTHERS = {
    "a path from somewhere": ("json.load(open(path))", "json.load", "its path is known only at run time"),
    "a file that is not there": ("json.load(open('data/x.json'))", "json.load", "data/x.json is not there"),
    "a path out of the project": ("json.load(open('../x.json'))", "json.load", "../x.json is not there"),
    "YAML": ("yaml.safe_load(open('tables.yml'))", "yaml.safe_load", "only JSON is read"),
    "INI": ("configparser.ConfigParser()", "configparser.ConfigParser", "only JSON is read"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_file_that_is_not_read_is_named(other: str, imported: Import) -> None:
    call, name, why = OTHERS[other]
    result = imported({**TCOD_2020, "extra.py": f"import json\n\nTABLES = {call}\n"})
    assert f"extra.py:3: {name} loads a file that was not read, because {why}" in result.findings.unread
