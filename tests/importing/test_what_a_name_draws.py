"""A name in a table may stand for a function or for several kinds. Neither is a mistake, and nothing is silent."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sample_tutorial_projects import Files
from steep.content import Rulebook
from steep.importing import Imported

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

MAKERS = """
import random
def green(x, y):
    return Object(x, y, "g", "Goblin", fighter=Fighter(hp=10, defense=0, power=3))
class Big(Object):
    def __init__(self, x, y):
        super().__init__(x, y, "O", "Ogre", fighter=Fighter(hp=16, defense=1, power=4))
player = Object(0, 0, "@", "player", fighter=Fighter(hp=30, defense=2, power=5))
max_monsters = 3
monster_chances = {"grunt": 80, "brute": 20}
"""
WAYS = '{"grunt": green, "brute": Big}'
DRAWN = {
    "a dictionary of the module": f"WAYS = {WAYS}\ndef make(kind):\n    return WAYS[kind](1, 1)\n",
    "a dictionary of a function": f"def make(kind):\n    ways = {WAYS}\n    return ways[kind](1, 1)\n",
}


@pytest.mark.parametrize("where", DRAWN)
def test_a_kind_is_what_the_function_of_its_name_makes(where: str, rules: Rules) -> None:
    monsters = {
        kind.key: (kind.name, kind.hp, kind.spawn.at(1)) for kind in rules({"game.py": MAKERS + DRAWN[where]}).monsters
    }
    assert (monsters["grunt"], monsters["brute"]) == (("Goblin", 10, 80), ("Ogre", 16, 20))


KINDS = """
import random
orc = Actor(char="o", name="Orc", fighter=Fighter(hp=10, defense=0, power=3))
sword = Item(char="/", name="Sword", equippable=Equippable(slot="hand", power_bonus=2))
healing_potion = Item(char="!", name="Healing Potion", consumable=HealingConsumable(amount=4))
great_potion = Item(char="!", name="Great Potion", consumable=HealingConsumable(amount=9))
max_items = 2
def any_potion():
    return random.choice([healing_potion, great_potion])
"""


def test_a_name_for_several_kinds_is_named(imported: Import) -> None:
    table = 'item_chances = {"sword": 30, "potion": 70}\ndef make(kind):\n    return any_potion()\n'
    assumed = imported({"game.py": KINDS + table}).findings.assumed
    what = "potion is drawn, and then one of Healing Potion, Great Potion; in Steep it is always Healing Potion"
    assert f"game.py:5: {what}" in assumed["weights"]


def test_a_kind_with_a_row_of_its_own_is_not_one_of_several(imported: Import) -> None:
    table = 'item_chances = {"sword": 30, "potion": 60, "great_potion": 10}\n'
    assert "weights" not in imported({"game.py": KINDS + table}).findings.assumed


HANDLED = {
    "a branch": 'def make(kind):\n    if kind == "drink":\n        return any_potion()\n    return sword\n',
    "a case": 'def make(kind):\n    match kind:\n        case "drink":\n            return any_potion()\n',
    "a dictionary in place": 'def make(kind):\n    return {"drink": any_potion, "sword": a_sword}[kind]()\n',
}


@pytest.mark.parametrize("how", HANDLED)
def test_a_category_that_code_draws_from_is_no_mistake(how: str, imported: Import) -> None:
    result = imported({"game.py": f'{KINDS}item_chances = {{"sword": 30, "drink": 70}}\n{HANDLED[how]}'})
    assert not result.findings.findings
    assert "game.py:10: drink is in item_chances, but what code makes of it is not read" in result.findings.unread
    assert "items.drink.effect: nothing was found that makes it" in result.missing


def test_a_name_that_no_code_has_is_still_a_mistake(imported: Import) -> None:
    result = imported({"game.py": f'{KINDS}item_chances = {{"sword": 30, "drink": 70}}\n'})
    assert [*result.findings.findings] == ["game.py:10: drink is in item_chances, but nothing was found that makes it"]
