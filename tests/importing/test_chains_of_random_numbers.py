"""The older tutorials' chains of ``if`` with random numbers are read as the weights that they are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from compiled_table_odds import odds_on
from sample_tutorial_projects import TCOD_2020, Files
from steep.content import Rulebook
from steep.importing import Imported

Rules = Callable[[Files], Rulebook]

ORC = "Entity(0, 0, 'o', (63, 127, 63), 'Orc', fighter=Fighter(hp=10, defense=0, power=3, xp=35))"
TROLL = "Entity(0, 0, 'T', (0, 127, 0), 'Troll', fighter=Fighter(hp=16, defense=1, power=4, xp=100))"

CHAINS = {
    "a fresh number": (
        "    if random.random() < 0.8:\n        m = {orc}\n    else:\n        m = {troll}\n",
        Fraction(4, 5),
    ),
    "any number between two": (
        "    if random.uniform(0, 100) < 80:\n        m = {orc}\n    else:\n        m = {troll}\n",
        Fraction(4, 5),
    ),
    "whole numbers, both ends included": (
        "    if randint(0, 100) < 80:\n        m = {orc}\n    else:\n        m = {troll}\n",
        Fraction(80, 101),
    ),
    "libtcod's": (
        "    if libtcod.random_get_int(0, 0, 99) < 80:\n        m = {orc}\n    else:\n        m = {troll}\n",
        Fraction(4, 5),
    ),
    "the other way round": (
        "    if randint(1, 100) > 80:\n        m = {troll}\n    else:\n        m = {orc}\n",
        Fraction(4, 5),
    ),
    "a number drawn before": (
        "    dice = randint(1, 100)\n    if dice <= 50:\n        m = {orc}\n    elif dice <= 80:\n        m = {orc}\n"
        "    else:\n        m = {troll}\n",
        Fraction(4, 5),
    ),
    "a new number in each link": (
        "    if random.random() < 0.5:\n        m = {orc}\n    elif random.random() < 0.6:\n        m = {orc}\n"
        "    else:\n        m = {troll}\n",
        Fraction(4, 5),
    ),
    "a chain in a chain": (
        "    if random.random() < 0.5:\n        m = {orc}\n    else:\n        print()\n"
        "        if random.random() < 0.6:\n            m = {orc}\n        else:\n            m = {troll}\n",
        Fraction(4, 5),
    ),
    "between two numbers": (
        "    dice = random.randint(1, 10)\n    if 0 < dice <= 8:\n        m = {orc}\n    else:\n        m = {troll}\n",
        Fraction(4, 5),
    ),
}


@pytest.mark.parametrize("form", CHAINS)
def test_a_chain_gives_the_chances_of_its_own_code(form: str, rules: Rules) -> None:
    chain, expected = CHAINS[form]
    rulebook = rules({"game_map.py": "def place(entities):\n" + chain.format(orc=ORC, troll=TROLL)})
    drawn = odds_on(rulebook.compiled.monster_spawns, 1)
    assert {rulebook.monsters[kind].key: chance for kind, chance in drawn.items()} == {
        "orc": expected,
        "troll": 1 - expected,
    }


def test_what_a_chain_spawns_counts_as_chosen(rules: Rules) -> None:
    chain = """
import random
import entity_factories
def place(dungeon, x, y):
    if random.random() < 0.75:
        entity_factories.orc.spawn(dungeon, x, y)
    else:
        entity_factories.troll.spawn(dungeon, x, y)
"""
    rulebook = rules({"procgen.py": chain, "entity_factories.py": TCOD_2020["entity_factories.py"]})
    assert sorted(odds_on(rulebook.compiled.monster_spawns, 1).values()) == [Fraction(1, 4), Fraction(3, 4)]


def test_a_chain_of_another_kind_of_condition_is_reported_and_not_guessed(
    imported: Callable[[Files], Imported],
) -> None:
    chain = f"""
def place(floor):
    if randint(0, 100) < 80 and floor > 2:
        monster = {ORC}
    else:
        monster = {TROLL}
"""
    result = imported({"game_map.py": chain})
    assert "game_map.py:3: a chain of comparisons with random numbers chooses what appears;" in result.toml
    assert "monsters.troll.spawn: no weight was found" in result.missing


def test_a_chain_without_an_else_says_how_often_it_chooses_nothing(imported: Callable[[Files], Imported]) -> None:
    chain = f"""
def place():
    dice = random.random()
    if dice < 0.6:
        monster = {ORC}
    elif dice < 0.9:
        monster = {TROLL}
"""
    assert "in 10 % of its cases this chain chooses none of the monsters" in imported({"game_map.py": chain}).toml


def test_a_chain_that_rolls_for_damage_is_no_table(imported: Callable[[Files], Imported]) -> None:
    fight = """
def attack(target):
    if random.random() < 0.8:
        target.take_damage(3)
    else:
        miss()
"""
    assert "chain of comparisons" not in imported({**TCOD_2020, "combat.py": fight}).toml
