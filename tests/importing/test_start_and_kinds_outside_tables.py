"""What the hero starts with, and kinds that are in no table: read, or named in one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sample_tutorial_projects import TCOD_2020, Files
from steep.balance.lint.all_checks import lint
from steep.content import Rulebook
from steep.importing import Imported

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

ITEMS = """
TEMPLATES = {
    "dirk": Item(char="/", name="Dirk", equippable=Equippable(slot="weapon", power_bonus=2)),
    "cap": Item(char="[", name="Cap", equippable=Equippable(slot="head", defense_bonus=1)),
}
"""

START = """
import items
from entity_factories import player
def new_game():
    dirk = items.make("dirk")
    player.inventory.append(dirk)
    player.equipment.toggle_equip(dirk)
    player.inventory.append(items.make("cap"))
    player.inventory.append(make_lamp())
def pick_up(floor):
    found = floor.pop()
    player.inventory.append(found)
"""


def test_what_a_function_makes_of_a_word_is_in_the_start(rules: Rules) -> None:
    start = rules({**TCOD_2020, "items.py": ITEMS, "start.py": START}).hero.start
    assert [(each.item, each.equipped) for each in start] == [("dirk", True), ("cap", False)]


def test_what_is_made_nowhere_is_named_and_what_is_picked_up_is_not(imported: Import) -> None:
    unread = imported({**TCOD_2020, "items.py": ITEMS, "start.py": START}).findings.unread
    assert [line for line in unread if "goes into an inventory" in line] == [
        "start.py:9: make_lamp goes into an inventory, but nothing was found that makes it; "
        "left out of the starting items"
    ]


MORE = """
from entity_factories import orc
dragon = Actor(char="D", name="Dragon", ai_cls=HostileEnemy, fighter=Fighter(hp=90, defense=6, power=14),
               inventory=Inventory(capacity=0), level=Level(xp_given=400))
def place_boss(floor):
    lich = Actor(char="L", name="Lich", ai_cls=HostileEnemy, fighter=Fighter(hp=50, defense=3, power=9),
                 inventory=Inventory(capacity=0), level=Level(xp_given=300))
    lich.spawn(floor)
    ghost = Actor(char="G", name="Ghost", ai_cls=HostileEnemy, fighter=Fighter(hp=orc.hp * floor, defense=1, power=2),
                  inventory=Inventory(capacity=0), level=Level(xp_given=3))
crown = Item(char="=", name="Crown", equippable=Equippable(slot="head", defense_bonus=4))
"""


def test_kinds_in_no_table_are_read_without_a_weight(rules: Rules) -> None:
    rulebook = rules({**TCOD_2020, "more.py": MORE})
    monsters = {monster.key: monster for monster in rulebook.monsters}
    assert {key: (monsters[key].hp, monsters[key].spawn.entries) for key in ("dragon", "lich")} == {
        "dragon": (90, ()),
        "lich": (50, ()),
    }
    crown = next(item for item in rulebook.items if item.key == "crown")
    assert (crown.defense, crown.spawn.entries) == (4, ())


def test_kinds_in_no_table_are_listed_with_their_lines(imported: Import) -> None:
    result = imported({**TCOD_2020, "more.py": MORE})
    assert "more.py:6: monsters.lich: in no table, so it has no weight" in result.findings.taken
    assert "more.py:11: crown is in no table, and never spawns" in [*result.findings.findings]
    ghost = "more.py:9: monsters.ghost: in no table, and not all its numbers were found; left out"
    assert ghost in result.findings.unread
    assert not result.missing


WITH_FACTORIES = """
rat_template = Actor(char="r", name="Giant Rat", fighter=Fighter(hp=4, defense=0, power=1))
def place(choice):
    if choice == "worm":
        monster = Actor(char="w", name="Pale Worm", fighter=Fighter(hp=6, defense=0, power=2))
    else:
        monster = Actor(char="b", name="Bat", fighter=Fighter(hp=3, defense=0, power=2))
"""


def keys_of(imported: Imported) -> list[str]:
    return sorted(
        section.path[1] for section in imported.sections if len(section.entries) > 1 and section.path[0] == "monsters"
    )


@pytest.mark.parametrize("table", ["", "monster_chances = {'giant_rat': 5, 'worm': 3, 'bat': 2}\n"])
def test_a_kind_has_the_same_key_with_and_without_a_table(table: str, imported: Import) -> None:
    assert keys_of(imported({"game.py": WITH_FACTORIES + table})) == ["bat", "rat_template", "worm"]


def test_the_seeds_kinds_are_in_no_note_of_lint(rules: Rules) -> None:
    found = lint(rules({**TCOD_2020, "more.py": MORE}), 20, fast=True)
    assert [finding.subject for finding in found if finding.code == "absent"] == ["dragon", "lich", "crown"]
