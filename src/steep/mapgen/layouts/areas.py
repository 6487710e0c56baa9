"""Splits what is dug into areas that count as rooms: regions, of any shape.

Each area is what is nearer to its first cell, by walking, than to that of any other.
"""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, HEIGHT, ORTHOGONAL, WIDTH, squared_distance
from steep.core.random_streams import LAYOUT, below
from steep.core.rule_decorator import rule
from steep.core.world import World

MAX_AREAS = 48
"""Of MAX_ROOMS; so there is room left for other regions."""

MAX_TRIES = 8
"""Random cells tried to find one that is not too near to the first cell of another area."""


@rule
def is_too_near(world: World, cell: int, area: int) -> bool:
    """Whether a cell is too near to the first cell of an area for another to begin there."""
    for number in range(world.room_count):
        if 3 * squared_distance(cell, int(world.search.queue[number])) < area:
            return True
    return False


@rule
def split_into_areas(world: World, area: int) -> None:
    """Make all floor regions of about `area` cells, which are joined north, south, west and east."""
    tiles = world.tiles
    region_of = world.region_of
    queue = world.search.queue
    floor = world.search.came_from
    count = 0
    for cell in range(CELLS):
        if tiles[cell] == FLOOR:
            floor[count] = cell
            count += 1
    world.room_count = 0
    areas = max(1, min(count // area, MAX_AREAS))
    for _ in range(areas):
        first = int(floor[below(world.random, LAYOUT, count)])
        for _ in range(MAX_TRIES):
            if not is_too_near(world, first, area):
                break
            first = int(floor[below(world.random, LAYOUT, count)])
        if region_of[first] == 0:
            room = world.rooms[world.room_count]
            queue[world.room_count] = first
            world.room_count += 1
            region_of[first] = world.room_count
            room.region = world.room_count
            room.left = WIDTH - 1
            room.top = HEIGHT - 1
            room.right = 0
            room.bottom = 0
    for i in range(count):
        floor[i] = 0
    spread_areas(world, world.room_count)


@rule
def spread_areas(world: World, count: int) -> None:
    """Give each cell the region of the nearest of the first `count` cells in the queue, and regions their boxes."""
    tiles = world.tiles
    region_of = world.region_of
    queue = world.search.queue
    head = 0
    while head < count:
        cell = int(queue[head])
        head += 1
        region = int(region_of[cell])
        room = world.rooms[region - 1]
        x = cell % WIDTH
        y = cell // WIDTH
        room.left = min(int(room.left), x - 1)
        room.right = max(int(room.right), x + 1)
        room.top = min(int(room.top), y - 1)
        room.bottom = max(int(room.bottom), y + 1)
        for direction in ORTHOGONAL:
            beside = cell + direction
            if tiles[beside] == FLOOR and region_of[beside] == 0:
                region_of[beside] = region
                queue[count] = beside
                count += 1
