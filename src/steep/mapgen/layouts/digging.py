"""What generators share: rectangles, rooms and tunnels."""

from __future__ import annotations

from steep.core.geometry import FLOOR, WIDTH, squared_distance
from steep.core.random_streams import LAYOUT, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import WALLED_ROOMS, Ruleset
from steep.core.world import Room, World


@rule
def middle_of_region(region_of: Cells, room: Room, centre: int) -> int:
    """The cell of a region that is nearest to the centre of its box."""
    nearest = centre
    best = 2 * WIDTH * WIDTH
    for y in range(room.top + 1, room.bottom):
        for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right):
            if region_of[cell] == room.region and squared_distance(cell, centre) < best:
                best = squared_distance(cell, centre)
                nearest = cell
    return nearest


@rule
def has_a_cell(world: World, room: Room) -> bool:
    """Whether any cell of a region's box belongs to it."""
    for y in range(room.top + 1, room.bottom):
        for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right):
            if world.region_of[cell] == room.region:
                return True
    return False


@rule
def middle(world: World, room: Room, ruleset: Ruleset) -> int:
    """The middle cell of a room; of two candidates, the second if rooms are walled."""
    late = 1 if ruleset.rooms == WALLED_ROOMS else 0
    centre = (int(room.top) + room.bottom + late) // 2 * WIDTH + (int(room.left) + room.right + late) // 2
    return centre if room.region == 0 else middle_of_region(world.region_of, room, centre)


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
def carve_winding_tunnel(world: World, start: int, end: int) -> None:
    """Dig from one cell to another, each step at random along one of the axes that lead there."""
    cell = start
    while cell != end:
        dx = end % WIDTH - cell % WIDTH
        dy = end // WIDTH - cell // WIDTH
        if below(world.random, LAYOUT, abs(dx) + abs(dy)) < abs(dx):
            cell += 1 if dx > 0 else -1
        else:
            cell += WIDTH if dy > 0 else -WIDTH
        world.tiles[cell] = FLOOR


@rule
def add_room(world: World, left: int, top: int, right: int, bottom: int) -> None:
    """Dig a room with these corners, which are walls."""
    room = world.rooms[world.room_count]
    room.left = left
    room.top = top
    room.right = right
    room.bottom = bottom
    room.region = 0
    fill(world.tiles, left + 1, top + 1, right - 1, bottom - 1, FLOOR)
    world.room_count += 1


@rule
def overlaps_a_room(world: World, left: int, top: int, right: int, bottom: int, shared: int) -> bool:
    """Whether a room with these corners overlaps an existing one. They may share `shared` walls (0 or 1)."""
    for i in range(world.room_count):
        room = world.rooms[i]
        across = left + shared <= room.right and right >= room.left + shared
        if across and top + shared <= room.bottom and bottom >= room.top + shared:
            return True
    return False
