"""Monsters that come along when the hero takes the stairs."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, steps_between
from steep.core.record import copy_record
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    CANNOT_ACT,
    FOLLOW_ALL,
    FOLLOW_ALLIES,
    FOLLOW_NOBODY,
    HELD,
    Ruleset,
)
from steep.core.world import (
    CARRIES,
    HOSTILE,
    MAX_ACTORS,
    MAX_FOLLOWERS,
    NEUTRAL,
    POST,
    ROAMS,
    Actor,
    World,
)
from steep.rules.monsters.behaviours import HEEL, forget_leader
from steep.rules.movement import free_cell_around


@rule
def follows(world: World, ruleset: Ruleset, actor: Actor) -> bool:
    """Whether a monster comes along: an ally at the hero's heels, an enemy beside it that guards no place."""
    kind = ruleset.monsters[actor.kind]
    if actor.side == NEUTRAL or (actor.side == HOSTILE and (ruleset.followers != FOLLOW_ALL or kind.guards == 1)):
        return False
    if actor.asleep == 1 or actor.conditions & (CANNOT_ACT | HELD | CARRIES) != 0 or kind.stays == 1:
        return False
    return steps_between(actor.cell, world.hero.cell) <= (1 if actor.side == HOSTILE else HEEL)


@rule
def take_followers(world: World, ruleset: Ruleset) -> int:
    """Note who comes along. Returns how many do."""
    if ruleset.followers == FOLLOW_NOBODY or (ruleset.followers == FOLLOW_ALLIES and world.friends == 0):
        return 0
    count = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and count < MAX_FOLLOWERS and follows(world, ruleset, actor):
            copy_record(world.followers[count], actor)
            count += 1
    return count


@rule
def place_followers(world: World, ruleset: Ruleset, count: int) -> None:
    """Place those who came along around the hero; who finds no cell or no row is left behind.

    None of them has a leader any more. A guard's post is now where it arrives.
    """
    for number in range(count):
        mover = ruleset.monsters[world.followers[number].kind].mover
        cell = free_cell_around(world, ruleset, ruleset.movers[mover].passable, world.hero.cell, 2)
        if cell == NOWHERE or world.actor_count == MAX_ACTORS:
            return
        actor = world.actors[world.actor_count]
        copy_record(actor, world.followers[number])
        actor.cell = cell
        actor.goal = world.hero.cell
        forget_leader(ruleset, actor)
        actor.memory[ROAMS] = 0
        if actor.memory[POST] > 0:
            actor.memory[POST] = cell
        world.actor_count += 1
        world.occupant[cell] = world.actor_count
        if actor.side != HOSTILE:
            world.friends += 1
