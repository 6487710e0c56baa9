"""Wandering monsters: at fixed intervals after the hero's arrival on a floor, a group spawns and hunts the hero."""

from __future__ import annotations

from steep.core.random_streams import WANDERERS
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import World
from steep.mapgen.draw_and_place_groups import ANY_THREAT, draw_group, place_group
from steep.mapgen.put_on_free_cell import random_cell, random_room
from steep.spawn.draw_from_compiled_tables import NOTHING, value_on
from steep.spawn.floors_below import floor_above

MAX_TRIES = 20
"""How many cells are tried to find one out of sight."""


@rule
def out_of_sight_cell(world: World) -> int:
    """A random room cell that the hero doesn't see, if MAX_TRIES draws find one; else any room cell."""
    cell = random_cell(world, random_room(world, WANDERERS), WANDERERS)
    for _ in range(MAX_TRIES):
        if world.hero.visible[cell] == 0:
            break
        cell = random_cell(world, random_room(world, WANDERERS), WANDERERS)
    return cell


@rule
def wander(world: World, ruleset: Ruleset) -> None:
    """When the interval is over, spawn a group that is awake and walks to the hero's current cell."""
    interval = value_on(ruleset.wander_every, floor_above(ruleset.below, world.floor))
    if interval == 0 or (world.turn - world.arrived) % interval != 0:
        return
    group = draw_group(world, ruleset, WANDERERS)
    cell = out_of_sight_cell(world)
    if group == NOTHING:
        return
    first = world.next_id
    place_group(world, ruleset, group, cell, ANY_THREAT, WANDERERS)
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.id >= first:
            actor.asleep = 0
            actor.goal = world.hero.cell
