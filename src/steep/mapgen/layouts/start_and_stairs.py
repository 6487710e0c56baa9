"""Chooses where the hero starts and where the stairs are, well apart.

Two rooms are as far apart as there are rooms on the shortest way from one to the other. Generators note which rooms
they join, each as a bit of the other's word: so all rooms at a distance are found at once.
"""

from __future__ import annotations

from steep.core.geometry import STAIRS
from steep.core.random_streams import LAYOUT, below
from steep.core.rule_decorator import rule
from steep.core.world import MAX_ROOMS, Room, World
from steep.mapgen.put_on_free_cell import random_cell

MAX_JOINED = 56
"""The most rooms that a generator may dig: each needs a bit of a word, and some of MAX_ROOMS are left for others."""

JOINS = 4 * MAX_ROOMS
"""Where in the working memory the words of the rooms are."""

FAR = 3
"""The stairs are in a room at least (FAR - 1) / FAR as far away as the farthest."""


@rule
def forget_joins(world: World, number: int) -> None:
    """Begin with a room that is joined to no other."""
    world.sight[JOINS + number] = 0


@rule
def note_join(world: World, one: int, other: int) -> None:
    """Note that two rooms are joined."""
    world.sight[JOINS + one] |= 1 << other
    world.sight[JOINS + other] |= 1 << one


@rule
def swap(one: Room, other: Room) -> None:
    """Exchange two rooms in the list."""
    left = int(one.left)
    top = int(one.top)
    right = int(one.right)
    bottom = int(one.bottom)
    region = int(one.region)
    one.left = other.left
    one.top = other.top
    one.right = other.right
    one.bottom = other.bottom
    one.region = other.region
    other.left = left
    other.top = top
    other.right = right
    other.bottom = bottom
    other.region = region


@rule
def rooms_beside(world: World, rooms: int) -> int:
    """The rooms that are joined to any of some rooms, as bits."""
    found = 0
    for number in range(world.room_count):
        if (rooms >> number) & 1 == 1:
            found |= int(world.sight[JOINS + number])
    return found


@rule
def distant_rooms(world: World, origin: int) -> int:
    """The rooms that are far from one, as bits; those at least (FAR - 1) / FAR as far away as the farthest."""
    seen = 1 << origin
    added = seen
    farthest = 0
    while added > 0:
        farthest += 1
        added = rooms_beside(world, added) & ~seen
        seen |= added
    seen = 1 << origin
    added = seen
    for _ in range(farthest * (FAR - 1) // FAR):
        added = rooms_beside(world, added) & ~seen
        seen |= added
    return ((1 << world.room_count) - 1) & ~(seen & ~added)


@rule
def place_start_and_stairs(world: World) -> None:
    """Put the hero into a random room, which becomes the first, and the stairs into a distant one, the last."""
    last = world.room_count - 1
    start = below(world.random, LAYOUT, world.room_count)
    distant = distant_rooms(world, start)
    stairs = start
    candidates = 0
    for number in range(world.room_count):
        if (distant >> number) & 1 == 1 and number != start:
            candidates += 1
            # Each of those met so far is equally likely to be kept.
            if below(world.random, LAYOUT, candidates) == 0:
                stairs = number
    world.hero.cell = random_cell(world, world.rooms[start], LAYOUT)
    cell = random_cell(world, world.rooms[stairs], LAYOUT)
    while stairs == start and cell == world.hero.cell:
        cell = random_cell(world, world.rooms[stairs], LAYOUT)
    world.tiles[cell] = STAIRS
    swap(world.rooms[0], world.rooms[start])
    swap(world.rooms[last], world.rooms[start if stairs == 0 else stairs])
