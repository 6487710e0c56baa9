"""Wandering monsters spawn at intervals, out of view and awake, and walk to the hero."""

from __future__ import annotations

import pytest

from generated_floors import kind_number, rulebook_from
from steep.content import Rulebook
from steep.core.geometry import NOWHERE, STAIRS, steps_between
from steep.core.world import World
from steep.rules.action_codes import DESCEND, DONE, WAIT, action
from steep.rules.new_game import new_game
from steep.rules.turn import step

INTERVAL = 7

WANDERING = """
[wandering]
every = { 1 = 7, 2 = 5 }
[monsters.orc]
power = 0
spawn = 1
asleep = 100
"""
PACKS = (
    WANDERING.replace("spawn = 1", "spawn = 0")
    + '[packs.band]\nleader = "orc"\nmembers = [{ kind = "orc", count = 3 }]\nspawn = 1'
)


@pytest.fixture
def wandering() -> Rulebook:
    """A dungeon with nothing but harmless wandering monsters."""
    return rulebook_from(WANDERING)


def new_run(book: Rulebook, seed: int) -> World:
    """A run that has just begun."""
    world = World()
    new_game(world, book.compiled, seed)
    return world


def arrivals(world: World, book: Rulebook, turns: int) -> list[int]:
    """The turns on which a monster spawned while the hero waited."""
    spawn_turns = []
    for _ in range(turns):
        before = world.actor_count
        assert step(world, book.compiled, action(WAIT)) == DONE
        spawn_turns += [world.turn] * (world.actor_count - before)
    return spawn_turns


@pytest.mark.parametrize("seed", range(4))
def test_a_wandering_monster_spawns_at_each_interval_and_never_in_between(wandering: Rulebook, seed: int) -> None:
    assert arrivals(new_run(wandering, seed), wandering, 40) == [7, 14, 21, 28, 35]


def test_the_interval_restarts_on_a_new_floor(wandering: Rulebook) -> None:
    world = new_run(wandering, 3)
    arrivals(world, wandering, 10)
    world.hero.cell = world.tiles.index(STAIRS)
    assert step(world, wandering.compiled, action(DESCEND)) == DONE
    assert (world.floor, world.turn, world.actor_count) == (2, 11, 0)
    assert arrivals(world, wandering, 20) == [16, 21, 26, 31]


@pytest.mark.parametrize("seed", range(4))
def test_a_wandering_monster_spawns_out_of_view_awake_and_with_the_hero_as_its_goal(
    wandering: Rulebook, seed: int
) -> None:
    world = new_run(wandering, seed)
    arrivals(world, wandering, INTERVAL)
    actor = world.actors[0]
    assert (actor.asleep, actor.goal) == (0, world.hero.cell)
    assert world.hero.visible[actor.cell] == 0


@pytest.mark.parametrize("seed", range(4))
def test_a_wandering_monster_reaches_a_hero_who_waits(wandering: Rulebook, seed: int) -> None:
    world = new_run(wandering, seed)
    arrivals(world, wandering, 150)
    assert steps_between(world.actors[0].cell, world.hero.cell) == 1
    assert world.actors[0].goal in (NOWHERE, world.hero.cell)


def test_no_wandering_monster_spawns_with_interval_0(wandering: Rulebook) -> None:
    book = rulebook_from(WANDERING.replace("{ 1 = 7, 2 = 5 }", "{ 2 = 5 }"))
    assert arrivals(new_run(book, 1), book, 60) == []


def test_a_wandering_pack_spawns_together() -> None:
    book = rulebook_from(PACKS)
    world = new_run(book, 2)
    assert arrivals(world, book, INTERVAL) == [INTERVAL] * 4
    assert all(actor.asleep == 0 for actor in world.actors[:4])


@pytest.mark.parametrize("seed", range(8))
def test_no_member_of_a_wandering_pack_spawns_in_view(seed: int) -> None:
    book = rulebook_from(PACKS)
    world = new_run(book, seed)
    arrivals(world, book, INTERVAL - 1)
    visible = set(world.hero.in_view[: world.hero.in_view_count])
    assert arrivals(world, book, 1)
    assert visible.isdisjoint(world.actors[i].cell for i in range(world.actor_count))


def test_a_unique_that_wandered_in_does_not_appear_again() -> None:
    book = rulebook_from(WANDERING.replace("asleep = 100", "unique = true"))
    world = new_run(book, 2)
    assert arrivals(world, book, 40) == [INTERVAL]
    assert kind_number(book, "orc") == world.actors[0].kind
