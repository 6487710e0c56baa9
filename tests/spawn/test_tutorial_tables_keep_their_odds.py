"""Tables pasted from the roguelike tutorials give the odds of the tutorials' own lookups, on floors 1 to 12.

The lookup functions below do the same as the tutorials' functions. The tables have the tutorials' numbers.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.spawn import Steps, Table, from_dungeon_level

FLOORS = range(1, 13)


def shares(chances: dict[Any, int]) -> dict[Any, Fraction]:
    """The odds of a weighted draw."""
    tickets = sum(chances.values())
    return {name: Fraction(chance, tickets) for name, chance in chances.items() if chance > 0}


# RogueBasin's and the tcod tutorial of 2019: pairs [value, level], searched backwards.


def value_at_level(table: list[list[int]], dungeon_level: int) -> int:
    for value, level in reversed(table):
        if dungeon_level >= level:
            return value
    return 0


MAX_MONSTERS_BACKWARDS = [[2, 1], [3, 4], [5, 6]]
MAX_ITEMS_BACKWARDS = [[1, 1], [2, 4]]


def test_roguebasins_monsters_have_the_tutorials_odds() -> None:
    monster_chances: dict[str, Any] = {}
    monster_chances["orc"] = 80
    monster_chances["troll"] = from_dungeon_level([[15, 3], [30, 5], [60, 7]])
    table = Table(monster_chances)
    for floor in FLOORS:
        troll = value_at_level([[15, 3], [30, 5], [60, 7]], floor)
        assert table.odds(floor) == shares({"orc": 80, "troll": troll})


def test_roguebasins_items_have_the_tutorials_odds() -> None:
    item_chances: dict[str, Any] = {}
    item_chances["heal"] = 35
    item_chances["lightning"] = from_dungeon_level([[25, 4]])
    item_chances["fireball"] = from_dungeon_level([[25, 6]])
    item_chances["confuse"] = from_dungeon_level([[10, 2]])
    table = Table(item_chances)
    for floor in FLOORS:
        levels = {"lightning": [[25, 4]], "fireball": [[25, 6]], "confuse": [[10, 2]]}
        expected = {"heal": 35} | {name: value_at_level(pairs, floor) for name, pairs in levels.items()}
        assert table.odds(floor) == shares(expected)


def test_roguebasins_maximum_counts_equal_the_tutorials() -> None:
    for pairs in (MAX_MONSTERS_BACKWARDS, MAX_ITEMS_BACKWARDS):
        assert [from_dungeon_level(pairs).at(floor) for floor in FLOORS] == [value_at_level(pairs, f) for f in FLOORS]


@pytest.mark.parametrize("dungeon_level", FLOORS)
def test_from_dungeon_level_with_a_level_gives_the_value_on_it_as_in_tcod_2019(dungeon_level: int) -> None:
    assert from_dungeon_level([[2, 1], [3, 4], [5, 6]], dungeon_level) == value_at_level(
        [[2, 1], [3, 4], [5, 6]], dungeon_level
    )
    monster_chances = {"orc": 80, "troll": from_dungeon_level([[15, 3], [30, 5], [60, 7]], dungeon_level)}
    expected = {"orc": 80, "troll": value_at_level([[15, 3], [30, 5], [60, 7]], dungeon_level)}
    assert Table(monster_chances).odds(dungeon_level) == shares(expected)


def test_tcod_2019s_items_have_the_tutorials_odds() -> None:
    item_chances: dict[str, Any] = {
        "healing_potion": 35,
        "lightning_scroll": from_dungeon_level([[25, 4]]),
        "fireball_scroll": from_dungeon_level([[25, 6]]),
        "confusion_scroll": from_dungeon_level([[10, 2]]),
    }
    table = Table(item_chances)
    for floor in FLOORS:
        levels = {"lightning_scroll": [[25, 4]], "fireball_scroll": [[25, 6]], "confusion_scroll": [[10, 2]]}
        expected = {"healing_potion": 35} | {name: value_at_level(pairs, floor) for name, pairs in levels.items()}
        assert table.odds(floor) == shares(expected)


# The tcod tutorial of 2020: pairs (floor, value); floor -> list of (entity, weight), the entities themselves.


class Entity:
    """Like the tutorial's factories: compared by identity, and copied to spawn."""

    def __init__(self, name: str) -> None:
        self.name = name


