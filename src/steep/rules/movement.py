"""Moving actors from cell to cell: steps, and being moved by abilities."""

from __future__ import annotations

from steep.core.gas import gas_row
from steep.core.geometry import DIRECTIONS, HEIGHT, NOWHERE, STAIRS, WIDTH, squared_distance, steps_between
from steep.core.magic_mapping import note_trodden
from steep.core.random_streams import COMBAT, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import TRODDEN, Ruleset
from steep.core.world import HERO_ROW, World
from steep.mapgen.put_on_free_cell import random_cell, random_room
from steep.rules.abilities.ability_shapes import line_is_open
from steep.rules.abilities.statuses import cell_of_actor
from steep.rules.terrain import cross, enter, mover_from_here, mover_of

MAX_TRIES = 40
"""How many random cells are tried for a teleport."""


@rule
def is_free(world: World, passable: Cells, cell: int) -> bool:
    """Whether nobody is on a cell, and its terrain and gas are passable."""
    if passable[world.tiles[cell]] != 1 or world.occupant[cell] > 0 or cell == world.hero.cell:
        return False
    return world.gas[cell] == 0 or passable[gas_row(world.gas, cell)] == 1


@rule
def move_actor(world: World, ruleset: Ruleset, index: int, cell: int) -> None:
    """Move a monster to a free cell."""
    actor = world.actors[index]
    before = actor.cell
    world.occupant[before] = 0
    world.occupant[cell] = index + 1
    actor.cell = cell
    if ruleset.pursuit == TRODDEN:
        note_trodden(world, before)
    if world.tiles[before] > STAIRS or world.tiles[cell] > STAIRS:
        cross(world, ruleset, index, before)


@rule
def move_hero(world: World, ruleset: Ruleset, cell: int) -> None:
    """Move the hero to a free cell."""
    before = world.hero.cell
    world.hero.cell = cell
    if ruleset.pursuit == TRODDEN:
        note_trodden(world, before)
    if world.tiles[before] > STAIRS or world.tiles[cell] > STAIRS:
        cross(world, ruleset, HERO_ROW, before)


@rule
def change_places(world: World, ruleset: Ruleset, one: int, other: int) -> None:
    """Let a monster change places with another, or with the hero."""
    cell = cell_of_actor(world, one)
    beyond = world.actors[other].cell
    if one == HERO_ROW:
        world.hero.cell = beyond
        world.occupant[beyond] = 0
    else:
        world.actors[one].cell = beyond
        world.occupant[beyond] = one + 1
    world.actors[other].cell = cell
    world.occupant[cell] = other + 1
    enter(world, ruleset, one)
    enter(world, ruleset, other)


@rule
def move_body(world: World, ruleset: Ruleset, index: int, cell: int) -> None:
    """Move the hero or a monster to a free cell."""
    if index == HERO_ROW:
        move_hero(world, ruleset, cell)
    else:
        move_actor(world, ruleset, index, cell)


@rule
def free_cell_around(world: World, ruleset: Ruleset, passable: Cells, centre: int, radius: int) -> int:
    """The free cell nearest to another, by king's moves, that a straight line reaches; NOWHERE if there is none."""
    best = NOWHERE
    fewest = radius + 1
    for y in range(max(0, centre // WIDTH - radius), min(HEIGHT, centre // WIDTH + radius + 1)):
        for x in range(max(0, centre % WIDTH - radius), min(WIDTH, centre % WIDTH + radius + 1)):
            cell = y * WIDTH + x
            steps = steps_between(cell, centre)
            if (
                steps < fewest
                and is_free(world, passable, cell)
                and line_is_open(world.tiles, ruleset.stops, centre, cell)
            ):
                best = cell
                fewest = steps
    return best


@rule
def teleport(world: World, ruleset: Ruleset, index: int) -> bool:
    """Move an actor to a random free cell of a random room. False if none is found."""
    for _ in range(MAX_TRIES):
        cell = random_cell(world, random_room(world, COMBAT), COMBAT)
        if is_free(world, mover_of(world, ruleset, index).passable, cell):
            move_body(world, ruleset, index, cell)
            return True
    return False


@rule
def blink(world: World, ruleset: Ruleset, index: int, distance: int) -> bool:
    """Move an actor to a random free cell within a distance that a straight line reaches. False if none is found."""
    origin = cell_of_actor(world, index)
    passable = mover_of(world, ruleset, index).passable
    for _ in range(MAX_TRIES):
        x = origin % WIDTH + between(world.random, COMBAT, -distance, distance)
        y = origin // WIDTH + between(world.random, COMBAT, -distance, distance)
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            cell = y * WIDTH + x
            if is_free(world, passable, cell) and line_is_open(world.tiles, ruleset.stops, origin, cell):
                move_body(world, ruleset, index, cell)
                return True
    return False


@rule
def shove(world: World, ruleset: Ruleset, index: int, direction: int, distance: int) -> int:
    """Move an actor in a direction until something is in the way. Returns how many steps it went."""
    steps = 0
    while steps < distance and direction != 0:
        cell = cell_of_actor(world, index) + direction
        if not is_free(world, ruleset.enterable, cell):
            break
        move_body(world, ruleset, index, cell)
        steps += 1
    return steps


@rule
def step_away(world: World, ruleset: Ruleset, index: int, threat: int) -> bool:
    """Move a monster to the free adjacent cell farthest from a cell. False if none is farther than its own."""
    origin = world.actors[index].cell
    passable = mover_from_here(world, ruleset, index).passable
    best = NOWHERE
    farthest = squared_distance(origin, threat)
    for direction in DIRECTIONS:
        cell = origin + direction
        if is_free(world, passable, cell) and squared_distance(cell, threat) > farthest:
            best = cell
            farthest = squared_distance(cell, threat)
    if best == NOWHERE:
        return False
    move_actor(world, ruleset, index, best)
    return True
