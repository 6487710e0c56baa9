"""Monsters, items and heroes in the forms that hobby projects use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sample_tutorial_projects import ROGUEBASIN, TCOD_2019, TCOD_2020, TCOD_2020_GEAR, Files, said
from steep.content import Item, Monster, Rulebook
from steep.importing import Imported

Rules = Callable[[Files], Rulebook]
Import = Callable[[Files], Imported]

TABLE = "enemy_chances = {0: {'ogre': 10}}"


def monster(rulebook: Rulebook, key: str) -> Monster:
    return next(monster for monster in rulebook.monsters if monster.key == key)


def item(rulebook: Rulebook, key: str) -> Item:
    return next(item for item in rulebook.items if item.key == key)


OGRES = {
    "base stats, as in Part 13": """
ogre = Actor(char="O", color=(1, 2, 3), name="Ogre", ai_cls=HostileEnemy, equipment=Equipment(),
             fighter=Fighter(hp=21, base_defense=3, base_power=6), level=Level(xp_given=77))
""",
    "by position": """
class Fighter:
    def __init__(self, hp, defense, power): ...
ogre = Actor(char="O", color=(1, 2, 3), name="Ogre", fighter=Fighter(21, 3, 6), level=Level(xp_given=77))
""",
    "by position, in an order of its own": """
class Fighter:
    def __init__(self, power, defense, hp, xp): ...
ogre = Actor(char="O", color=(1, 2, 3), name="Ogre", fighter=Fighter(6, 3, 21, 77))
""",
    "by position, the class elsewhere": """
ogre = Actor(char="O", color=(1, 2, 3), name="Ogre", fighter=Fighter(21, 3, 6, 77))
""",
    "British, with a class by another name": """
ogre = Creature(glyph="O", colour=(1, 2, 3), name="Ogre", combat=Combat(health=21, defence=3, attack=6), xp=77)
""",
    "the component first": """
ogre_fighter = Fighter(hp=21, defense=3, power=6, xp=77)
ogre = Entity(0, 0, 'O', (1, 2, 3), 'Ogre', blocks=True, fighter=ogre_fighter)
""",
    "components in a list": """
ogre = Entity(char="O", color=(1, 2, 3), name="Ogre", components=[Ai(), Fighter(hp=21, defense=3, power=6, xp=77)])
""",
    "numbers of its own": """
ogre = Monster("Ogre", "O", (1, 2, 3), hp=21, defense=3, power=6, xp=77)
""",
    "in a function": """
def make_ogre(x, y):
    return Entity(x, y, 'O', tcod.Color(1, 2, 3), 'Ogre', fighter=Fighter(hp=21, defense=3, power=6, xp=77))
""",
    "in a branch": """
def place(choice):
    if choice == 'goblin':
        f = Fighter(hp=1, defense=0, power=1, xp=1)
        monster = Entity(x, y, 'g', libtcod.green, 'Goblin', fighter=f)
    elif choice == 'ogre':
        f = Fighter(hp=21, defense=3, power=6, xp=77)
        monster = Entity(x, y, 'O', (1, 2, 3), 'Ogre', fighter=f)
""",
    "in a match": """
def place(choice):
    match choice:
        case "goblin":
            monster = Entity(x, y, 'g', libtcod.green, 'Goblin', fighter=Fighter(hp=1, defense=0, power=1, xp=1))
        case "ogre":
            monster = Entity(x, y, 'O', (1, 2, 3), 'Ogre', fighter=Fighter(hp=21, defense=3, power=6, xp=77))
""",
    "in a dictionary of monsters": """
monsters = {
    "goblin": Actor(char="g", color=(9, 9, 9), name="Gob", fighter=Fighter(hp=1, defense=0, power=1, xp=1)),
    "ogre": Actor(char="O", color=(1, 2, 3), name="Ogre", fighter=Fighter(hp=21, defense=3, power=6, xp=77)),
}
""",
    "as plain data": """
monsters = {"ogre": {"name": "Ogre", "char": "O", "color": (1, 2, 3), "hp": 21, "defense": 3, "power": 6, "xp": 77}}
""",
    "as a class": """
class Ogre(Actor):
    def __init__(self):
        super().__init__(char="O", color=(1, 2, 3), name="Ogre", fighter=Fighter(hp=21, defense=3, power=6, xp=77))
""",
    "with constants": """
