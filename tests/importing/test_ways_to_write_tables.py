"""Tables in the forms that hobby projects use give the odds of their own code."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from compiled_table_odds import odds_on
from sample_tutorial_projects import TCOD_2020, Files
from steep.content import Rulebook, load_ruleset
from steep.importing import Imported
from steep.spawn.compile_tables import value_on

Rules = Callable[[Files], Rulebook]

FLOORS = (*range(1, 12), 40)

FROM_DUNGEON_LEVEL = """
def from_dungeon_level(table, dungeon_level):
    for (value, level) in reversed(table):
        if dungeon_level >= level:
            return value
    return 0
"""

WEIGHTS = {
    "dictionary of floors to pairs": """
import entity_factories
enemy_chances = {0: [(entity_factories.orc, 80)], 3: [(entity_factories.troll, 15)],
                 5: [(entity_factories.troll, 30)], 7: [(entity_factories.troll, 60)]}
""",
    "imported under another name": """
import entity_factories as ef
monster_chances = {0: [[ef.orc, 80]], 3: [[ef.troll, 15]], 5: [[ef.troll, 30]], 7: [[ef.troll, 60]]}
""",
    "names imported by themselves": """
from entity_factories import orc, troll
enemy_chances = {0: [(orc, 80)], 3: [(troll, 15)], 5: [(troll, 30)], 7: [(troll, 60)]}
""",
    "floors to names, as in Godot": """
ENEMY_CHANCES = {0: {"orc": 80}, 3: {"troll": 15}, 5: {"troll": 30}, 7: {"troll": 60}}
""",
    "a list of floors and weights, as for rot.js": """
monster_weights = [
    {"floor": 0, "weights": [{"value": "orc", "weight": 80}]},
    {"floor": 3, "weights": [{"value": "troll", "weight": 15}]},
    {"floor": 5, "weights": [{"value": "troll", "weight": 30}]},
    {"floor": 7, "weights": [{"value": "troll", "weight": 60}]},
]
""",
    "a list of floors and pairs": """
enemy_table = [(1, [("orc", 80)]), (3, [("troll", 15)]), (5, [("troll", 30)]), (7, [("troll", 60)])]
""",
    "value and level": FROM_DUNGEON_LEVEL
    + """
def place(level):
    monster_chances = {'orc': 80, 'troll': from_dungeon_level([[15, 3], [30, 5], [60, 7]], level)}
""",
    "the level first": """
def from_dungeon_level(dungeon_level, table):
    for (value, level) in reversed(table):
        if dungeon_level >= level:
            return value
    return 0
def place(self):
    monster_chances = {'orc': 80, 'troll': from_dungeon_level(self.dungeon_level, ((15, 3), (30, 5), (60, 7)))}
""",
    "level and value, as the function says": """
def by_level(table, current):
    result = 0
    for (min_level, chance) in table:
        if current >= min_level:
            result = chance
    return result
def place(level):
    monster_chances = {'orc': 80, 'troll': by_level([[3, 15], [5, 30], [7, 60]], level)}
""",
    "value and level, function in a module": """
import random_utils as ru
def place(level):
    monster_chances = dict(orc=80, troll=ru.from_dungeon_level([[15, 3], [30, 5], [60, 7]], level))
""",
    "entry by entry": FROM_DUNGEON_LEVEL
    + """
def place(level):
    monster_chances = {}
    monster_chances['orc'] = 80
    monster_chances['troll'] = from_dungeon_level([[15, 3], [30, 5], [60, 7]])
""",
    "update by update": FROM_DUNGEON_LEVEL
    + """
def place(level):
    monster_chances = {}
    monster_chances.update({'orc': 80})
    monster_chances.update(troll=from_dungeon_level([[15, 3], [30, 5], [60, 7]], level))
""",
    "a class's attribute": """
import entity_factories
class Tables:
    enemy_chances: dict[int, list] = {0: [(entity_factories.orc, 80)], 3: [(entity_factories.troll, 15)],
                                      5: [(entity_factories.troll, 30)], 7: [(entity_factories.troll, 60)]}
""",
    "an object's attribute": """
class Spawner:
    def __init__(self):
        self.monster_chances = {}
        self.monster_chances[0] = [("orc", 80)]
        self.monster_chances[3] = [("troll", 15)]
        self.monster_chances[5] = [("troll", 30)]
        self.monster_chances[7] = [("troll", 60)]
""",
    "named tuples": """
from typing import NamedTuple
import entity_factories
class Row(NamedTuple):
    entity: object
    weight: int
enemy_chances = {0: [Row(entity_factories.orc, 80)], 3: [Row(entity_factories.troll, weight=15)],
                 5: [Row(entity=entity_factories.troll, weight=30)], 7: [Row(entity_factories.troll, 60)]}
""",
    "constants and small sums": """
ORC_WEIGHT = 40 * 2
START = 15
FIRST = 3
monster_chances = {0: {"orc": ORC_WEIGHT}, FIRST: {"troll": START}, FIRST + 2: {"troll": START * 2},
                   7: {"troll": 2 ** 6 - 4}}
