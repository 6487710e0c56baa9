"""Rooms wall to wall: the map is cut in two, each part again, until no part is larger than the largest room.

Doors lead through the walls between neighbours: enough of them, at random places, to join all rooms (a spanning tree,
by Kruskal's algorithm), and as many more between other neighbours as the layout says.
"""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, ROCK, STAIRS, WIDTH
from steep.core.random_streams import LAYOUT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import WALLED_ROOMS, LayoutRow, Ruleset
from steep.core.world import Room, World
from steep.mapgen.layouts.digging import add_room, carve_tunnel, clear_regions, fill, middle, overlaps_a_room
from steep.mapgen.layouts.start_and_stairs import MAX_JOINED, forget_joins, note_join, place_start_and_stairs


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
    """Cut the map into rooms and open doors between them."""
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
