"""What a monster does that sees no enemy: it hunts on, follows its leader, roams, or returns to its post."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, steps_between
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    Ruleset,
)
from steep.core.world import (
    CARRIES,
    FLEES,
    LEADER,
    POST,
    ROAMS,
    TRAIL,
    World,
)
from steep.rules.monsters.behaviours import (
    living_leader,
    next_waypoint,
    step_along_tunnel,
    update_flight,
)
from steep.rules.monsters.monster_steps import approach, can_walk, step_at_random
from steep.rules.movement import change_places, is_free, move_actor
from steep.rules.terrain.movers import mover_from_here

HEEL = 2
"""Steps that an ally leaves between itself and the hero, and who follows a leader between itself and that one."""


@rule
def go_to_goal(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step to a monster's goal. There it has none any more."""
    actor = world.actors[index]
    approach(world, ruleset, index, actor.goal)
    if actor.cell == actor.goal:
        actor.goal = NOWHERE


@rule
def roam(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step of a way through the rooms. Who finds none, or somebody in it, takes any step and chooses another.

    Those who follow it make room.
    """
    actor = world.actors[index]
    passable = mover_from_here(world, ruleset, index).passable
    cell = step_along_tunnel(world.tiles, passable, actor.cell, actor.goal)
    other = NOWHERE if cell == NOWHERE else int(world.occupant[cell]) - 1
    if cell != NOWHERE and is_free(world, passable, cell):
        move_actor(world, ruleset, index, cell)
    elif other >= 0 and world.actors[other].memory[LEADER] == index + 1 and can_walk(world, ruleset, other):
        change_places(world, ruleset, index, other)
    else:
        actor.goal = NOWHERE
        step_at_random(world, ruleset, index)
    if actor.goal in (NOWHERE, actor.cell):
        actor.goal = NOWHERE
        actor.memory[ROAMS] = 0


@rule
def choose_goal(world: World, ruleset: Ruleset, index: int) -> None:
    """Let an idle monster follow its leader, return to its post, or set out for another room."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    leader = living_leader(world, ruleset, actor)
    post = int(actor.memory[POST])
    if leader != NOWHERE:
        if steps_between(actor.cell, world.actors[leader].cell) > HEEL:
            approach(world, ruleset, index, world.actors[leader].cell)
    elif post > 0:
        if actor.cell != post:
            approach(world, ruleset, index, post)
    elif kind.wanders > 0 and below(world.random, COMBAT, 100) < kind.wanders:
        actor.goal = next_waypoint(world, ruleset, actor.cell)
        actor.memory[ROAMS] = 1


@rule
def take_quiet_turn(world: World, ruleset: Ruleset, index: int) -> None:
    """The turn of a monster that behaves and sees no enemy: it hunts on, rests, or does as it likes."""
    actor = world.actors[index]
    kind = ruleset.monsters[actor.kind]
    if actor.memory[TRAIL] > 0:
        actor.memory[TRAIL] -= 1
        actor.goal = world.hero.cell
    update_flight(actor, kind)
    if not can_walk(world, ruleset, index):
        return
    if kind.erratic > 0 and below(world.random, COMBAT, 100) < kind.erratic:
        step_at_random(world, ruleset, index)
    elif actor.conditions & (CARRIES | FLEES) == 0:
        if actor.goal == NOWHERE:
            choose_goal(world, ruleset, index)
        if actor.memory[ROAMS] == 1:
            roam(world, ruleset, index)
        elif actor.goal != NOWHERE:
            go_to_goal(world, ruleset, index)