OGRE_HP = 7 * 3
COLOURS = {"mud": (1, 2, 3)}
ogre = Actor(char=chr(79), color=COLOURS["mud"], name="Ogre", fighter=Fighter(hp=OGRE_HP, defense=3, power=6, xp=77))
""",
    "by its number in the font": """
ogre = Actor(char=79, color="#010203", name="Ogre", fighter=Fighter(hp=21, defense=3, power=6, xp=77))
""",
    "with shared settings": """
COMMON = {"color": (1, 2, 3), "char": "O"}
STATS = dict(hp=21, defense=3)
ogre = {**COMMON, "name": "Ogre", **STATS, "power": 6, "xp": 77}
""",
}


@pytest.mark.parametrize("spelling", OGRES)
def test_monsters_in_any_form_are_read(spelling: str, rules: Rules) -> None:
    ogre = monster(rules({"tables.py": TABLE, "monsters.py": OGRES[spelling]}), "ogre")
    assert (ogre.hp, ogre.defense, ogre.power, ogre.xp) == (21, 3, 6, 77)
    assert (ogre.name, ogre.glyph, ogre.color) == ("Ogre", "O", (1, 2, 3))


ITEMS: dict[str, tuple[str, dict[str, Any]]] = {
    "healing": (
        'thing = Item(char="!", color=(1, 2, 3), name="Salve", consumable=consumable.HealingConsumable(amount=7))',
        {"effect": "heal", "amount": 7},
    ),
    "healing by position": (
        'thing = Item(char="!", color=(1, 2, 3), name="Salve", consumable=HealingConsumable(7))',
        {"effect": "heal", "amount": 7},
    ),
    "lightning": (
        'thing = Item(char="~", name="Bolt", consumable=LightningDamageConsumable(damage=9, maximum_range=4))',
        {"effect": "lightning", "amount": 9, "reach": 4},
    ),
    "fireball": (
        'thing = Item(char="~", name="Boom", consumable=FireballDamageConsumable(9, radius=2))',
        {"effect": "fireball", "amount": 9, "reach": 2},
    ),
    "confusion": (
        'thing = Item(char="~", name="Daze", consumable=ConfusionConsumable(number_of_turns=6))',
        {"effect": "confusion", "amount": 6},
    ),
    "a function with numbers": (
        "c = Item(use_function=cast_fireball, targeting=True, damage=9, radius=2)\n"
        "thing = Entity(0, 0, '#', libtcod.red, 'Boom', item=c)",
        {"effect": "fireball", "amount": 9, "reach": 2},
    ),
    "a function and a constant": (
        "HEAL_AMOUNT = 11\nthing = Object(0, 0, '!', 'salve', libtcod.violet, item=Item(use_function=cast_heal))",
        {"effect": "heal", "amount": 11},
    ),
    "a sword": (
        'thing = Item(char="/", name="Saber", equippable=Equippable(slot=Slots.HAND, power_bonus=5))',
        {"effect": "none", "slot": "hand", "power": 5, "defense": 0},
    ),
    "a class of armor": (
        "class Plate(Equippable):\n    def __init__(self):\n"
        "        super().__init__(equipment_type=EquipmentType.ARMOR, defense_bonus=6)\n"
        'thing = Item(char="[", name="Plate", equippable=equippable.Plate())',
        {"effect": "none", "slot": "armor", "power": 0, "defense": 6},
    ),
}


@pytest.mark.parametrize("spelling", ITEMS)
def test_items_in_any_form_are_read(spelling: str, rules: Rules) -> None:
    text, expected = ITEMS[spelling]
    rulebook = item(rules({"tables.py": "item_chances = {0: {'thing': 10}}", "items.py": text}), "thing")
    assert {name: getattr(rulebook, name) for name in expected} == expected


def test_an_unknown_effect_becomes_none_and_is_reported(imported: Import) -> None:
    text = 'wand = Item(char="/", name="Wand", consumable=TeleportConsumable(distance=9))'
    result = imported({"tables.py": "item_chances = {0: {'wand': 10}}", "items.py": text})
    assert 'effect = "none"  # TeleportConsumable is not one of Steep\'s effects' in result.toml
    assert any("items.py:1: items.wand: its effect" in line for line in said(result))


EFFECTS_IN_CODE = """
import ai
def cast_heal(player):
    player.fighter.heal(13)
