"""Rooms that tunnels join to their neighbours, with second ways around.

Tunnels join all rooms as shortly as can be (a minimum spanning tree over their middles, Prim's), and a share of the
rooms get a second one, to the nearest room they aren't joined to.
"""

from __future__ import annotations

from steep.core.geometry import WIDTH, squared_distance
from steep.core.random_streams import LAYOUT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import LayoutRow, Ruleset
from steep.core.world import MAX_ROOMS, Room, World
from steep.mapgen.layouts.digging import add_room, carve_tunnel, middle, overlaps_a_room
from steep.mapgen.layouts.start_and_stairs import MAX_JOINED, forget_joins, note_join, place_start_and_stairs
from steep.mapgen.put_on_free_cell import random_cell

PARENT = 0
"""Where in the working memory is, for each room, the one that the tree joins it to, or else would now."""
DISTANCE = MAX_ROOMS
"""Where is how far away that one is; 0 if the room is in the tree."""

MIDDLE = 2 * MAX_ROOMS
"""Where is the middle cell of the room."""

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
    """Dig a tunnel between two rooms; of some, the one that runs least through walls."""
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
    """Dig rooms with rock between them, and join them."""
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
