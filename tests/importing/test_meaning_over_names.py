"""Tables and numbers are read by what the project's code does with them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sample_tutorial_projects import ROGUEBASIN, TCOD_2019, TCOD_2020, Files, said
from steep.content import Item, Monster, Rulebook
from steep.importing import Imported

Rules = Callable[[Files], Rulebook]
Import = Callable[[Files], Imported]

MONSTERS = TCOD_2020["entity_factories.py"]


def monster(rulebook: Rulebook, key: str) -> Monster:
    return next(monster for monster in rulebook.monsters if monster.key == key)


def item(rulebook: Rulebook, key: str) -> Item:
    return next(item for item in rulebook.items if item.key == key)


LOOP = """
enemy_chances = {{0: [("orc", 80)], 3: [("orc", 10), ("troll", 15)], 5: [("troll", 30)]}}

def get_entities(chances, floor):
    weights = {{}}
    for key, values in chances.items():
        {test}
            {first}
        {otherwise}
            for kind, weight in values:
                {put}
    return weights

def place(floor):
    return get_entities(enemy_chances, floor)
"""
LAST, SUM = "weights[kind] = weight", "weights[kind] = weights.get(kind, 0) + weight"

LOOPS: dict[str, tuple[dict[str, str], list[int], list[int]]] = {
    "the tutorial's": (
        {"test": "if key > floor:", "first": "break", "put": LAST},
        [80, 80, 10, 10, 10],
        [0, 0, 15, 15, 30],
    ),
    "weights that add up": (
        {"test": "if key > floor:", "first": "continue", "put": SUM},
        [80, 80, 90, 90, 90],
        [0, 0, 15, 15, 45],
    ),
    "from the floor after": (
        {"test": "if floor <= key:", "first": "break", "put": LAST},
        [80, 80, 80, 10, 10],
        [0, 0, 0, 15, 15],
    ),
    "an inverted break": ({"test": "if key < floor:", "first": "break", "put": LAST}, [0] * 5, [0] * 5),
}


@pytest.mark.parametrize("shape", LOOPS)
def test_a_loop_over_floors_is_read_by_its_shape(shape: str, rules: Rules) -> None:
    parts, orcs, trolls = LOOPS[shape]
    rulebook = rules({"procgen.py": LOOP.format(otherwise="else:", **parts), "entity_factories.py": MONSTERS})
    assert monster(rulebook, "orc").spawn.values(5) == orcs
    assert monster(rulebook, "troll").spawn.values(5) == trolls


def test_a_loop_of_an_unknown_shape_is_named_and_not_guessed(imported: Import) -> None:
    parts = {"test": "if key > floor and lucky():", "first": "break", "put": LAST}
    result = imported({"procgen.py": LOOP.format(otherwise="else:", **parts), "entity_factories.py": MONSTERS})
    assert "enemy_chances: the loop over it is not recognised" in result.toml
    assert "monsters.orc.spawn: no weight was found" in result.missing


def test_an_inverted_break_is_a_finding(imported: Import) -> None:
    parts = {"test": "if key < floor:", "first": "break", "put": LAST}
    result = imported({"procgen.py": LOOP.format(otherwise="else:", **parts), "entity_factories.py": MONSTERS})
    assert "its comparison may be inverted" in "\n".join(said(result))


def test_what_a_number_is_drawn_from_counts_more_than_a_name(rules: Rules) -> None:
    text = ROGUEBASIN["firstrl.py"].replace("random_get_int(0, 0, max_monsters)", "random_get_int(0, 1, MAX_HERE)")
    assert text != ROGUEBASIN["firstrl.py"]
    counts = rules({"firstrl.py": "MAX_HERE = 4\n" + text}).counts
    assert (counts.monsters_per_room.at(1), counts.min_monsters_per_room.at(1)) == (4, 1)


def test_numpys_random_numbers_exclude_the_highest(rules: Rules) -> None:
    text = "import numpy as np\ndef place():\n    number_of_monsters = np.random.randint(0, 4)\n"
    assert rules({**TCOD_2020, "place.py": text, "procgen.py": ""}).counts.monsters_per_room.at(1) == 3


def test_a_minimum_is_no_maximum(rules: Rules) -> None:
    text = "min_monsters_per_room = 9\nmax_monsters_per_room = 3\n"
    assert rules({"a.py": text, "entity_factories.py": MONSTERS}).counts.monsters_per_room.at(1) == 3


def test_tables_in_a_dictionary_of_tables_are_read(rules: Rules) -> None:
    specs = """
from random_utils import from_dungeon_level
DUNGEONS = {
    'pit': {
        'name': 'The Pit',
        'max_monsters_per_room_by_level': [[2, 1], [3, 2], [5, 4]],
        'monster_chances': {'orc': [[80, 1], [70, 3]], 'troll': [[2, 1], [10, 2]]},
    }
}
def place(level):
    return from_dungeon_level([[1, 1], [2, 4]], level)
"""
    files = {"random_utils.py": TCOD_2019["random_utils.py"], "entity_factories.py": MONSTERS}
    rulebook = rules({"data.py": specs, **files})
    assert monster(rulebook, "orc").spawn.values(4) == [80, 80, 70, 70]
    assert [rulebook.counts.monsters_per_room.at(floor) for floor in (1, 2, 3, 4)] == [2, 3, 3, 5]


def test_a_kind_of_the_tables_own_function_is_preferred(rules: Rules) -> None:
    def place(name: str, hp: int, weight: int) -> str:
        return f"""
