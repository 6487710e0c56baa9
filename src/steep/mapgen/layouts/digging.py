"""What generators share: rectangles, rooms and tunnels."""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, HEIGHT, ORTHOGONAL, ROCK, WIDTH, squared_distance
from steep.core.random_streams import LAYOUT, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import WALLED_ROOMS, Ruleset
from steep.core.world import MAX_ROOMS, Room, World
from steep.mapgen.layouts.start_and_stairs import JOINS, MAX_JOINED, forget_joins


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


# Splits what is dug into areas that count as rooms: regions, of any shape.

SOLID = MAX_JOINED + 1
"""In the plane of regions, while they spread: rock."""

MAX_TRIES = 8
"""Random cells tried to find one that is not too near to the first cell of another area."""


@rule
def clear_regions(world: World) -> None:
    """Let no cell belong to a region."""
    region_of = world.region_of
    for cell in range(CELLS):
        region_of[cell] = 0


@rule
def is_too_near(world: World, cell: int, area: int) -> bool:
    """Whether a cell is too near to the first cell of an area for another to begin there."""
    for number in range(world.room_count):
        if 3 * squared_distance(cell, int(world.sight[number])) < area:
            return True
    return False


@rule
def list_floor(world: World) -> int:
    """Queue all cells that aren't rock. Returns how many there are."""
    tiles = world.tiles
    queue = world.search.queue
    count = 0
    for cell in range(CELLS):
        # Queued in any case, but only counted if it isn't rock: an unpredictable branch would take longer.
        queue[count] = cell
        count += 1 if tiles[cell] != ROCK else 0
    return count


@rule
def split_into_areas(world: World, area: int, count: int) -> None:
    """Split the floor into regions of about `area` cells. The first `count` cells in the queue are nearly all of it."""
    queue = world.search.queue
    firsts = world.sight
    world.room_count = 0
    for _ in range(max(1, min(count // area, MAX_JOINED))):
        first = int(queue[below(world.random, LAYOUT, count)])
        for _ in range(MAX_TRIES):
            if not is_too_near(world, first, area):
                break
            first = int(queue[below(world.random, LAYOUT, count)])
        if world.region_of[first] == 0:
            room = world.rooms[world.room_count]
            firsts[world.room_count] = first
            forget_joins(world, world.room_count)
            world.room_count += 1
            world.region_of[first] = world.room_count
            room.region = world.room_count
            room.left = WIDTH - 1
            room.top = HEIGHT - 1
            room.right = 0
            room.bottom = 0
    for number in range(world.room_count):
        queue[number] = firsts[number]
    spread_areas(world, world.room_count)


@rule
def spread_areas(world: World, count: int) -> None:
    """Give each cell the region of the nearest of the queue's first `count` cells. Note each region's box and joins.

    For each region, the numbers of the regions beside it are collected as bits, with its own number and that of rock.
    """
    tiles = world.tiles
    region_of = world.region_of
    queue = world.search.queue
    for cell in range(CELLS):
        region_of[cell] = SOLID if tiles[cell] == ROCK else region_of[cell]
    head = 0
    while head < count:
        cell = int(queue[head])
        head += 1
        region = int(region_of[cell])
        met = 0
        for direction in ORTHOGONAL:
            # As in `list_floor`.
            before = int(region_of[cell + direction])
            beside = region if before == 0 else before
            queue[count] = cell + direction
            count += 1 if before == 0 else 0
            region_of[cell + direction] = beside
            met |= 1 << beside
        world.sight[JOINS + region - 1] |= met
        widen_box(world.rooms[region - 1], cell)
    for cell in range(CELLS):
        region_of[cell] = 0 if tiles[cell] == ROCK else region_of[cell]
    others = (1 << world.room_count) - 1
    for number in range(world.room_count):
        world.sight[JOINS + number] = (world.sight[JOINS + number] >> 1) & others & ~(1 << number)


@rule
def widen_box(room: Room, cell: int) -> None:
    """Widen the box of a room so that a cell is in its interior."""
    x = cell % WIDTH
    y = cell // WIDTH
    room.left = min(int(room.left), x - 1)
    room.right = max(int(room.right), x + 1)
    room.top = min(int(room.top), y - 1)
    room.bottom = max(int(room.bottom), y + 1)


@rule
def unused_region(world: World) -> int:
    """The number of a region that no room has."""
    for region in range(1, MAX_ROOMS + 1):
        used = region > MAX_ROOMS - world.shells
        for number in range(world.room_count):
            used = used or world.rooms[number].region == region
        if not used:
            return region
    return 0
