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

from steep.core.geometry import ROCK, STAIRS
from steep.core.random_streams import LAYOUT, below, between
from steep.core.rule_decorator import rule
from steep.core.ruleset import WALLED_ROOMS, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.digging import add_room, carve_tunnel, fill, middle, overlaps_a_room


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
