"""Floors of rooms: wall to wall, as the tutorials dig them, or joined by tunnels with second ways around."""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, ROCK, STAIRS, WIDTH, squared_distance
from steep.core.random_streams import LAYOUT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import WALLED_ROOMS, LayoutRow, Ruleset
from steep.core.world import MAX_ROOMS, Room, World
from steep.mapgen.layouts.digging import add_room, carve_tunnel, clear_regions, fill, middle, overlaps_a_room
from steep.mapgen.layouts.start_and_stairs import MAX_JOINED, forget_joins, note_join, place_start_and_stairs
from steep.mapgen.put_on_free_cell import random_cell


@rule
def set_corners(room: Room, left: int, top: int, right: int, bottom: int) -> None:
    """Give a room its corners."""
    room.left = left
    room.top = top
    room.right = right
    room.bottom = bottom
    room.region = 0


@rule
def cut(world: World, number: int, least: int, most: int) -> bool:
    """Cut a room in two along its longer side, if it is too large. The new room is added at the end."""
    room = world.rooms[number]
    left = int(room.left)
    top = int(room.top)
    right = int(room.right)
    bottom = int(room.bottom)
    width = right - left
    height = bottom - top
    if max(width, height) <= most or max(width, height) < 2 * least or world.room_count == MAX_JOINED:
        return False
    if width >= height:
        at = between(world.random, LAYOUT, left + least, right - least)
        set_corners(room, left, top, at, bottom)
        set_corners(world.rooms[world.room_count], at, top, right, bottom)
    else:
        at = between(world.random, LAYOUT, top + least, bottom - least)
        set_corners(room, left, top, right, at)
        set_corners(world.rooms[world.room_count], left, at, right, bottom)
    world.room_count += 1
    return True


@rule
def list_walls_between(world: World) -> int:
    """Queue the cells of walls that have a room on both sides, in random order. Returns how many there are."""
    tiles = world.tiles
    queue = world.search.queue
    count = 0
    for cell in range(WIDTH, CELLS - WIDTH):
        if tiles[cell] == ROCK:
            across = tiles[cell - 1] == FLOOR and tiles[cell + 1] == FLOOR
            if across or (tiles[cell - WIDTH] == FLOOR and tiles[cell + WIDTH] == FLOOR):
                other = below(world.random, LAYOUT, count + 1)
                queue[count] = queue[other]
                queue[other] = cell
                count += 1
    return count


@rule
def root(parents: Cells, number: int) -> int:
    """The room that stands for all rooms joined to one."""
    while parents[number] != number:
        number = int(parents[number])
    return number


@rule
def open_walls(world: World, loops: int) -> None:
    """Open walls until all rooms are joined, and a share of those between other neighbours."""
    region_of = world.region_of
    parents = world.sight
    decided = world.search.came_from
    for number in range(world.room_count + 1):
        parents[number] = number
    for i in range(list_walls_between(world)):
        cell = int(world.search.queue[i])
        side = 1 if world.tiles[cell - 1] == FLOOR and world.tiles[cell + 1] == FLOOR else WIDTH
        one = int(region_of[cell - side])
        other = int(region_of[cell + side])
        pair = min(one, other) * (MAX_JOINED + 1) + max(one, other)
        if one == 0 or other == 0 or decided[pair] == 1:
            continue
        decided[pair] = 1
        if root(parents, one) != root(parents, other):
            parents[root(parents, one)] = root(parents, other)
        elif below(world.random, LAYOUT, 100) >= loops:
            continue
        world.tiles[cell] = FLOOR
        note_join(world, one - 1, other - 1)
    for pair in range(CELLS):
        decided[pair] = 0


