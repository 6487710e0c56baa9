"""What a monster wants besides its enemy, kept in `Actor.memory`: a leader, a post, the next room, its HP back."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, WIDTH, steps_between
from steep.core.random_streams import COMBAT, WANDERERS, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import BEHAVES, MAX_HP, MonsterKind, Ruleset
from steep.core.world import (
    CARRIES,
    FLEES,
    HOSTILE,
    LEADER,
    POST,
    ROAMS,
    TRAIL,
    Actor,
    Room,
    World,
)
from steep.mapgen.draw_and_place_spawns import ANY_THREAT, draw_spawn, place_spawn
from steep.mapgen.layouts.digging import middle
from steep.mapgen.put_on_free_cell import random_cell, random_room
from steep.rules.abilities.ability_shapes import line_cell
from steep.rules.monsters.monster_steps import approach, can_walk, step_at_random
from steep.rules.movement import change_places, is_free, move_actor
from steep.rules.perceived_events import WOKE, emit_if_visible
from steep.rules.terrain import mover_from_here
from steep.spawn.compile_tables import NOTHING, value_on
from steep.spawn.curves import floor_above

# Wandering monsters: at fixed intervals after the hero's arrival on a floor, a spawn appears and hunts the hero.

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
    """When the interval is over, place a spawn that is awake and walks to the hero's current cell."""
    interval = value_on(ruleset.wander_every, floor_above(ruleset.below, world.floor))
    if interval == 0 or (world.turn - world.arrived) % interval != 0:
        return
    spawn = draw_spawn(world, ruleset, WANDERERS)
    cell = out_of_sight_cell(world)
    if spawn == NOTHING:
        return
    first = world.next_id
    place_spawn(world, ruleset, spawn, cell, ANY_THREAT, WANDERERS)
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.id >= first:
            actor.asleep = 0
            actor.goal = world.hero.cell


# What a monster does when it sees no enemy: it hunts on, follows its leader, roams, or returns to its post.

HEEL = 2
"""Steps that an ally keeps from the hero, and a follower from its leader."""