""",
    "constants of another module": """
import constants
from constants import TROLL_TABLE
def place(level):
    monster_chances = {"orc": constants.ORC_WEIGHT, "troll": from_dungeon_level(TROLL_TABLE, level)}
""",
    "returned by a function": """
def monster_chances(level):
    return {'orc': 80, 'troll': from_dungeon_level([[15, 3], [30, 5], [60, 7]], level)}
""",
    "lists put together": """
from entity_factories import orc, troll
EARLY = [(0, [(orc, 80)]), (3, [(troll, 15)])]
LATE = [(5, [(troll, 30)])]
LATE += [(7, [(troll, 60)])]
enemy_chances = EARLY + LATE
""",
    "one pair without a list": """
from entity_factories import orc, troll
enemy_chances = {0: (orc, 80), 3: (troll, 15), 5: (troll, 30), 7: (troll, 60)}
""",
    "weights as decimals": """
monster_weights = {0: {"orc": 0.8}, 3: {"troll": 0.15}, 5: {"troll": 0.3}, 7: {"troll": 0.6}}
""",
    "rows without a function": """
MONSTER_CHANCES = {"orc": 80, "troll": [[15, 3], [30, 5], [60, 7]]}
""",
    "floors to weights for each kind": """
spawn_weights_monsters = {"orc": {1: 80}, "troll": {3: 15, 5: 30, 7: 60}}
""",
    "under a condition": """
import random
if True:
    try:
        enemy_chances = {0: {"orc": 80}, 3: {"troll": 15}, 5: {"troll": 30}, 7: {"troll": 60}}
    finally:
        pass
""",
    "with a long comment and odd blanks": """
# coding: utf-8
enemy_chances   =   {   # floor: who
    0 : [ ( 'orc' , 80 ) , ] ,   # über alles
    3 : [ ( 'troll' , 15 ) , ] , 5 : [ ( 'troll' , 30 ) , ] , 7 : [ ( 'troll' , 60 ) , ] , }
""",
}

COUNTS = {
    "pairs": "max_monsters_by_floor = [(1, 2), (4, 3), (6, 5)]",
    "lists": "MAX_MONSTERS_BY_FLOOR = [[1, 2], [4, 3], [6, 5]]",
    "annotated": "max_monsters_by_floor: List[Tuple[int, int]] = [(1, 2), (4, 3), (6, 5)]",
    "floor 0": "max_monsters_by_floor = [(0, 2), (4, 3), (6, 5)]",
    "by room": "max_monsters_per_room = [(1, 2), (4, 3), (6, 5)]",
    "enemies": "max_enemies_by_floor = ((1, 2), (4, 3), (6, 5))",
    "dictionary": "max_monsters_by_floor = {1: 2, 4: 3, 6: 5}",
    "named tuples": "class Row(NamedTuple):\n    floor: int\n    most: int\n"
    "class Config:\n    MAX_MONSTERS_BY_FLOOR = [Row(1, 2), Row(4, 3), Row(6, most=5)]",
    "value and level": FROM_DUNGEON_LEVEL
    + "def place(level):\n    max_monsters = from_dungeon_level([[2, 1], [3, 4], [5, 6]], level)",
    "in the draw": FROM_DUNGEON_LEVEL
    + "def place(level):\n    number_of_monsters = randint(0, from_dungeon_level([[2, 1], [3, 4], [5, 6]], level))",
    "a function that takes the floor first": """
def look(table, floor):
    for (least_floor, most) in table:
        if least_floor <= floor: found = most
    return found
def place(level):
    max_monsters = look([[1, 2], [4, 3], [6, 5]], level)
""",
    "a table by name": FROM_DUNGEON_LEVEL
    + "TABLE = [[2, 1], [3, 4], [5, 6]]\ndef place(level):\n    max_monsters = from_dungeon_level(TABLE, level)",
}


@pytest.mark.parametrize("spelling", WEIGHTS)
def test_weights_in_any_form_give_the_seeds_odds(spelling: str, rules: Rules) -> None:
    constants = "ORC_WEIGHT = 80\nTROLL_TABLE = [[15, 3], [30, 5], [60, 7]]\n"
    rulebook = rules(
        {
            "spawning.py": WEIGHTS[spelling],
            "constants.py": constants,
            "random_utils.py": FROM_DUNGEON_LEVEL,
            "entity_factories.py": TCOD_2020["entity_factories.py"],
        }
    )
    seed = load_ruleset("tcod-2020")
    assert [monster.key for monster in rulebook.monsters] == [monster.key for monster in seed.monsters]
    for floor in FLOORS:
        assert odds_on(rulebook.compiled.monster_spawns, floor) == odds_on(seed.compiled.monster_spawns, floor)


@pytest.mark.parametrize("spelling", COUNTS)
def test_counts_in_any_form_give_the_seeds_numbers(spelling: str, rules: Rules) -> None:
    rulebook = rules({"spawning.py": COUNTS[spelling], "entity_factories.py": TCOD_2020["entity_factories.py"]})
    assert [value_on(rulebook.compiled.monsters_per_room, floor) for floor in FLOORS] == [
        2,
        2,
        2,
        3,
        3,
        5,
        5,
        5,
        5,
        5,
        5,
        5,
    ]


MONSTERS = TCOD_2020["entity_factories.py"]


def odds(rulebook: Rulebook, floor: int) -> dict[str, Fraction]:
    drawn = odds_on(rulebook.compiled.monster_spawns, floor)
    return {rulebook.monsters[kind].key: chance for kind, chance in drawn.items()}


def test_floors_out_of_order_end_where_the_tutorials_loop_ends(rules: Rules) -> None:
    table = 'enemy_chances = {2: {"orc": 10}, 1: {"troll": 5}}'
    rulebook = rules({"procgen.py": table, "entity_factories.py": MONSTERS})
    assert odds(rulebook, 1) == {}
    assert odds(rulebook, 2) == {"orc": Fraction(2, 3), "troll": Fraction(1, 3)}


def test_the_last_entry_of_a_repeated_floor_counts(
    imported: Callable[[Files], Imported],
) -> None:
    result = imported({"procgen.py": 'enemy_chances = {0: {"orc": 50}, 0: {"troll": 9}}', "factories.py": MONSTERS})
    assert "[monsters.troll]" in result.toml
    assert "enemy_chances has the floor 0 twice; Python keeps the last" in result.toml
    assert "spawn   = 9" in result.toml


def test_weights_of_an_indexed_floor_do_not_carry_over(rules: Rules) -> None:
    table = """
