"""What the hero starts with and what gear adds: read, or named with its line."""

from __future__ import annotations

from collections.abc import Callable

from sample_tutorial_projects import TCOD_2020, Files
from steep.content import Rulebook
from steep.importing import Imported

Import = Callable[[Files], Imported]
Rules = Callable[[Files], Rulebook]

GEAR = """
class Equippable:
    def __init__(self, slot, power_bonus=0, defense_bonus=0):
        self.power_bonus = power_bonus
class Knife(Equippable):
    def __init__(self, extra_power=0):
        super().__init__("weapon", power_bonus=2 + extra_power)
knife = Item(char="/", name="Knife", equippable=Knife({given}))
"""


def bonus(rulebook: Rulebook, key: str) -> int:
    return next(item.power for item in rulebook.items if item.key == key)


def test_what_a_base_class_is_given_depends_on_the_arguments(rules: Rules) -> None:
    assert bonus(rules({**TCOD_2020, "more.py": GEAR.format(given="extra_power=3")}), "knife") == 5


START = """
from entity_factories import player
dirk = Item(char="/", name="Dirk", equippable=Equippable(slot="weapon", power_bonus=2))
vest = Item(char="[", name="Vest", equippable=Equippable(slot="{slot}", defense_bonus=1))
draught = Item(char="!", name="Health Potion", consumable=HealingConsumable(amount=9))
def new_game():
"""

ADDED = "    player.inventory.items.append({0})\n"
WORN = "    player.equipment.toggle_equip({0})\n"


def started(slot: str = "body", *lines: str) -> dict[str, str]:
    return {**TCOD_2020, "start.py": START.format(slot=slot) + "".join(lines) + "    return player\n"}


def test_an_item_of_the_same_name_with_other_numbers_is_another(rules: Rules) -> None:
    rulebook = rules(started("body", ADDED.format("draught")))
    (given,) = rulebook.hero.start
    assert next(item.amount for item in rulebook.items if item.key == given.item) == 9


def test_the_last_item_equipped_in_a_slot_is_worn(imported: Import) -> None:
    lines = [ADDED.format("dirk"), ADDED.format("vest"), WORN.format("dirk"), WORN.format("vest")]
    result = imported(started("weapon", *lines))
    start = next(section.entries["start"][0] for section in result.sections if section.path == ("hero",))
    assert [(each["item"], each["equipped"]) for each in start] == [("dirk", False), ("vest", True)]
    assert any("dirk and vest both go into weapon" in line for line in result.findings.taken)


BRANCHES = """
def place_items(choice):
    item_chances = {"orb": 40, "escudo": 30, "dirk": 20}
    if choice == "orb":
        item = Item(char="!", name="Orb", consumable=HealingConsumable(amount=4))
    elif choice == "dirk":
        item = Item(char="/", name="Dirk", equippable=Equippable(slot="weapon", power_bonus=2))
    elif choice == "shield":
        item = Item(char="[", name="Escudo", equippable=Equippable(slot="arm", defense_bonus=1))
    else:
        item = Item(char="!", name="Tonic", consumable=HealingConsumable(amount=2))
"""

MONSTERS = "player = Actor(char='@', name='Player', fighter=Fighter(hp=30, defense=2, power=5))\n"


def test_what_no_branch_handles_is_not_found_by_its_displayed_name(imported: Import) -> None:
    findings = imported({"game.py": MONSTERS + BRANCHES}).findings.findings
    assert any('"escudo" is drawn' in line and "the else makes Tonic" in line for line in findings)


VAULT = """
import random
import gems
def new_game(dungeon):
    random.choice([gems.ruby, gems.opal]).spawn(dungeon, 1, 1)
"""

GEMS = """
ruby = Item(char="*", name="Ruby", consumable=HealingConsumable(amount=9))
opal = Item(char="*", name="Opal", consumable=HealingConsumable(amount=8))
jade = Item(char="*", name="Jade", consumable=HealingConsumable(amount=7))
"""


def test_what_reached_code_places_is_no_mistake(imported: Import) -> None:
    findings = [*imported({**TCOD_2020, "gems.py": GEMS, "vault.py": VAULT}).findings.findings]
    assert [line for line in findings if "never spawns" in line] == ["gems.py:4: jade is in no table, and never spawns"]
