"""Lays lakes, chasms, meadows and the like over a floor: blobs of a kind of terrain, which never cut it in two.

Terrain that walkers can't or won't walk on replaces rock, too, so that a lake opens the view to what is behind it. It
grows cell by cell, and leaves out each cell that is the only way from one of its sides to another. So all floor that
is joined by straight steps stays joined, without a search.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, FLOOR, ORTHOGONAL, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import HERO_WALKS, LayoutRow, OverlayRow, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.digging import has_a_cell, unused_region
from steep.mapgen.layouts.start_and_stairs import swap

MAX_TRIES = 8
"""Places tried for a blob."""

COVERED = 1
"""In the plane of occupants, while a blob grows: a cell of it."""
BESIDE = 2
"""In the same plane: a cell that it may grow into."""

AROUND = (1, WIDTH + 1, WIDTH, WIDTH - 1, -1, -WIDTH - 1, -WIDTH, -WIDTH + 1, 1)
"""Offsets of the neighbours in a circle, closed."""


@rule
def may_meet(world: World, ruleset: Ruleset, cell: int, floor_only: bool) -> bool:
    """Whether a blob may grow to a cell: floor without the hero or, unless `floor_only`, rock off the map's edge."""
    if world.tiles[cell] == FLOOR:
        return cell != world.hero.cell
    x = cell % WIDTH
    y = cell // WIDTH
    inside = 1 < x < ruleset.map_width - 2 and 1 < y < ruleset.map_height - 2
    return world.tiles[cell] == ROCK and inside and not floor_only


@rule
def is_way_through(tiles: Cells, passable: Cells, cell: int) -> bool:
    """Whether walkers may need a cell: some cells straight beside it aren't joined by the other cells around it."""
    ways = 0
    for side in range(0, 8, 2):
        here = int(passable[tiles[cell + AROUND[side]]])
        corner = int(passable[tiles[cell + AROUND[side + 1]]])
        after = int(passable[tiles[cell + AROUND[side + 2]]])
        ways += here * (1 - corner * after)
    return ways > 1 and passable[tiles[cell]] == 1


@rule
def cover(world: World, overlay: OverlayRow, walkable: bool, cell: int) -> None:
    """Cover a cell. If nobody can walk there, it no longer belongs to a room."""
    world.occupant[cell] = COVERED
    world.tiles[cell] = overlay.terrain
    if not walkable:
        world.region_of[cell] = 0


@rule
def grow_blob(world: World, ruleset: Ruleset, overlay: OverlayRow, origin: int) -> int:
    """Cover a blob with its terrain, and queue and mark its cells. Returns how many there are.

    Each cell beside the blob is equally likely to be next. In the end, cells with the blob on three sides join it, too.
    """
    tiles = world.tiles
    queue = world.search.queue
    marks = world.occupant
    passable = ruleset.movers[HERO_WALKS].passable
    walkable = passable[overlay.terrain] == 1
    queue[0] = origin
    marks[origin] = BESIDE
    count = 0
    met = 1
    while count < min(met, overlay.cells):
        picked = count + below(world.random, LAYOUT, met - count)
        cell = int(queue[picked])
        if not walkable and is_way_through(tiles, passable, cell):
            # It may be tried again once more around it is covered.
            met -= 1
            queue[picked] = queue[met]
            marks[cell] = 0
            continue
        queue[picked] = queue[count]
        queue[count] = cell
        count += 1
        cover(world, overlay, walkable, cell)
        for direction in ORTHOGONAL:
            beside = cell + direction
            if marks[beside] == 0 and may_meet(world, ruleset, beside, walkable):
                marks[beside] = BESIDE
                queue[met] = beside
                met += 1
    for i in range(count, met):
        cell = int(queue[i])
        marks[cell] = 0
        sides = 0
        for direction in ORTHOGONAL:
            sides += int(marks[cell + direction]) & COVERED
        if sides >= 3 and (walkable or not is_way_through(tiles, passable, cell)):
            queue[i] = queue[count]
            queue[count] = cell
            count += 1
            cover(world, overlay, walkable, cell)
    return count


@rule
def lay_blob(world: World, ruleset: Ruleset, overlay: OverlayRow, origin: int) -> bool:
    """Cover a blob with its terrain, and floor around it with that of its shore. False if it can't begin there."""
    tiles = world.tiles
    blob = world.search.queue
    marks = world.occupant
    count = grow_blob(world, ruleset, overlay, origin)
    for i in range(count if overlay.shore > 0 else 0):
        for direction in DIRECTIONS:
            beside = int(blob[i]) + direction
            if tiles[beside] == FLOOR and marks[beside] == 0 and beside != world.hero.cell:
                tiles[beside] = overlay.shore
    for i in range(count):
        marks[blob[i]] = 0
    return count > 0


@rule
def free_higher_numbers(world: World) -> None:
    """Give regions numbered above the count of rooms free lower numbers: vaults take the numbers after the count."""
    for number in range(world.room_count):
        room = world.rooms[number]
        if room.region > world.room_count:
            region = unused_region(world)
            for y in range(room.top + 1, room.bottom):
                for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right):
                    if world.region_of[cell] == room.region:
                        world.region_of[cell] = region
            room.region = region


@rule
def lay_overlays(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Lay all overlays of a layout over the floor. A region without cells is no longer a room."""
    for row in range(layout.first_overlay, layout.first_overlay + layout.overlay_count):
        overlay = ruleset.overlays[row]
        for _ in range(between(world.random, LAYOUT, overlay.least, overlay.most)):
            for _ in range(MAX_TRIES):
                x = between(world.random, LAYOUT, 1, ruleset.map_width - 2)
                y = between(world.random, LAYOUT, 1, ruleset.map_height - 2)
                if may_meet(world, ruleset, y * WIDTH + x, True) and lay_blob(world, ruleset, overlay, y * WIDTH + x):
                    break
    number = 1
    while number < world.room_count - 1:
        room = world.rooms[number]
        if room.region > 0 and not has_a_cell(world, room):
            world.room_count -= 1
            swap(room, world.rooms[world.room_count - 1])
            swap(world.rooms[world.room_count - 1], world.rooms[world.room_count])
        else:
            number += 1
    free_higher_numbers(world)
