"""Measures the shape of a floor: how connected, how open, how long it is."""

from __future__ import annotations

from steep.core.geometry import CELLS, DIRECTIONS, ORTHOGONAL, ROCK, STAIRS, WIDTH
from steep.core.record import record
from steep.core.rule_decorator import rule
from steep.core.world import World


@record
class FloorShape:
    """The shape of a floor. All counts are of cells that aren't rock, unless they say otherwise."""

    open_cells: int
    reached: int
    """How many of them the hero can reach from the start."""
    stairs_away: int
    """Steps from the start to the stairs; 0 if they are out of reach."""
    longest: int
    """Steps between two cells that are far apart: those that are the farthest from each other, or nearly."""
    loops: int
    """Bodies of rock inside of the floor, which one can walk around."""
    dead_ends: int
    """Cells with one open cell to the north, south, west and east."""
    spacious: int
    """Cells with eight open cells around them."""
    in_rock: int
    """Monsters and items in rock."""


@rule
def count_neighbours(world: World, shape: FloorShape) -> None:
    """Count what can be told from the cells around each cell."""
    tiles = world.tiles
    sides = 0
    squares = 0
    for cell in range(CELLS):
        if tiles[cell] != ROCK:
            shape.open_cells += 1
            beside = 0
            for direction in ORTHOGONAL:
                if tiles[cell + direction] != ROCK:
                    beside += 1
            around = 0
            for direction in DIRECTIONS:
                if tiles[cell + direction] != ROCK:
                    around += 1
            sides += beside
            if tiles[cell + 1] != ROCK and tiles[cell + WIDTH] != ROCK and tiles[cell + WIDTH + 1] != ROCK:
                squares += 1
            if beside == 1:
                shape.dead_ends += 1
            if around == len(DIRECTIONS):
                shape.spacious += 1
    # Euler's formula: of one connected body, cells - pairs of cells + squares of cells = 1 - holes.
    shape.loops = max(0, 1 - (shape.open_cells - sides // 2 + squares))


@rule
def measure_distances(world: World, origin: int) -> int:
    """Write the steps from a cell to each that is reached, + 1, into the search. Returns how many it queued."""
    tiles = world.tiles
    steps = world.search.came_from
    queue = world.search.queue
    queue[0] = origin
    steps[origin] = 1
    head = 0
    count = 1
    while head < count:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            if tiles[beside] != ROCK and steps[beside] == 0:
                steps[beside] = int(steps[cell]) + 1
                queue[count] = beside
                count += 1
    return count


@rule
def clear_distances(world: World, count: int) -> None:
    """Clean up the search after `measure_distances` queued `count` cells."""
    for i in range(count):
        world.search.came_from[world.search.queue[i]] = 0


@rule
def measure_floor(world: World, shape: FloorShape) -> None:
    """Measure a floor that was just made."""
    shape.open_cells = 0
    shape.dead_ends = 0
    shape.spacious = 0
    shape.in_rock = 0
    count_neighbours(world, shape)
    shape.reached = measure_distances(world, world.hero.cell)
    shape.stairs_away = 0
    for i in range(shape.reached):
        cell = int(world.search.queue[i])
        if world.tiles[cell] == STAIRS:
            shape.stairs_away = int(world.search.came_from[cell]) - 1
    far = int(world.search.queue[shape.reached - 1])
    clear_distances(world, shape.reached)
    count = measure_distances(world, far)
    shape.longest = int(world.search.came_from[world.search.queue[count - 1]]) - 1
    clear_distances(world, count)
    for i in range(world.actor_count):
        if world.tiles[world.actors[i].cell] == ROCK:
            shape.in_rock += 1
    for i in range(world.item_count):
        if world.tiles[world.items[i].cell] == ROCK:
            shape.in_rock += 1