def {name}(choice):
    monster_chances = {{'orc': {weight}, 'bat': 1}}
    if choice == 'orc':
        monster = Entity(0, 0, 'o', (1, 2, 3), 'Orc', fighter=Fighter(hp={hp}, defense=0, power=1, xp=1))
    elif choice == 'bat':
        monster = Entity(0, 0, 'b', (1, 2, 3), 'Bat', fighter=Fighter(hp={hp}, defense=0, power=1, xp=1))
"""

    second = place("place_deep", 50, 7).replace("'bat': 1", "'bat': from_dungeon_level([[1, 1], [2, 5]])")
    rulebook = rules({"game_map.py": place("place_shallow", 5, 9) + second})
    assert (monster(rulebook, "orc").hp, monster(rulebook, "orc").spawn.at(1)) == (50, 7)


CLASSES = """
class Monster(Entity):
    pass
class Orc(Monster):
    def __init__(self, x, y):
        super().__init__(x, y, 'o', (1, 2, 3), 'Orc')
        Fighter(hp=21, defense=1, power=4, xp=35).add_to_entity(self)
class Troll(Monster):
    def __init__(self, x, y):
        super().__init__(x, y, 'T', (1, 2, 3), 'Troll')
        Fighter(hp=33, defense=2, power=8, xp=100).add_to_entity(self)
"""


def test_tables_may_be_keyed_by_classes_that_add_their_components(rules: Rules) -> None:
    table = "import monsters\ndef place():\n    monster_chances = {monsters.Orc: 80, monsters.Troll: 20}\n"
    rulebook = rules({"monsters.py": CLASSES, "game_map.py": table})
    assert (monster(rulebook, "orc").hp, monster(rulebook, "troll").power) == (21, 8)
    assert monster(rulebook, "troll").spawn.at(1) == 20


def test_what_a_function_without_parameters_returns_is_read(rules: Rules) -> None:
    text = """
monster_chances = {'orc': 5}
def create_fighter():
    return Fighter(hp=8, defense=3, power=2, xp=7)
orc = Object(0, 0, 'o', 'orc', fighter=create_fighter())
"""
    orc = monster(rules({"a.py": text}), "orc")
    assert (orc.hp, orc.defense) == (8, 3)


def test_weights_that_things_weigh_are_no_chances(imported: Import) -> None:
    text = """
class Inventory:
    def __init__(self, capacity, max_weight): ...
rat = Actor(char='r', name='Rat', fighter=Fighter(hp=3, power=1, defense=0), weight=12)
bat = Actor(char='b', name='Bat', fighter=Fighter(hp=3, power=1, defense=0), weight=2)
bag = Inventory(capacity=3, max_weight=55)
"""
    assert "monsters.rat.spawn: no weight was found" in imported({"a.py": text}).missing


def test_dice_of_weapons_are_read(rules: Rules) -> None:
    text = """
item_chances = {0: {'axe': 5}}
axe = Item(char='/', name='Axe', equippable=Equippable(equipment_type=Slots.WEAPON, num_dice=2, die_size=6))
"""
    assert str(item(rules({"a.py": text}), "axe").damage) == "2d6"


def test_a_random_bonus_is_named_and_the_lowest_taken(imported: Import) -> None:
    text = """
item_chances = {0: {'axe': 5}}
axe = Item(char='/', name='Axe', equippable=Equippable(slot=Slots.HAND, power_bonus=randint(2, 4)))
"""
    result = imported({"a.py": text})
    assert "power   = 2  # random, 2 to 4" in result.toml
    assert "power_bonus of Axe is random, 2 to 4; in Steep it is 2" in result.toml


def test_a_stat_that_is_computed_is_to_do_and_not_0(imported: Import) -> None:
    text = "def place(level):\n    monster_chances = {'orc': 5}\n    orc = Actor(char='o', name='Orc', " + (
        "fighter=Fighter(hp=20 + level, defense=1, power=4, xp=35 + 5 * level))\n"
    )
    missing = imported({"a.py": text}).missing
    assert "monsters.orc.hp: hp is known only at run time (a.py:3)" in missing
    assert "monsters.orc.xp: xp is known only at run time (a.py:3)" in missing


def test_a_timed_bonus_is_a_status_and_no_armor(rules: Rules) -> None:
    text = """
class DefensiveConsumable(Consumable):
    def __init__(self, defense_bonus, number_of_turns): ...
scroll = Item(char='~', name='Scroll', consumable=DefensiveConsumable(defense_bonus=5, number_of_turns=10))
item_chances = {0: {'scroll': 5}}
"""
    rulebook = rules({"a.py": text})
    found = item(rulebook, "scroll")
    assert (found.slot, found.defense, found.abilities) == ("", 0, ("scroll",))
    status = next(status for status in rulebook.statuses if status.key == "scroll")
    ability = next(ability for ability in rulebook.abilities if ability.key == "scroll")
    assert status.defense == 5
    assert (ability.effects[0].gives, ability.effects[0].turns) == ("scroll", 10)


def test_tests_and_old_files_are_left_out_and_named(imported: Import) -> None:
    old = TCOD_2020["procgen.py"].replace("80)", "77)")
    result = imported({**TCOD_2020, "procgen_old.py": old, "tests/test_spawns.py": "enemy_chances = {0: {'orc': 1}}"})
    assert "spawn   = 80" in result.toml
    assert "tests and old versions: procgen_old.py, tests/test_spawns.py" in result.toml


def test_a_name_that_counts_is_no_setting(imported: Import) -> None:
    text = """
enemy_chances = {0: {'orc': 10}}
def make_map():
    num_rooms = 0
    for room in dug():
        num_rooms += 1
"""
    assert "map.room_attempts: not found; as in tcod-2020" in "\n".join(said(imported({"a.py": text})))
