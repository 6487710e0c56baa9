"""Rooms and tunnels, as the tutorials dig them.

A number of attempts at a room, each placed uniformly so that it fits; one that
overlaps a room is dropped. Every room is joined to the one before it by an
L-shaped tunnel between their centres.

Plain rooms are those of the tutorials on RogueBasin and for tcod: the size
counts one wall, and tunnels are dug as rooms are. Walled rooms are those of the
tutorial for rot.js: the size counts both walls, and the test for overlapping
takes the width of the room that stands for its height. So a room that is taller
than wide may be overlapped from below, and the newcomer's walls are laid over
its floor; all tunnels are dug at the end.
"""

from __future__ import annotations

from steep.core.geometry import FLOOR, ROCK, STAIRS, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import WALLED_ROOMS, Ruleset
from steep.core.streams import LAYOUT, below, between
from steep.core.world import Room, World


@rule
def centre(room: Room, ruleset: Ruleset) -> int:
    """The cell in the middle of a room; of two, the later one where rooms are walled."""
    late = 1 if ruleset.rooms == WALLED_ROOMS else 0
    return (room.top + room.bottom + late) // 2 * WIDTH + (room.left + room.right + late) // 2


@rule
def fill(tiles: Cells, left: int, top: int, right: int, bottom: int, tile: int) -> None:
    """Make a rectangle of one tile; all four corners are part of it."""
    for y in range(top, bottom + 1):
        for cell in range(y * WIDTH + left, y * WIDTH + right + 1):
            tiles[cell] = tile


@rule
def carve_tunnel(tiles: Cells, start: int, end: int, level_first: bool) -> None:
    """Dig an L from one cell to another: the level leg first, or the upright one."""
    start_x = start % WIDTH
    start_y = start // WIDTH
    end_x = end % WIDTH
    end_y = end // WIDTH
    corner_x = end_x if level_first else start_x
    level_y = start_y if level_first else end_y
    fill(tiles, min(start_x, end_x), level_y, max(start_x, end_x), level_y, FLOOR)
    fill(tiles, corner_x, min(start_y, end_y), corner_x, max(start_y, end_y), FLOOR)


@rule
def overlaps_a_room(world: World, left: int, top: int, right: int, bottom: int, shared: int) -> bool:
    """Whether a room with these corners would overlap one that stands; `shared` walls (0 or 1) are none."""
    for i in range(world.room_count):
        room = world.rooms[i]
        across = left + shared <= room.right and right >= room.left + shared
        if across and top + shared <= room.bottom and bottom >= room.top + shared:
            return True
    return False


@rule
def walled_overlaps_a_room(world: World, left: int, top: int, right: int, bottom: int) -> bool:
    """The same for walled rooms, as the rot.js tutorial asks: rooms one apart overlap, and a width stands for a height.

    The height in question is that of the room that stands, where the newcomer is below it.
    """
    for i in range(world.room_count):
        room = world.rooms[i]
        width = room.right - room.left + 1
        across = room.left <= right + 1 and room.left + width >= left
        if across and room.top <= bottom + 1 and room.top + width >= top:
            return True
    return False


@rule
def dig_tunnel(world: World, ruleset: Ruleset, number: int) -> None:
    """Join a room to the one before it."""
    start = centre(world.rooms[number - 1], ruleset)
    end = centre(world.rooms[number], ruleset)
    carve_tunnel(world.tiles, start, end, below(world.random, LAYOUT, 2) == 0)


@rule
def add_room(world: World, left: int, top: int, right: int, bottom: int) -> None:
    """Dig a room with these corners, which are wall."""
    room = world.rooms[world.room_count]
    room.left = left
    room.top = top
    room.right = right
    room.bottom = bottom
    fill(world.tiles, left + 1, top + 1, right - 1, bottom - 1, FLOOR)
    world.room_count += 1


@rule
def dig_rooms(world: World, ruleset: Ruleset) -> None:
    """Dig all rooms and tunnels of a floor of solid rock; the stairs go to the last room's centre."""
    world.room_count = 0
    if ruleset.rooms == WALLED_ROOMS:
        dig_walled_rooms(world, ruleset)
    else:
        dig_plain_rooms(world, ruleset)
    world.tiles[centre(world.rooms[world.room_count - 1], ruleset)] = STAIRS


@rule
def dig_plain_rooms(world: World, ruleset: Ruleset) -> None:
    """Dig rooms whose size counts one wall, each with the tunnel that leads to it."""
    random = world.random
    for _ in range(ruleset.room_attempts):
        width = between(random, LAYOUT, ruleset.room_min, ruleset.room_max)
        height = between(random, LAYOUT, ruleset.room_min, ruleset.room_max)
        left = below(random, LAYOUT, ruleset.map_width - width)
        top = below(random, LAYOUT, ruleset.map_height - height)
        if not overlaps_a_room(world, left, top, left + width, top + height, ruleset.rooms_may_touch):
            add_room(world, left, top, left + width, top + height)
            if world.room_count > 1:
                dig_tunnel(world, ruleset, world.room_count - 1)


@rule
def dig_walled_rooms(world: World, ruleset: Ruleset) -> None:
    """Dig rooms whose size counts both walls, the walls over whatever is there, and then all tunnels."""
    random = world.random
    for _ in range(ruleset.room_attempts):
        width = between(random, LAYOUT, ruleset.room_min, ruleset.room_max)
        height = between(random, LAYOUT, ruleset.room_min, ruleset.room_max)
        left = below(random, LAYOUT, ruleset.map_width - width)
        top = below(random, LAYOUT, ruleset.map_height - height)
        right = left + width - 1
        bottom = top + height - 1
        if not walled_overlaps_a_room(world, left, top, right, bottom):
            fill(world.tiles, left, top, right, bottom, ROCK)
            add_room(world, left, top, right, bottom)
    for number in range(1, world.room_count):
        dig_tunnel(world, ruleset, number)
