"""Chooses where the hero starts and where the stairs are, well apart."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, ROCK, STAIRS
from steep.core.random_streams import LAYOUT, below
from steep.core.rule_decorator import rule
from steep.core.world import Room, World
from steep.mapgen.put_on_free_cell import random_cell

FAR = 3
"""The stairs are in a room at least (FAR - 1) / FAR as far away as the farthest."""


@rule
def swap(one: Room, other: Room) -> None:
    """Exchange two rooms in the list."""
    left = int(one.left)
    top = int(one.top)
    right = int(one.right)
    bottom = int(one.bottom)
    region = int(one.region)
    one.left = other.left
    one.top = other.top
    one.right = other.right
    one.bottom = other.bottom
    one.region = other.region
    other.left = left
    other.top = top
    other.right = right
    other.bottom = bottom
    other.region = region


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
def place_start_and_stairs(world: World) -> None:
    """Put the hero into a random room, which becomes the first, and the stairs far away into what becomes the last."""
    chosen = world.sight
    last = world.room_count - 1
    swap(world.rooms[0], world.rooms[below(world.random, LAYOUT, world.room_count)])
    for number in range(world.room_count):
        chosen[number] = random_cell(world, world.rooms[number], LAYOUT)
    world.hero.cell = int(chosen[0])
    count = measure_distances(world, world.hero.cell)
    steps = world.search.came_from
    farthest = 0
    for number in range(1, world.room_count):
        farthest = max(farthest, int(steps[chosen[number]]))
    candidates = 0
    number = last
    for other in range(1, world.room_count):
        if FAR * int(steps[chosen[other]]) >= (FAR - 1) * farthest:
            candidates += 1
            # Each of those met so far is as likely to be kept.
            if below(world.random, LAYOUT, candidates) == 0:
                number = other
    stairs = int(chosen[number]) if last > 0 else int(world.search.queue[count - 1])
    clear_distances(world, count)
    swap(world.rooms[last], world.rooms[number])
    world.tiles[stairs] = STAIRS