def get_max_value_for_floor(max_value_by_floor: list[tuple[int, int]], floor: int) -> int:
    current_value = 0
    for floor_minimum, value in max_value_by_floor:
        if floor_minimum > floor:
            break
        current_value = value
    return current_value


def get_entities_chances(weighted_chances_by_floor: dict[int, list[tuple[Any, int]]], floor: int) -> dict[Any, int]:
    entity_weighted_chances = {}
    for key, values in weighted_chances_by_floor.items():
        if key > floor:
            break
        for value in values:
            entity_weighted_chances[value[0]] = value[1]
    return entity_weighted_chances


orc, troll = Entity("Orc"), Entity("Troll")
health_potion, confusion_scroll = Entity("Health Potion"), Entity("Confusion Scroll")
lightning_scroll, fireball_scroll = Entity("Lightning Scroll"), Entity("Fireball Scroll")

max_items_by_floor = [
    (1, 1),
    (4, 2),
]

max_monsters_by_floor = [
    (1, 2),
    (4, 3),
    (6, 5),
]

item_chances: dict[int, list[tuple[Entity, int]]] = {
    0: [(health_potion, 35)],
    2: [(confusion_scroll, 10)],
    4: [(lightning_scroll, 25)],
    6: [(fireball_scroll, 25)],
}

enemy_chances: dict[int, list[tuple[Entity, int]]] = {
    0: [(orc, 80)],
    3: [(troll, 15)],
    5: [(troll, 30)],
    7: [(troll, 60)],
}


@pytest.mark.parametrize("chances", [item_chances, enemy_chances])
def test_tcod_2020s_entities_have_the_tutorials_odds(chances: dict[int, list[tuple[Entity, int]]]) -> None:
    table = Table.by_floor(chances)
    for floor in FLOORS:
        assert table.odds(floor) == shares(get_entities_chances(chances, floor))


@pytest.mark.parametrize("pairs", [max_items_by_floor, max_monsters_by_floor])
def test_tcod_2020s_maximum_counts_equal_the_tutorials(pairs: list[tuple[int, int]]) -> None:
    steps = Steps.from_pairs(pairs)
    assert [steps.at(floor) for floor in FLOORS] == [get_max_value_for_floor(pairs, floor) for floor in FLOORS]


def test_tcod_2020s_entity_objects_are_drawn_as_they_are_and_can_be_copied() -> None:
    drawn = Table.by_floor(enemy_chances).choices(6, 50, random.Random(1))
    assert {id(entity) for entity in drawn} == {id(orc), id(troll)}
    assert copy.deepcopy(drawn[0]).name in ("Orc", "Troll")


# rot.js: pairs [floor, value]; a list of { floor, weights: [{ value, weight }] }.


def get_weights(chances_by_floor: list[dict[str, Any]], floor_number: int) -> dict[str, int]:
    current = {}
    for row in chances_by_floor:
        if row["floor"] > floor_number:
            break
        for choice in row["weights"]:
            current[choice["value"]] = choice["weight"]
    return current


ITEM_CHANCES = [
    {"floor": 0, "weights": [{"value": "spawnHealthPotion", "weight": 35}]},
    {"floor": 2, "weights": [{"value": "spawnConfusionScroll", "weight": 10}]},
    {"floor": 4, "weights": [{"value": "spawnLightningScroll", "weight": 25}]},
    {"floor": 6, "weights": [{"value": "spawnFireballScroll", "weight": 25}]},
]

MONSTER_CHANCES = [
    {"floor": 0, "weights": [{"value": "spawnOrc", "weight": 80}]},
    {"floor": 3, "weights": [{"value": "spawnTroll", "weight": 15}]},
    {"floor": 5, "weights": [{"value": "spawnTroll", "weight": 30}]},
    {"floor": 7, "weights": [{"value": "spawnTroll", "weight": 60}]},
]

