"""Bots equip what adds most to their stats, whichever these are."""

from __future__ import annotations

from functools import cache

import pytest

from steep.bots.choose_and_use_items import equip_best, equipment_value
from steep.bots.pathfinding import NO_ACTION
from steep.content import Rulebook, load_ruleset
from steep.core.ruleset import POWER
from steep.core.world import World
from steep.rules.action_codes import USE, action
from steep.rules.items.inventory import take
from steep.rules.new_game import new_game
from steep.rules.turn import step


@cache
def steep() -> Rulebook:
    return load_ruleset("steep")


def number_of(key: str) -> int:
    return [item.key for item in steep().items].index(key)


@pytest.fixture
def world() -> World:
    world = World()
    new_game(world, steep().compiled, 5)
    return world


@pytest.mark.parametrize(
    ("charm", "stat"),
    [
        ("mouse_bone", "stealth"),
        ("wren_feather", "a little evasion"),
        ("well_stone", "regeneration"),
        ("otter_fur", "resistance"),
        ("blackthorn_band", "an ability"),
    ],
)
def test_a_charm_that_adds_anything_is_put_into_an_empty_slot(world: World, charm: str, stat: str) -> None:
    slot = world.hero.inventory_count
    take(world, slot, number_of(charm), 0, 0)
    assert equip_best(world.hero, steep().compiled) == action(USE, slot), stat


def value(world: World, key: str) -> int:
    return int(equipment_value(world.hero, steep().compiled, number_of(key), 0))


def test_evasion_that_heavy_armor_costs_counts(world: World) -> None:
    assert value(world, "quilted_habit") < value(world, "leather_coat") < value(world, "plate_armor")
    assert value(world, "chain_shirt") - value(world, "quilted_habit") < 16


def test_a_quick_weapon_is_for_the_strong_and_a_slow_one_for_the_weak(world: World) -> None:
    world.hero.stats[POWER] = 0
    assert value(world, "mallet") > value(world, "pruning_knife")
    world.hero.stats[POWER] = 6
    assert value(world, "pruning_knife") > value(world, "mallet")


@pytest.mark.parametrize(("quick", "plain"), [(0, 1), (-1, 1), (0, 2), (1, 3), (-1, 2)])
@pytest.mark.parametrize("power", [0, 2, 5])
def test_no_two_weapons_are_each_better_than_the_other(world: World, quick: int, plain: int, power: int) -> None:
    hero, first = world.hero, world.hero.inventory_count
    for slot, (key, plus) in enumerate((("pruning_knife", quick), ("billhook", plain)), first):
        take(world, slot, number_of(key), 0, 0)
        hero.inventory[slot].plus = plus
    hero.stats[POWER] += power
    for _ in range(6):
        if (better := equip_best(hero, steep().compiled)) == NO_ACTION:
            return
        step(world, steep().compiled, better)
    pytest.fail("it goes on changing weapons")
