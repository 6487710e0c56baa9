"""A maze of tunnels with rooms in it, some of whose dead ends are opened.

Crossings stand `spacing` steps apart. A walk from crossing to crossing digs where it hasn't been. When it can't go on,
it goes back, and now and then it goes on from anywhere: so the ways are neither as long as those of a walk that always
goes on from its end, nor as short as those of one that never does (the growing tree algorithm). A room covers several
crossings, which the walk finds all at once.
"""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, ORTHOGONAL, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below, between
from steep.core.rule_decorator import rule
from steep.core.ruleset import LayoutRow, Ruleset
from steep.core.world import Room, World
from steep.mapgen.layouts.areas import list_floor, split_into_areas
from steep.mapgen.layouts.digging import add_room, overlaps_a_room
from steep.mapgen.layouts.start_and_stairs import place_start_and_stairs

BRANCHES = 4
"""Of so many steps of the walk one goes on from a random crossing."""

UNSEEN = 1
"""In `Search.came_from`, while a maze is dug: a crossing that the walk hasn't come to."""


@rule
def add_rooms_on_crossings(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Dig rooms that have crossings in their corners."""
    spacing = layout.spacing
    columns = (ruleset.map_width - 3) // spacing
    rows = (ruleset.map_height - 3) // spacing
    for _ in range(layout.room_attempts):
        width = max(1, (between(world.random, LAYOUT, layout.room_min, layout.room_max) - 2) // spacing)
        height = max(1, (between(world.random, LAYOUT, layout.room_min, layout.room_max) - 2) // spacing)
        if width < columns and height < rows:
            left = spacing * below(world.random, LAYOUT, columns - width + 1)
            top = spacing * below(world.random, LAYOUT, rows - height + 1)
            right = left + spacing * width + 2
            bottom = top + spacing * height + 2
            if not overlaps_a_room(world, left, top, right, bottom, 0):
                add_room(world, left, top, right, bottom)


@rule
def find_room(world: World, cell: int) -> int:
    """The number of the room that a cell is in; the count of rooms if it is in none."""
    x = cell % WIDTH
    y = cell // WIDTH
    for number in range(world.room_count):
        room = world.rooms[number]
        if room.left < x < room.right and room.top < y < room.bottom:
            return number
    return world.room_count


@rule
def enter_room(world: World, room: Room, spacing: int, count: int) -> int:
    """Queue all crossings of a room. Returns how many are queued now."""
    for y in range(room.top + 1, room.bottom, spacing):
        for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right, spacing):
            world.search.came_from[cell] = 0
            world.search.queue[count] = cell
            count += 1
    return count


@rule
def come_to(world: World, cell: int, spacing: int, count: int) -> int:
    """Queue a crossing, or all those of its room. Returns how many are queued now."""
    if world.tiles[cell] == FLOOR:
        return enter_room(world, world.rooms[find_room(world, cell)], spacing, count)
    world.tiles[cell] = FLOOR
    world.search.came_from[cell] = 0
    world.search.queue[count] = cell
    return count + 1


@rule
def dig_between(world: World, cell: int, direction: int, spacing: int) -> None:
    """Dig from one crossing to the next."""
    for step in range(1, spacing):
        world.tiles[cell + step * direction] = FLOOR


@rule
def walk(world: World, origin: int, spacing: int) -> None:
    """Walk to all crossings, digging."""
    unseen = world.search.came_from
    stack = world.search.queue
    count = come_to(world, origin, spacing, 0)
    while count > 0:
        if below(world.random, LAYOUT, BRANCHES) == 0:
            other = below(world.random, LAYOUT, count)
            cell = int(stack[other])
            stack[other] = stack[count - 1]
            stack[count - 1] = cell
        cell = int(stack[count - 1])
        chosen = 0
        ways = 0
        for direction in ORTHOGONAL:
            beside = cell + spacing * direction
            if 0 <= beside < CELLS and unseen[beside] == UNSEEN:
                ways += 1
                # Each of the ways met so far is as likely to be kept.
                if below(world.random, LAYOUT, ways) == 0:
                    chosen = direction
        if ways == 0:
            count -= 1
        else:
            dig_between(world, cell, chosen, spacing)
            count = come_to(world, cell + spacing * chosen, spacing, count)


@rule
def is_near(cell: int, beside: int) -> bool:
    """Whether a crossing is beside another on the map, too, and not at the other end of a row."""
    return abs(cell % WIDTH - beside % WIDTH) < WIDTH // 2


@rule
def open_dead_end(world: World, cell: int, spacing: int) -> None:
    """Dig on from a dead end to a crossing beside it, if there is one."""
    tiles = world.tiles
    chosen = 0
    ways = 0
    for direction in ORTHOGONAL:
        beside = cell + spacing * direction
        if 0 <= beside < CELLS and tiles[cell + direction] == ROCK and tiles[beside] == FLOOR and is_near(cell, beside):
            ways += 1
            if below(world.random, LAYOUT, ways) == 0:
                chosen = direction
    if ways > 0:
        dig_between(world, cell, chosen, spacing)


@rule
def dig_maze(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Dig a maze. Areas of it, with the rooms that they hold, count as rooms."""
    spacing = layout.spacing
    add_rooms_on_crossings(world, ruleset, layout)
    for y in range(1, ruleset.map_height - 1, spacing):
        for x in range(1, ruleset.map_width - 1, spacing):
            world.search.came_from[y * WIDTH + x] = UNSEEN
    walk(world, WIDTH + 1, spacing)
    for y in range(1, ruleset.map_height - 1, spacing):
        for x in range(1, ruleset.map_width - 1, spacing):
            cell = y * WIDTH + x
            ways = 0
            for direction in ORTHOGONAL:
                if world.tiles[cell + direction] != ROCK:
                    ways += 1
            if ways == 1 and below(world.random, LAYOUT, 100) < layout.loops:
                open_dead_end(world, cell, spacing)
    split_into_areas(world, layout.area, list_floor(world))
    place_start_and_stairs(world)