def cast_lightning_bolt(player):
    monster = closest_monster(7)
    monster.fighter.take_damage(21)
def cast_confuse(monster):
    monster.ai = ai.ConfusedMonster(monster.ai)
salve = Object('!', 'salve', item=Item(use_function=cast_heal))
lightning = Object('#', 'bolt', item=Item(use_function=cast_lightning_bolt))
daze = Object('#', 'daze', item=Item(use_function=cast_confuse))
item_chances = {'salve': 1, 'lightning': 1, 'daze': 1}
"""

CONFUSED = """
class ConfusedMonster:
    def __init__(self, old_ai, num_turns=8):
        self.old_ai = old_ai
"""


def test_the_strength_of_an_effect_is_what_its_function_does(rules: Rules) -> None:
    rulebook = rules({"items.py": EFFECTS_IN_CODE, "ai.py": CONFUSED})
    assert item(rulebook, "salve").amount == 13
    assert (item(rulebook, "lightning").amount, item(rulebook, "lightning").reach) == (21, 7)
    assert item(rulebook, "daze").amount == 8


def test_a_kind_without_an_entity_keeps_its_weight_and_is_reported(imported: Import) -> None:
    result = imported({"tables.py": "enemy_chances = {0: [('wraith', 3)]}"})
    assert "[monsters.wraith]" in result.toml
    assert 'hp      = "TODO"  # not found' in result.toml
    assert any("wraith is in enemy_chances, but nothing was found that makes it" in line for line in said(result))


def test_monsters_of_the_seed_that_the_project_lacks_get_weight_0(imported: Import, rules: Rules) -> None:
    rulebook = rules({"tables.py": TABLE, "monsters.py": OGRES["in a function"]})
    assert not monster(rulebook, "orc").spawn.entries
    assert monster(rulebook, "ogre").spawn.at(1) == 10


def test_an_item_in_the_monster_table_is_skipped_and_reported(imported: Import) -> None:
    table = "from entity_factories import orc, health_potion\nenemy_chances = {0: [(orc, 5), (health_potion, 4)]}"
    result = imported({"procgen.py": table, "entity_factories.py": TCOD_2020["entity_factories.py"]})
    left_out = "health_potion is in enemy_chances, but is not one of the monsters; left out"
    assert any(left_out in line for line in said(result))


def test_two_projects_copies_of_a_monster_do_not_mix(rules: Rules) -> None:
    parts = {
        "part-12/procgen.py": "import entity_factories\nenemy_chances = {0: [(entity_factories.ogre, 3)]}",
        "part-12/entity_factories.py": OGRES["base stats, as in Part 13"],
        "part-11/entity_factories.py": OGRES["base stats, as in Part 13"].replace("hp=21", "hp=5"),
    }
    assert monster(rules(parts), "ogre").hp == 21


def test_starting_items_are_read(rules: Rules) -> None:
    rulebook = rules(TCOD_2020_GEAR)
    assert [(start.item, start.equipped) for start in rulebook.hero.start] == [
        ("dagger", True),
        ("leather_armor", True),
    ]
    assert rulebook.slots == ("weapon", "armor")


def test_must_exceed_follows_the_comparison_in_the_code(rules: Rules) -> None:
    level = TCOD_2020["components/level.py"].replace("xp > self", "xp >= self")
    assert rules({**TCOD_2020, "components/level.py": level}).level_up.must_exceed is False


def test_level_up_choices_are_read_from_increments(rules: Rules) -> None:
    engine = TCOD_2019["engine.py"].replace("power += 1", "power += 3")
    rulebook = rules({**TCOD_2019, "engine.py": engine})
    assert [(choice.stat, choice.amount) for choice in rulebook.level_up.choices] == [
        ("max_hp", 20),
        ("power", 3),
        ("defense", 1),
    ]


def test_a_map_that_is_too_large_is_reduced_and_reported(imported: Import) -> None:
    text = ROGUEBASIN["firstrl.py"].replace("MAP_WIDTH = 80", "MAP_WIDTH = 200")
    result = imported({"firstrl.py": text})
    assert "width         = 80 " in result.toml
    assert any("map_width is 200, taken as 80: a ruleset takes 3 to 80" in line for line in said(result))


def test_rooms_that_do_not_fit_are_reduced(rules: Rules) -> None:
    text = ROGUEBASIN["firstrl.py"].replace("MAP_HEIGHT = 43", "MAP_HEIGHT = 5")
    rulebook = rules({"firstrl.py": text})
    assert (rulebook.map.height, rulebook.map.room_max, rulebook.map.room_min) == (5, 4, 4)


def test_conflicting_numbers_are_reported(imported: Import) -> None:
    result = imported({**TCOD_2020, "other.py": "map_width = 60"})
    assert any("map_width is 80 here; 60 was taken (other.py:1)" in line for line in said(result))


def test_kinds_with_a_weight_field_need_no_table(rules: Rules) -> None:
    text = """