def chances(dungeon_level):
    monster_chances = {}
    monster_chances[1] = {'orc': 1}
    monster_chances[2] = {'troll': 3}
    return monster_chances[dungeon_level]
"""
    rulebook = rules({"procgen.py": table, "entity_factories.py": MONSTERS})
    assert odds(rulebook, 1) == {"orc": Fraction(1)}
    assert odds(rulebook, 2) == {"troll": Fraction(1)}


def test_rows_with_a_last_floor_end_there(rules: Rules) -> None:
    table = """
def from_dungeon_level(table):
    for (value, min_level, max_level) in reversed(table):
        if dungeon_level >= min_level and dungeon_level <= max_level:
            return value
    return 0
def place():
    monster_chances = {'orc': from_dungeon_level([[60, 1, 1], [40, 2, 3]]), 'troll': 20}
"""
    rulebook = rules({"procgen.py": table, "entity_factories.py": MONSTERS})
    chances = [odds(rulebook, floor).get("orc", Fraction(0)) for floor in (1, 2, 3, 4)]
    assert chances == [Fraction(3, 4), Fraction(2, 3), Fraction(2, 3), 0]


def test_decimal_weights_keep_their_proportions(rules: Rules) -> None:
    rulebook = rules({"p.py": 'monster_weights = {"orc": 0.125, "troll": 2.5}', "entity_factories.py": MONSTERS})
    assert odds(rulebook, 1) == {"orc": Fraction(1, 21), "troll": Fraction(20, 21)}


def test_huge_weights_keep_their_proportions_and_are_reported(imported: Callable[[Files], Imported]) -> None:
    result = imported({"p.py": 'monster_weights = {"orc": 4_000_000_000, "troll": 1_000_000_000}', "f.py": MONSTERS})
    assert "spawn   = 1000000\n" in result.toml
    assert "spawn   = 250000\n" in result.toml
    assert "scaled to at most 1_000_000" in result.toml


def test_a_negative_weight_counts_as_0_and_is_reported(imported: Callable[[Files], Imported]) -> None:
    result = imported({"p.py": 'enemy_chances = {0: [("orc", 5), ("troll", -3)]}', "f.py": MONSTERS})
    assert "a weight below 0, taken as 0" in result.toml


def test_the_first_pair_of_a_long_row_counts(
    imported: Callable[[Files], Imported],
) -> None:
    table = "from f import orc, troll\nenemy_chances = {0: [(orc, 30, troll, 70)]}"
    result = imported({"p.py": table, "f.py": MONSTERS})
    assert "spawn   = 30" in result.toml
    assert "an entry of 4 parts; only the first kind and weight count" in result.toml


def test_a_table_by_floor_is_preferred_to_a_constant_one(imported: Callable[[Files], Imported]) -> None:
    old = {"old.py": "monster_chances = {'orc': 80, 'troll': 20}", "new.py": WEIGHTS["names imported by themselves"]}
    result = imported({**old, "entity_factories.py": MONSTERS})
    assert "spawn   = { 3 = 15, 5 = 30, 7 = 60 }" in result.toml
    assert "old.py:1: monster_chances: not used, as enemy_chances (new.py:3) was taken" in result.toml


def test_a_table_known_only_at_run_time_is_reported(imported: Callable[[Files], Imported]) -> None:
    table = "enemy_chances = {name: 10 for name in everybody()}\nmonster_chances = make_table()"
    result = imported({"p.py": table, "f.py": MONSTERS})
    assert "p.py:1: enemy_chances is not a table of kinds and weights" in result.toml
    assert "p.py:2: monster_chances is not a table of kinds and weights" in result.toml