@rule
def dig_partition(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Rooms wall to wall: the map is cut in two, each part again, until no part is larger than the largest room.

    Doors lead through the walls between neighbours: enough of them, at random places, to join all rooms (a spanning
    tree, by Kruskal's algorithm), and as many more between other neighbours as the layout says.
    """
    set_corners(world.rooms[0], 0, 0, ruleset.map_width - 1, ruleset.map_height - 1)
    world.room_count = 1
    number = 0
    while number < world.room_count:
        if not cut(world, number, layout.room_min, layout.room_max):
            number += 1
    for each in range(world.room_count):
        forget_joins(world, each)
        room = world.rooms[each]
        fill(world.tiles, room.left + 1, room.top + 1, room.right - 1, room.bottom - 1, FLOOR)
        fill(world.region_of, room.left + 1, room.top + 1, room.right - 1, room.bottom - 1, each + 1)
    open_walls(world, layout.loops)
    clear_regions(world)
    place_start_and_stairs(world)


# Rooms and tunnels, as the tutorials dig them.


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
def join_to_the_one_before(world: World, ruleset: Ruleset, number: int) -> None:
    """Dig the tunnel that leads to a room."""
    start = middle(world, world.rooms[number - 1], ruleset)
    end = middle(world, world.rooms[number], ruleset)
    carve_tunnel(world.tiles, start, end, below(world.random, LAYOUT, 2) == 0)


@rule
def dig_tutorial_rooms(world: World, ruleset: Ruleset, attempts: int, least: int, most: int) -> None:
    """Dig rooms of `least` to `most` cells, and tunnels. The hero starts in the first, the stairs are in the last."""
    random = world.random
    walled = 1 if ruleset.rooms == WALLED_ROOMS else 0
    for _ in range(attempts):
        width = between(random, LAYOUT, least, most)
        height = between(random, LAYOUT, least, most)
        left = below(random, LAYOUT, ruleset.map_width - width)
        top = below(random, LAYOUT, ruleset.map_height - height)
        right = left + width - walled
        bottom = top + height - walled
        if walled == 1:
            if not walled_overlaps_a_room(world, left, top, right, bottom):
                fill(world.tiles, left, top, right, bottom, ROCK)
                add_room(world, left, top, right, bottom)
        elif not overlaps_a_room(world, left, top, right, bottom, ruleset.rooms_may_touch):
            add_room(world, left, top, right, bottom)
            if world.room_count > 1:
                join_to_the_one_before(world, ruleset, world.room_count - 1)
    if walled == 1:
        for number in range(1, world.room_count):
            join_to_the_one_before(world, ruleset, number)
    world.hero.cell = middle(world, world.rooms[0], ruleset)
    world.tiles[middle(world, world.rooms[world.room_count - 1], ruleset)] = STAIRS


PARENT = 0
"""Where the working memory has, for each room, the room that the tree joins it to, or would join it to now."""
DISTANCE = MAX_ROOMS
"""Where it has the squared distance to that room; 0 if the room is in the tree."""

MIDDLE = 2 * MAX_ROOMS
"""Where it has the middle cell of each room."""

MAX_TRIES = 4
"""Tunnels tried to find one that crosses walls twice only: out of one room and into the other."""

WALL = 1
"""In `World.region_of`, while rooms are joined: a wall of a room."""


@rule
def mark_walls(plane: Cells, room: Room, mark: int) -> None:
    """Write a mark on the walls of a room."""
    for x in range(room.left, room.right + 1):
        plane[room.top * WIDTH + x] = mark
        plane[room.bottom * WIDTH + x] = mark
    for y in range(room.top, room.bottom + 1):
        plane[y * WIDTH + room.left] = mark
        plane[y * WIDTH + room.right] = mark


@rule
def walls_crossed(plane: Cells, start: int, end: int, level_first: bool) -> int:
    """How many cells of walls an L from one cell to another runs through."""
    level = start // WIDTH if level_first else end // WIDTH
    column = end % WIDTH if level_first else start % WIDTH
    crossed = 0
    for x in range(min(start % WIDTH, end % WIDTH), max(start % WIDTH, end % WIDTH) + 1):
        crossed += int(plane[level * WIDTH + x])
    for y in range(min(start // WIDTH, end // WIDTH), max(start // WIDTH, end // WIDTH) + 1):
        if y != level:
            crossed += int(plane[y * WIDTH + column])
    return crossed


@rule
def join_rooms(world: World, one: int, other: int) -> None:
    """Dig a tunnel between two rooms: of several tried, the one that runs through the fewest cells of walls."""
    best_start = 0
    best_end = 0
    best_first = False
    fewest = WIDTH * WIDTH
    for _ in range(MAX_TRIES):
        start = random_cell(world, world.rooms[one], LAYOUT)
        end = random_cell(world, world.rooms[other], LAYOUT)
        level_first = below(world.random, LAYOUT, 2) == 0
        crossed = walls_crossed(world.region_of, start, end, level_first)
        if crossed < fewest:
            fewest = crossed
            best_start = start
            best_end = end
            best_first = level_first
        if crossed <= 2:
            break
    note_join(world, one, other)
    carve_tunnel(world.tiles, best_start, best_end, best_first)


@rule
def distance_between(memory: Cells, one: int, other: int) -> int:
    """The squared distance between the middles of two rooms."""
    return squared_distance(int(memory[MIDDLE + one]), int(memory[MIDDLE + other]))


@rule
def join_all(world: World) -> None:
    """Join all rooms to each other, the nearest first."""
    memory = world.sight
    for number in range(world.room_count):
        memory[PARENT + number] = 0
        memory[DISTANCE + number] = distance_between(memory, number, 0)
    for _ in range(1, world.room_count):
        chosen = 0
        shortest = 2 * WIDTH * WIDTH
        for number in range(world.room_count):
            distance = int(memory[DISTANCE + number])
            if 0 < distance < shortest:
                shortest = distance
                chosen = number
        join_rooms(world, int(memory[PARENT + chosen]), chosen)
        memory[DISTANCE + chosen] = 0
        for number in range(world.room_count):
            distance = distance_between(memory, number, chosen)
            if distance < memory[DISTANCE + number]:
                memory[DISTANCE + number] = distance
                memory[PARENT + number] = chosen


@rule
def close_loops(world: World, percent: int) -> None:
    """Give a share of the rooms a second tunnel, to the nearest room that the tree doesn't join them to."""
    memory = world.sight
    for number in range(world.room_count):
        if below(world.random, LAYOUT, 100) < percent:
            nearest = number
            shortest = 2 * WIDTH * WIDTH
            for other in range(world.room_count):
                joined = memory[PARENT + number] == other or memory[PARENT + other] == number
                distance = distance_between(memory, number, other)
                if distance < shortest and other != number and not joined:
                    shortest = distance
                    nearest = other
            if nearest != number:
                join_rooms(world, number, nearest)


@rule
def dig_rooms_with_loops(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Dig rooms with rock between them, and join them by tunnels.

    Tunnels join all rooms as shortly as can be (a minimum spanning tree over their middles, Prim's), and a share of the
    rooms get a second one, to the nearest room they aren't joined to.
    """
    for _ in range(layout.room_attempts):
        width = between(world.random, LAYOUT, layout.room_min, layout.room_max)
        height = between(world.random, LAYOUT, layout.room_min, layout.room_max)
        left = below(world.random, LAYOUT, ruleset.map_width - width)
        top = below(world.random, LAYOUT, ruleset.map_height - height)
        if world.room_count < MAX_JOINED and not overlaps_a_room(
            world, left - 1, top - 1, left + width + 1, top + height + 1, 0
        ):
            forget_joins(world, world.room_count)
            add_room(world, left, top, left + width, top + height)
    for number in range(world.room_count):
        mark_walls(world.region_of, world.rooms[number], WALL)
        world.sight[MIDDLE + number] = middle(world, world.rooms[number], ruleset)
    join_all(world)
    close_loops(world, layout.loops)
    for number in range(world.room_count):
        mark_walls(world.region_of, world.rooms[number], 0)
    place_start_and_stairs(world)