monsters = {
    "rat": {"name": "Rat", "char": "r", "hp": 3, "attack": 1, "defense": 0, "spawn chance": 30},
    "bat": {"name": "Bat", "char": "b", "hp": 2, "attack": 1, "defense": 0,
            "spawn chance": from_dungeon_level([[25, 2], [15, 4]])},
}
"""
    rulebook = rules({"bestiary.py": text})
    assert monster(rulebook, "rat").spawn.values(4) == [30, 30, 30, 30]
    assert monster(rulebook, "bat").spawn.values(4) == [0, 25, 25, 15]
    assert not monster(rulebook, "orc").spawn.entries


def test_a_level_up_in_a_loop_is_compared_too(rules: Rules) -> None:
    text = TCOD_2019["components/level.py"].replace("if self.current_xp >", "while self.current_xp >=")
    assert rules({**TCOD_2019, "components/level.py": text}).level_up.must_exceed is False


def test_modules_that_import_each_other_are_read(rules: Rules) -> None:
    parts = {
        "game/__init__.py": "",
        "game/db.py": "from . import spawn\n" + OGRES["base stats, as in Part 13"],
        "game/spawn.py": "from .db import ogre\nfrom game import db\nclass T:\n    def go(self):\n"
        "        enemy_chances = {0: [(db.ogre, 4)]}",
    }
    rulebook = monster(rules(parts), "ogre")
    assert (rulebook.hp, rulebook.spawn.at(1)) == (21, 4)


def test_the_last_else_creates_the_remaining_kind(rules: Rules) -> None:
    text = TCOD_2019["map_objects/game_map.py"].replace("'Troll'", "'Hulk'").replace("hp=30,", "hp=33,")
    assert monster(rules({**TCOD_2019, "map_objects/game_map.py": text}), "troll").hp == 33


FOV_PROJECT = """
from tcod.map import compute_fov
import tcod as libtcod
enemy_chances = {{0: [("orc", 80)]}}
def update_fov(engine):
    engine.visible[:] = compute_fov(engine.tiles, (1, 1), radius=8{argument})
"""


@pytest.mark.parametrize(
    ("argument", "fov"),
    [
        ("", "restrictive"),
        (", algorithm=libtcod.FOV_RESTRICTIVE", "restrictive"),
        (", algorithm=libtcod.FOV_BASIC", "raycasting"),
        (", algorithm=libtcod.FOV_SYMMETRIC_SHADOWCAST", "symmetric"),
        (", algorithm=libtcod.FOV_DIAMOND", "restrictive"),
    ],
)
def test_the_field_of_view_is_the_constant_in_the_call_or_else_the_seeds(
    argument: str, fov: str, rules: Callable[[Files], Rulebook]
) -> None:
    assert rules({"game.py": FOV_PROJECT.format(argument=argument)}).rules.fov == fov


def test_a_class_of_the_same_file_counts_before_one_of_another_game(rules: Rules) -> None:
    game = """
class Thing:
    def __init__(self, x, y, char, name, color, fighter=None):
        self.name = name
class Fighter:
    def __init__(self, hp, defense, power):
        self.hp = hp
def place(x, y):
    if randint(1, 100) <= 80:
        monster = Thing(x, y, 'r', 'rat', red, fighter=Fighter(4, 0, 1))
    else:
        monster = Thing(x, y, 'b', 'bear', red, fighter=Fighter(hp=21, defense=2, power=6))
"""
    other = "class Thing:\n    def __init__(self, a): pass\nclass Fighter:\n    def __init__(self, power, hp): pass\n"
    rulebook = rules({"game.py": game, "zoo/thing.py": other})
    assert (monster(rulebook, "rat").hp, monster(rulebook, "rat").power, monster(rulebook, "bear").hp) == (4, 1, 21)
