"""A turn: the hero's action and all that follows from it."""

from __future__ import annotations

from steep.core.geometry import CELLS, DIRECTIONS, ROCK, STAIRS
from steep.core.rule import rule
from steep.core.ruleset import AT_ONCE, LATE, Ruleset
from steep.core.world import HERO, PLAYING, World
from steep.mapgen.make_floor import make_floor
from steep.rules.action_codes import (
    BLOCKED,
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    MUST_CHOOSE,
    NO_STAIRS_HERE,
    NO_SUCH_ACTION,
    PICK_UP,
    RUN_OVER,
    USE,
    WAIT,
    argument_of,
    cell_of,
    verb_of,
)
from steep.rules.combat import hero_attacks
from steep.rules.effects import heal
from steep.rules.events import ARRIVED, emit
from steep.rules.experience import check_level_up, choose
from steep.rules.inventory import drop, pick_up, use
from steep.rules.monsters import monsters_act
from steep.rules.update_view import update_fov, update_visible
from steep.rules.wanderers import wander


@rule
def arrive(world: World, ruleset: Ruleset, floor: int) -> None:
    """Make a floor, move the hero there and update its view."""
    make_floor(world, ruleset, floor)
    emit(world, ARRIVED, HERO, HERO, floor, world.hero.cell)
    update_fov(world, ruleset)
    update_visible(world, ruleset)


@rule
def step(world: World, ruleset: Ruleset, act: int) -> int:
    """Play one action. Returns DONE, or the reason why it is impossible.

    An impossible action changes nothing and takes no time, and choosing a level-up's
    gain takes no time either. Monsters don't act on the turn the hero arrives on a floor.
    """
    if world.outcome != PLAYING:
        return RUN_OVER
    if cell_of(act) < 0 or cell_of(act) >= CELLS:
        return NO_SUCH_ACTION
    if verb_of(act) == CHOOSE:
        reason = choose(world, ruleset, argument_of(act))
        if reason == DONE:
            check_level_up(world, ruleset)
        return reason
    if world.hero.choosing == 1:
        return MUST_CHOOSE
    cell = world.hero.cell
    floor = world.floor
    reason = perform(world, ruleset, act)
    if reason != DONE:
        return reason
    world.turn += 1
    world.hero.turn = world.turn
    if world.floor != floor:
        world.arrived = world.turn
    else:
        moved = world.hero.cell != cell
        if moved and ruleset.reaction == AT_ONCE:
            update_fov(world, ruleset)
        if world.outcome == PLAYING:
            monsters_act(world, ruleset)
            wander(world, ruleset)
        if moved and ruleset.reaction == LATE:
            update_fov(world, ruleset)
        update_visible(world, ruleset)
    if world.outcome == PLAYING:
        check_level_up(world, ruleset)
    return DONE


@rule
def perform(world: World, ruleset: Ruleset, act: int) -> int:
    """The hero's part of a turn."""
    verb = verb_of(act)
    argument = argument_of(act)
    if verb == MOVE:
        return bump(world, ruleset, argument)
    if verb == WAIT:
        return DONE
    if verb == PICK_UP:
        return pick_up(world, ruleset)
    if verb == USE:
        return use(world, ruleset, argument, cell_of(act))
    if verb == DROP:
        return drop(world, ruleset, argument)
    if verb == DESCEND:
        return descend(world, ruleset)
    return NO_SUCH_ACTION


@rule
def bump(world: World, ruleset: Ruleset, direction: int) -> int:
    """Step in a direction, or attack the monster there."""
    if direction >= len(DIRECTIONS):
        return NO_SUCH_ACTION
    cell = world.hero.cell + DIRECTIONS[direction]
    if world.tiles[cell] == ROCK:
        return BLOCKED
    if world.occupant[cell] > 0:
        hero_attacks(world, ruleset, int(world.occupant[cell]) - 1)
    else:
        world.hero.cell = cell
    return DONE


@rule
def descend(world: World, ruleset: Ruleset) -> int:
    """Take the stairs down."""
    if world.tiles[world.hero.cell] != STAIRS:
        return NO_STAIRS_HERE
    arrive(world, ruleset, world.floor + 1)
    if ruleset.stairs_heal > 0:
        heal(world, world.hero.max_hp * ruleset.stairs_heal // 100)
    return DONE