@rule
def go_to_goal(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step to a monster's goal. On arrival it has none any more."""
    actor = world.actors[index]
    approach(world, ruleset, index, actor.goal)
    if actor.cell == actor.goal:
        actor.goal = NOWHERE


@rule
def roam(world: World, ruleset: Ruleset, index: int) -> None:
    """Take a step on a way through the rooms. If there is none, or somebody is in it, take any step and choose another.

    Its followers make room.
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
    """The turn of a monster that behaves and sees no enemy: it hunts on, rests, or follows its behaviour."""
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


@rule
def wake_up(world: World, actor: Actor) -> None:
    """Wake a sleeping monster, and say so if the hero sees it."""
    actor.asleep = 0
    emit_if_visible(world, WOKE, actor.kind, actor.kind, 0, actor.cell)


@rule
def make_noise(world: World, ruleset: Ruleset, cell: int, steps: int) -> None:
    """Let hostile monsters within some steps hear a noise, also through rock: sleepers wake, and idle ones come."""
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp <= 0 or actor.side != HOSTILE or steps_between(actor.cell, cell) > steps:
            continue
        if actor.asleep == 1:
            wake_up(world, actor)
        is_idle = actor.goal == NOWHERE or actor.memory[ROAMS] == 1
        if is_idle and actor.cell != cell and ruleset.monsters[actor.kind].ambush == 0:
            actor.goal = cell
            actor.memory[ROAMS] = 0


@rule
def forget_leader(ruleset: Ruleset, actor: Actor) -> None:
    """Let a monster without a leader behave only as its kind does."""
    actor.memory[LEADER] = 0
    if ruleset.monsters[actor.kind].triggers & BEHAVES == 0:
        actor.triggers &= ~BEHAVES


@rule
def living_leader(world: World, ruleset: Ruleset, actor: Actor) -> int:
    """The row of a monster's leader; NOWHERE if it has none. It forgets one that is dead."""
    row = int(actor.memory[LEADER]) - 1
    if row < 0:
        return NOWHERE
    if world.actors[row].hp <= 0:
        forget_leader(ruleset, actor)
        return NOWHERE
    return row


@rule
def update_flight(actor: Actor, kind: MonsterKind) -> None:
    """Let a monster begin to flee, or recover from it."""
    if kind.returns_above > 0:
        max_hp = max(1, int(actor.stats[MAX_HP]))
        if actor.hp * 100 < kind.flees_below * max_hp:
            actor.conditions |= FLEES
        elif actor.conditions & FLEES != 0 and actor.hp * 100 >= kind.returns_above * max_hp:
            actor.conditions -= FLEES


@rule
def lies_in_wait(world: World, ruleset: Ruleset, actor: Actor) -> bool:
    """Whether a monster that sees the hero waits for it to come nearer."""
    ambush = ruleset.monsters[actor.kind].ambush
    if ambush == 0 or actor.goal != NOWHERE or actor.hp < int(actor.stats[MAX_HP]):
        return False
    return steps_between(actor.cell, world.hero.cell) > ambush


@rule
def remember_hero(world: World, ruleset: Ruleset, actor: Actor) -> None:
    """Let a monster that sees the hero forget where it was going, and be able to follow the hero's trail."""
    kind = ruleset.monsters[actor.kind]
    if actor.memory[ROAMS] == 1:
        actor.memory[ROAMS] = 0
        if ruleset.forgets == 1:
            actor.goal = NOWHERE
    if kind.ambush > 0:
        actor.goal = world.hero.cell
    actor.memory[TRAIL] = kind.loses_trail


@rule
def is_inside(world: World, room: Room, cell: int) -> bool:
    """Whether a cell is in a room's interior; of a region, whether it belongs to it."""
    if room.region > 0:
        return world.region_of[cell] == room.region
    return room.left < cell % WIDTH < room.right and room.top < cell // WIDTH < room.bottom


@rule
def next_waypoint(world: World, ruleset: Ruleset, cell: int) -> int:
    """Where a monster that roams goes next: the middle of its room, from there that of a joined room.

    In a tunnel it is the middle of any room, and where there is only one room any cell of it.
    """
    for number in range(world.room_count):
        room = world.rooms[number]
        if is_inside(world, room, cell):
            goal = middle(world, room, ruleset)
            if cell != goal:
                return goal
            if world.room_count == 1:
                return random_cell(world, room, COMBAT)
            # Each room is joined to the one before.
            back = number + 1 == world.room_count or (number > 0 and below(world.random, COMBAT, 2) == 0)
            return middle(world, world.rooms[number - 1 if back else number + 1], ruleset)
    return middle(world, random_room(world, COMBAT), ruleset)


@rule
def line_passes(tiles: Cells, passable: Cells, origin: int, goal: int) -> bool:
    """Whether a straight line from a cell to another runs over passable terrain."""
    for steps in range(1, steps_between(origin, goal) + 1):
        if passable[tiles[line_cell(origin, goal, steps)]] != 1:
            return False
    return True


@rule
def step_along_tunnel(tiles: Cells, passable: Cells, origin: int, goal: int) -> int:
    """The next cell on a straight line to a goal, or on an L as tunnels are; NOWHERE if none of them is passable.

    It costs next to nothing, unlike a search for a path.
    """
    if line_passes(tiles, passable, origin, goal):
        return line_cell(origin, goal, 1)
    level_first = origin // WIDTH * WIDTH + goal % WIDTH
    if line_passes(tiles, passable, origin, level_first) and line_passes(tiles, passable, level_first, goal):
        return line_cell(origin, level_first, 1)
    level_last = goal // WIDTH * WIDTH + origin % WIDTH
    if line_passes(tiles, passable, origin, level_last) and line_passes(tiles, passable, level_last, goal):
        return line_cell(origin, level_last, 1)
    return NOWHERE
