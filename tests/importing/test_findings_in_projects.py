"""Mistakes of a project are reported, and what it does otherwise than the tutorials is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sample_tutorial_projects import TCOD_2019, TCOD_2020, Files, write_project
from steep.cli import main
from steep.content import Rulebook
from steep.importing import Imported

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

GAME_MAP = TCOD_2019["map_objects/game_map.py"]


def report_of(imported: Imported) -> str:
    return "\n".join(imported.report)


def test_a_drawn_name_that_only_the_else_handles_gives_what_the_else_makes(imported: Import) -> None:
    files = {
        **TCOD_2019,
        "map_objects/game_map.py": GAME_MAP.replace("'healing_potion': 35", "'healing_potion': 35, 'bow': 7"),
    }
    result = imported(files)
    report = report_of(result)
    assert '"bow" is drawn from item_chances, but no branch for item_choice handles it' in report
    assert "the else makes Lightning Scroll instead" in report
    assert "[items.bow]" not in result.toml
    assert "{ 1 = 7, 4 = 32 }" in result.toml


def test_a_drawn_name_that_nothing_handles_is_left_out(imported: Import) -> None:
    text = """
def place(choice):
    monster_chances = {'orc': 80, 'troll': 20, 'orge': 5}
    if choice == 'orc':
        monster = Entity(0, 0, 'o', (1, 2, 3), 'Orc', fighter=Fighter(hp=9, defense=0, power=1, xp=1))
    elif choice == 'troll':
        monster = Entity(0, 0, 'T', (1, 2, 3), 'Troll', fighter=Fighter(hp=9, defense=0, power=1, xp=1))
"""
    result = imported({"game_map.py": text})
    assert '"orge" is drawn from monster_chances, but no branch for choice handles it: nothing appears' in report_of(
        result
    )
    assert "[monsters.orge]" not in result.toml


def test_a_kind_in_no_table_is_a_finding(imported: Import) -> None:
    ogre = "ogre = Actor(char='O', name='Ogre', fighter=Fighter(hp=9, defense=0, power=1))"
    report = report_of(imported({**TCOD_2020, "more.py": ogre}))
    assert "more.py:1: ogre is in no table, and never spawns" in report


def test_a_kind_with_a_weight_of_0_is_a_finding(imported: Import) -> None:
    files = {**TCOD_2020, "procgen.py": TCOD_2020["procgen.py"].replace("orc, 80", "orc, 0")}
    assert "orc is in enemy_chances, but never spawns" in report_of(imported(files))


OUT_OF_ORDER = {
    "counts": ("    (4, 3),\n    (6, 5),\n", "    (6, 5),\n    (4, 3),\n", "max_monsters_by_floor"),
    "weights": ("3: [(entity_factories.troll, 15)],", "9: [(entity_factories.troll, 15)],", "enemy_chances"),
}


@pytest.mark.parametrize("table", OUT_OF_ORDER)
def test_floors_out_of_order_are_a_finding(table: str, imported: Import) -> None:
    before, after, name = OUT_OF_ORDER[table]
    procgen = TCOD_2020["procgen.py"]
    assert before in procgen
    findings = imported({**TCOD_2020, "procgen.py": procgen.replace(before, after)}).findings.findings
    assert [line for line in findings if line.startswith("procgen.py:") and f": {name}: its floors are out of" in line]


def test_floors_out_of_order_in_a_lookup_are_a_finding(imported: Import) -> None:
    files = {**TCOD_2019, "map_objects/game_map.py": GAME_MAP.replace("[30, 5], [60, 7]", "[60, 7], [30, 5]")}
    (finding,) = imported(files).findings.findings
    assert finding.endswith(': monster_chances: the floors of "troll" are out of order')
    assert finding.startswith("map_objects/game_map.py:")


def test_a_misspelt_name_in_a_table_is_a_finding_with_its_line(imported: Import) -> None:
    procgen = TCOD_2020["procgen.py"].replace("5: [(entity_factories.troll", "5: [(entity_factories.trol")
    line = procgen[: procgen.index("entity_factories.trol,")].count("\n") + 1
    findings = imported({**TCOD_2020, "procgen.py": procgen}).findings.findings
    assert [*findings] == [
        f'procgen.py:{line}: trol is in enemy_chances, but nothing was found that makes it (did you mean "troll"?)'
    ]


def test_findings_are_the_mistakes_of_the_json_report(tmp_path: Path) -> None:
    files = {**TCOD_2020, "procgen.py": TCOD_2020["procgen.py"].replace("orc, 80", "orc, 0")}
    project, report = write_project(tmp_path / "game", files), tmp_path / "report.json"
    assert main(["import", str(project), "--report", str(report)]) == 0
    (mistake,) = json.loads(report.read_text())["mistakes"]
    assert mistake.endswith(": orc is in enemy_chances, but never spawns")


def test_no_finding_in_a_tutorials_project(imported: Import) -> None:
    assert not imported(TCOD_2020).findings.findings


ATTACK = """
import random
class Fighter:
    def __init__(self, hp, defense, power): ...
    def attack(self, target):
        if random.randint(1, 20) + self.hit >= target.fighter.defense:
            target.fighter.take_damage(self.power)
"""


def test_an_attack_of_its_own_is_named(imported: Import) -> None:
    report = report_of(imported({**TCOD_2020, "components/fighter.py": ATTACK}))
    assert (
        "components/fighter.py:5: Fighter.attack is a custom attack; in Steep a hit takes power minus defense" in report
    )


def test_the_tutorials_attack_is_not_named(imported: Import) -> None:
    tutorials = ATTACK.replace("if random.randint(1, 20) + self.hit >= target.fighter.defense:", "if True:").replace(
        "take_damage(self.power)", "take_damage(self.power - target.fighter.defense)"
    )
    assert "custom attack" not in report_of(imported({**TCOD_2020, "components/fighter.py": tutorials}))


def test_an_ai_of_its_own_and_other_stats_are_named(imported: Import) -> None:
    text = """
class ArcherAI:
    pass
archer = Actor(char='a', name='Archer', ai_cls=ArcherAI, fighter=Fighter(hp=9, defense=0, power=1, dodge=15))
enemy_chances = {0: [(archer, 5)]}
"""
    report = report_of(imported({"a.py": text}))
    assert "a.py:2: ArcherAI is a custom AI (Archer); in Steep they attack on sight" in report
    assert "a.py:4: dodge of Archer: Steep has no such stat" in report


def test_a_group_in_the_table_of_monsters_is_a_pack(rules: Rules) -> None:
    text = """
from entity_factories import orc, troll
GROUPS = [{"name": "warband", "members": [troll, orc, orc]}]
enemy_chances = {0: [(orc, 80)], 4: [("warband", 10)]}
"""
    rulebook = rules({"procgen.py": text, "entity_factories.py": TCOD_2020["entity_factories.py"]})
    (pack,) = rulebook.packs
    assert (pack.leader, pack.spawn.at(3), pack.spawn.at(4)) == ("troll", 0, 10)
    assert [(member.kind, member.count) for member in pack.members] == [("orc", (2, 2))]