MAX_ITEMS_BY_FLOOR = [[1, 1], [4, 2]]
MAX_MONSTERS_BY_FLOOR = [[1, 2], [4, 3], [6, 5]]


@pytest.mark.parametrize("chances", [ITEM_CHANCES, MONSTER_CHANCES])
def test_rotjs_rows_have_the_tutorials_odds(chances: list[dict[str, Any]]) -> None:
    table: Table[str] = Table.by_floor(chances)
    for floor in FLOORS:
        assert table.odds(floor) == shares(get_weights(chances, floor))


@pytest.mark.parametrize("pairs", [MAX_ITEMS_BY_FLOOR, MAX_MONSTERS_BY_FLOOR])
def test_rotjs_maximum_counts_equal_the_tutorials(pairs: list[list[int]]) -> None:
    steps = Steps.from_pairs(pairs)
    expected = [get_max_value_for_floor([(f, v) for f, v in pairs], floor) for floor in FLOORS]
    assert [steps.at(floor) for floor in FLOORS] == expected


# Godot: arrays [floor, value]; floor -> { name: weight }.


def get_entity_chances(weighted_chances_by_floor: dict[int, dict[str, int]], current_floor: int) -> dict[str, int]:
    entity_weighted_chances = {}
    for key in weighted_chances_by_floor:
        if key > current_floor:
            break
        for entity_name in weighted_chances_by_floor[key]:
            entity_weighted_chances[entity_name] = weighted_chances_by_floor[key][entity_name]
    return entity_weighted_chances


GODOT_ITEMS = {
    0: {"health_potion": 35},
    2: {"confusion_scroll": 10},
    4: {"lightning_scroll": 25},
    6: {"fireball_scroll": 25},
}

GODOT_ENEMIES = {
    0: {"orc": 80},
    3: {"troll": 15},
    5: {"troll": 30},
    7: {"troll": 60},
}


@pytest.mark.parametrize("chances", [GODOT_ITEMS, GODOT_ENEMIES])
def test_godots_dictionaries_have_the_tutorials_odds(chances: dict[int, dict[str, int]]) -> None:
    table = Table.by_floor(chances)
    for floor in FLOORS:
        assert table.odds(floor) == shares(get_entity_chances(chances, floor))


# Any table whose floors are in rising order, as the tutorials' lookups need it.

rising = st.dictionaries(st.integers(0, 12), st.integers(0, 90), max_size=6).map(
    lambda values: {floor: value for floor, value in sorted(values.items()) if not (floor == 1 and 0 in values)}
)
names = st.sampled_from("abcd")
rows = st.dictionaries(st.integers(2, 12), st.dictionaries(names, st.integers(0, 90), max_size=4), max_size=6).map(
    lambda table: dict(sorted(table.items()))
)


@given(rising)
def test_any_pairs_in_rising_order_give_the_values_of_both_lookups(values: dict[int, int]) -> None:
    pairs = list(values.items())
    backwards = [[value, floor] for floor, value in pairs]
    for floor in FLOORS:
        expected = get_max_value_for_floor(pairs, floor)
        assert Steps.from_pairs(pairs).at(floor) == expected
        assert value_at_level(backwards, floor) == from_dungeon_level(backwards, floor) == expected


@given(rows)
def test_any_rows_in_rising_order_give_the_weights_of_all_three_tutorials(table: dict[int, dict[str, int]]) -> None:
    as_2020: dict[int, list[tuple[Hashable, int]]] = {floor: list(row.items()) for floor, row in table.items()}
    as_rotjs = [
        {"floor": floor, "weights": [{"value": name, "weight": weight} for name, weight in row.items()]}
        for floor, row in table.items()
    ]
    for floor in FLOORS:
        expected = {name: weight for name, weight in get_entity_chances(table, floor).items() if weight > 0}
        assert get_weights(as_rotjs, floor) == get_entity_chances(table, floor)
        assert Table.by_floor(table).weights(floor) == expected
        assert Table.by_floor(as_2020).weights(floor) == expected
        assert Table.by_floor(as_rotjs).weights(floor) == expected
