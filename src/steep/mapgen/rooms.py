"""Rooms and tunnels, as the tutorials dig them.

A number of attempts at a room, each placed uniformly so that it fits; one that
overlaps a room is dropped. Every room is joined to the one before it by an
L-shaped tunnel between their centres.
"""

from __future__ import annotations

from steep.core.geometry import FLOOR, STAIRS, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.streams import LAYOUT, below, between
from steep.core.world import Room, World


@rule
def centre(room: Room) -> int:
    """The cell in the middle of a room."""
    return (room.top + room.bottom) // 2 * WIDTH + (room.left + room.right) // 2


@rule
def carve(tiles: Cells, left: int, top: int, right: int, bottom: int) -> None:
    """Make a rectangle of floor; all four corners are part of it."""
    for y in range(top, bottom + 1):
        for cell in range(y * WIDTH + left, y * WIDTH + right + 1):
            tiles[cell] = FLOOR


@rule
def carve_tunnel(tiles: Cells, start: int, end: int, level_first: bool) -> None:
    """Dig an L from one cell to another: the level leg first, or the upright one."""
    start_x = start % WIDTH
    start_y = start // WIDTH
    end_x = end % WIDTH
    end_y = end // WIDTH
    corner_x = end_x if level_first else start_x
    level_y = start_y if level_first else end_y
    carve(tiles, min(start_x, end_x), level_y, max(start_x, end_x), level_y)
    carve(tiles, corner_x, min(start_y, end_y), corner_x, max(start_y, end_y))


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
def dig_rooms(world: World, ruleset: Ruleset) -> None:
    """Dig all rooms and tunnels of a floor of solid rock; the stairs go to the last room's centre."""
    random = world.random
    tiles = world.tiles
    world.room_count = 0
    for _ in range(ruleset.room_attempts):
        width = between(random, LAYOUT, ruleset.room_min, ruleset.room_max)
        height = between(random, LAYOUT, ruleset.room_min, ruleset.room_max)
        left = below(random, LAYOUT, ruleset.map_width - width)
        top = below(random, LAYOUT, ruleset.map_height - height)
        if overlaps_a_room(world, left, top, left + width, top + height, ruleset.rooms_may_touch):
            continue
        room = world.rooms[world.room_count]
        room.left = left
        room.top = top
        room.right = left + width
        room.bottom = top + height
        carve(tiles, left + 1, top + 1, left + width - 1, top + height - 1)
        if world.room_count > 0:
            level_first = below(random, LAYOUT, 2) == 0
            carve_tunnel(tiles, centre(world.rooms[world.room_count - 1]), centre(room), level_first)
        world.room_count += 1
    tiles[centre(world.rooms[world.room_count - 1])] = STAIRS
