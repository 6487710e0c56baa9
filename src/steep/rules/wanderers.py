"""Wandering monsters: on a clock that starts with the arrival on a floor, a group comes looking for the hero."""

from __future__ import annotations

from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.streams import WANDERERS
from steep.core.world import World
from steep.mapgen.packs import ANY_THREAT, draw_group, place_group
from steep.mapgen.placement import random_cell, random_room
from steep.spawn.draw import NOTHING, value_on

MAX_TRIES = 20
"""Cells that are tried for one out of the hero's sight."""


@rule
def unseen_cell(world: World) -> int:
    """A cell of a room that the hero does not see, as far as it was found; else one that it sees."""
    cell = random_cell(random_room(world, WANDERERS), world.random, WANDERERS)
    for _ in range(MAX_TRIES):
        if world.hero.visible[cell] == 0:
            break
        cell = random_cell(random_room(world, WANDERERS), world.random, WANDERERS)
    return cell


@rule
def wander(world: World, ruleset: Ruleset) -> None:
    """Let a group come when the clock says so: awake, and on its way to where the hero is now."""
    every = value_on(ruleset.wander_every, world.floor)
    if every == 0 or (world.turn - world.arrived) % every != 0:
        return
    group = draw_group(world, ruleset, WANDERERS)
    cell = unseen_cell(world)
    if group == NOTHING:
        return
    first = world.actor_count
    place_group(world, ruleset, group, cell, ANY_THREAT, WANDERERS)
    for index in range(first, world.actor_count):
        world.actors[index].asleep = 0
        world.actors[index].goal = world.hero.cell
