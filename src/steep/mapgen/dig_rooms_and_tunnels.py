"""Rooms and tunnels, as the tutorials dig them.

A fixed number of attempts at a room, each at a uniformly random position where
it fits; a room that overlaps another is dropped. An L-shaped tunnel joins the
centre of each room to that of the one before.

Plain rooms are those of the tutorials on RogueBasin and for tcod: the size
includes one wall, and each tunnel is dug with its room. Walled rooms are those of
the tutorial for rot.js: the size includes both walls, and the overlap test uses
an existing room's width in place of its height. So another room may overlap the
lower part of a tall room, and its walls overwrite that room's floor. All tunnels
are dug at the end.
"""

from __future__ import annotations

from steep.core.geometry import FLOOR, ROCK, STAIRS, WIDTH
from steep.core.random_streams import LAYOUT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import WALLED_ROOMS, Ruleset
from steep.core.world import Room, World


@rule
def centre(room: Room, ruleset: Ruleset) -> int:
    """The middle cell of a room; of two candidates, the second if rooms are walled."""
    late = 1 if ruleset.rooms == WALLED_ROOMS else 0
    return (room.top + room.bottom + late) // 2 * WIDTH + (room.left + room.right + late) // 2


@rule
def fill(tiles: Cells, left: int, top: int, right: int, bottom: int, tile: int) -> None:
    """Set a rectangle, including all four corners, to one tile."""
    for y in range(top, bottom + 1):
        for cell in range(y * WIDTH + left, y * WIDTH + right + 1):
            tiles[cell] = tile


@rule
def carve_tunnel(tiles: Cells, start: int, end: int, level_first: bool) -> None:
    """Dig an L from one cell to another; `level_first` puts the horizontal leg first."""
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
    """Whether a room with these corners overlaps an existing one. They may share `shared` walls (0 or 1)."""
    for i in range(world.room_count):
        room = world.rooms[i]
        across = left + shared <= room.right and right >= room.left + shared
        if across and top + shared <= room.bottom and bottom >= room.top + shared:
            return True
    return False


@rule
def walled_overlaps_a_room(world: World, left: int, top: int, right: int, bottom: int) -> bool:
    """The overlap test for walled rooms, as in the rot.js tutorial.

    Rooms one cell apart overlap, and an existing room's width is used in place of its height.
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
    """Join a room to the one before."""
    start = centre(world.rooms[number - 1], ruleset)
    end = centre(world.rooms[number], ruleset)
    carve_tunnel(world.tiles, start, end, below(world.random, LAYOUT, 2) == 0)


@rule
def add_room(world: World, left: int, top: int, right: int, bottom: int) -> None:
    """Dig a room with these corners, which are walls."""
    room = world.rooms[world.room_count]
    room.left = left
    room.top = top
    room.right = right
    room.bottom = bottom
    fill(world.tiles, left + 1, top + 1, right - 1, bottom - 1, FLOOR)
    world.room_count += 1


@rule
def dig_rooms(world: World, ruleset: Ruleset) -> None:
    """Dig all rooms and tunnels into solid rock; the stairs go to the centre of the last room."""
    world.room_count = 0
    if ruleset.rooms == WALLED_ROOMS:
        dig_walled_rooms(world, ruleset)
    else:
        dig_plain_rooms(world, ruleset)
    world.tiles[centre(world.rooms[world.room_count - 1], ruleset)] = STAIRS


@rule
def dig_plain_rooms(world: World, ruleset: Ruleset) -> None:
    """Dig rooms whose size includes one wall, each with the tunnel that leads to it."""
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
    """Dig rooms whose size includes both walls, overwriting what is there, then all tunnels."""
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
