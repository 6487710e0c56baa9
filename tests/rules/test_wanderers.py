"""Wandering monsters spawn at intervals, out of view and awake, and walk to the hero."""

from __future__ import annotations

import pytest

from rolled_floors import number_of, ruled
from steep.content import Rulebook
from steep.core.geometry import NOWHERE, STAIRS, steps_between
from steep.core.world import World
from steep.rules.action_codes import DESCEND, DONE, WAIT, action
from steep.rules.new_game import new_game
from steep.rules.turn import step

EVERY = 7

CLOCK = """
[wandering]
every = { 1 = 7, 2 = 5 }
[monsters.orc]
power = 0
spawn = 1
asleep = 100
"""
PACKS = (
    CLOCK.replace("spawn = 1", "spawn = 0")
    + '[packs.band]\nleader = "orc"\nmembers = [{ kind = "orc", count = 3 }]\nspawn = 1'
)


@pytest.fixture
def clock() -> Rulebook:
    """A dungeon with nothing but harmless wandering monsters."""
    return ruled(CLOCK)


def begun(book: Rulebook, seed: int) -> World:
    """A run that has just begun."""
    world = World()
    new_game(world, book.compiled, seed)
    return world


def arrivals(world: World, book: Rulebook, turns: int) -> list[int]:
    """The turns on which a monster spawned while the hero waited."""
    came_from = []
    for _ in range(turns):
        before = world.actor_count
        assert step(world, book.compiled, action(WAIT)) == DONE
        came_from += [world.turn] * (world.actor_count - before)
    return came_from


@pytest.mark.parametrize("seed", range(12))
def test_one_spawns_at_each_interval_and_never_in_between(clock: Rulebook, seed: int) -> None:
    assert arrivals(begun(clock, seed), clock, 40) == [7, 14, 21, 28, 35]


def test_the_interval_restarts_on_a_new_floor(clock: Rulebook) -> None:
    world = begun(clock, 3)
    arrivals(world, clock, 10)
    world.hero.cell = world.tiles.index(STAIRS)
    assert step(world, clock.compiled, action(DESCEND)) == DONE
    assert (world.floor, world.turn, world.actor_count) == (2, 11, 0)
    assert arrivals(world, clock, 20) == [16, 21, 26, 31]


@pytest.mark.parametrize("seed", range(12))
def test_it_spawns_out_of_view_awake_and_walks_to_the_hero(clock: Rulebook, seed: int) -> None:
    world = begun(clock, seed)
    arrivals(world, clock, EVERY)
    actor = world.actors[0]
    assert (actor.asleep, actor.goal) == (0, world.hero.cell)
    assert world.hero.visible[actor.cell] == 0


@pytest.mark.parametrize("seed", range(12))
def test_it_reaches_a_hero_that_stays(clock: Rulebook, seed: int) -> None:
    world = begun(clock, seed)
    arrivals(world, clock, 150)
    assert steps_between(world.actors[0].cell, world.hero.cell) == 1
    assert world.actors[0].goal in (NOWHERE, world.hero.cell)


def test_with_interval_0_nothing_spawns(clock: Rulebook) -> None:
    book = ruled(CLOCK.replace("{ 1 = 7, 2 = 5 }", "{ 2 = 5 }"))
    assert arrivals(begun(book, 1), book, 60) == []


def test_packs_wander_together() -> None:
    book = ruled(PACKS)
    world = begun(book, 2)
    assert arrivals(world, book, EVERY) == [EVERY] * 4
    assert all(actor.asleep == 0 for actor in world.actors[:4])


@pytest.mark.parametrize("seed", range(30))
def test_no_pack_member_spawns_in_view(seed: int) -> None:
    book = ruled(PACKS)
    world = begun(book, seed)
    arrivals(world, book, EVERY - 1)
    seen = set(world.hero.in_view[: world.hero.in_view_count])
    assert arrivals(world, book, 1)
    assert seen.isdisjoint(world.actors[i].cell for i in range(world.actor_count))


def test_a_unique_that_wandered_in_does_not_appear_again() -> None:
    book = ruled(CLOCK.replace("asleep = 100", "unique = true"))
    world = begun(book, 2)
    assert arrivals(world, book, 40) == [EVERY]
    assert number_of(book, "orc") == world.actors[0].kind
