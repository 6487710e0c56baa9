"""What the hero starts with and what gear adds: read, or named with its line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

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
    assert any("dirk and vest both use the slot weapon" in line for line in result.findings.taken)


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


def lines_of(result: Imported, words: str) -> list[str]:
    return [line for line in result.findings.unread if words in line]


def test_what_another_may_carry_is_named(imported: Import) -> None:
    boss = "    boss = floor.get_actor_at_location(20, 12)\n    boss.inventory.items.append(dirk)\n"
    result = imported(started("body", boss))
    assert lines_of(result, "start.py") == [
        "start.py:8: Dirk goes into an inventory of boss that may not be the hero's; left out of the starting items"
    ]
    assert "gear" in result.findings.assumed


def test_what_is_given_in_play_is_named(imported: Import) -> None:
    files = started("body")
    files["start.py"] += "def reward(player):\n    player.inventory.items.append(dirk)\n"
    result = imported(files)
    assert lines_of(result, "in play") == [
        "start.py:9: Dirk is given later in play, as the start of a game never reaches reward; left out"
    ]


UNREAD = {
    "player.inventory.start_with_item(dirk)": "start_with_item may give the hero something",
    "player.inventory.add_item(spawn_item(item_type='knife'))": "spawn_item goes into an inventory",
    "player.equipment.toggle_equip(spawn_item('knife'))": "spawn_item goes into an inventory",
}


@pytest.mark.parametrize("line", UNREAD)
def test_what_the_start_may_give_is_named(line: str, imported: Import) -> None:
    assert lines_of(imported(started("body", f"    {line}\n")), f"start.py:7: {UNREAD[line]}")


def test_what_one_of_several_classes_starts_with_is_named(imported: Import) -> None:
    lines = "    if calling == Calling.GUARD:\n        player.equipment.put_on_and_equip(Slot.HAND, dirk)\n"
    result = imported(started("body", lines))
    assert lines_of(result, "Dirk") == ["start.py:8: the hero starts with Dirk only if calling is GUARD; left out"]


def test_gear_is_worn_if_its_component_is_equipped(rules: Rules) -> None:
    lines = "    held = make_dirk()\n    player.inventory.append(held)\n    actions.equip(player, held.equipment)\n"
    files = started("body", lines)
    files["start.py"] = files["start.py"].replace("dirk = Item", "def make_dirk():\n    return Item")
    assert [(each.item, each.equipped) for each in rules(files).hero.start] == [("held", True)]


def test_a_hero_whose_numbers_depend_on_a_choice_is_left_to_a_person(imported: Import) -> None:
    code = "def make_player(people):\n    hp = 30\n    if people == 'elf':\n        hp -= 5\n"
    code += "    elif people == 'orc':\n        hp += 9\n"
    code += "    return Actor(char='@', name='Player', fighter=Fighter(hp=hp, defense=2, power=5))\n"
    assert imported({"game.py": code + BRANCHES}).missing[0].startswith("hero.hp: ")


def test_of_two_bonuses_the_one_that_adds_something_counts(rules: Rules) -> None:
    vest = 'vest = Item(char="[", name="Vest", equippable=Equippable(slot="body", defense_bonus=0, armor_bonus=3))\n'
    rulebook = rules({"game.py": MONSTERS + BRANCHES + vest})
    assert next(item.defense for item in rulebook.items if item.key == "vest") == 3


def test_items_that_were_not_found_are_named(imported: Import) -> None:
    code = MONSTERS + "class Wand:\n    pass\ndef place_loot(item_list):\n    return item_list\n"
    code += "orc = Actor(char='o', name='Orc', fighter=Fighter(hp=10, defense=0, power=3))\nloot_weight = 3\n"
    assert lines_of(imported({"game.py": code}), "items: none was found that the code makes")


HERO = """
dirk = Item(char="/", name="Dirk", equippable=Equippable(slot="weapon", power_bonus=2))
draught = Item(char="!", name="Draught", consumable=HealingConsumable(amount=9))
player = Actor(char="@", name="Player", fighter=Fighter(hp=30, defense=2, power=5), equipment=Equipment(dirk),
               inventory=Inventory(capacity=26, items=[dirk, draught, draught{more}]))
orc = Actor(char="o", name="Orc", fighter=Fighter(hp=10, defense=0, power=3))
"""


def test_what_the_hero_is_made_with_is_in_the_start(rules: Rules) -> None:
    start = rules({"game.py": HERO.format(more="")}).hero.start
    assert [(each.item, each.equipped) for each in start] == [("dirk", True), ("draught", False), ("draught", False)]


def test_what_the_hero_is_made_with_and_was_not_found_is_named(imported: Import) -> None:
    assert lines_of(imported({"game.py": HERO.format(more=", lamp")}), "game.py:4: the hero is made with lamp")


def test_gear_of_a_module_that_is_not_there_is_left_to_a_person(imported: Import) -> None:
    more = "import gear\nspear = Item(char='/', name='Spear', equippable=gear.Spear())\n"
    files = started("body", ADDED.format("more.spear"))
    result = imported({**files, "more.py": more, "start.py": f"import more\n{files['start.py']}"})
    assert lines_of(result, "more.py:1: gear is imported, but is not there")
    assert [line.split(" (")[0] for line in result.missing] == [
        "items.spear.power: gear.Spear was not found",
        "items.spear.defense: gear.Spear was not found",
    ]
