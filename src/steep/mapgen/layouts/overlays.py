"""Lays lakes, chasms, meadows and the like over a floor: blobs of a kind of terrain, which never cut it in two.

What walkers can't or won't walk on takes the place of rock, too, so that a lake opens the view to what is behind it. A
blob that would cut off any floor is taken back, and another place is tried.
"""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, spread, start_search
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, NOWHERE, ORTHOGONAL, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import HERO_WALKS, LayoutRow, OverlayRow, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.digging import has_a_cell
from steep.mapgen.layouts.start_and_stairs import swap

MAX_TRIES = 8
"""Places tried for a blob."""

SHORE = 255
"""In the plane of occupants, while a blob is laid: a cell around it. Its own cells have the kind of terrain before."""

PICKS = 6
"""Cells picked, for each cell of a blob, to find those beside which it grows."""


@rule
def may_cover(world: World, ruleset: Ruleset, cell: int, floor_only: bool) -> bool:
    """Whether a blob can cover a cell: floor without the hero, and else also rock that isn't at the map's edge."""
    if world.tiles[cell] == FLOOR:
        return cell != world.hero.cell
    x = cell % WIDTH
    y = cell // WIDTH
    inside = 1 < x < ruleset.map_width - 2 and 1 < y < ruleset.map_height - 2
    return world.tiles[cell] == ROCK and inside and not floor_only


@rule
def grow_blob(world: World, ruleset: Ruleset, overlay: OverlayRow, origin: int) -> int:
    """Queue the cells of a blob and mark them in the plane of occupants. Returns how many there are.

    It grows from random cells of its own to cells beside them, and then into cells that it has on three sides.
    """
    blob = world.search.queue
    marks = world.occupant
    walkable = ruleset.movers[HERO_WALKS].passable[overlay.terrain] == 1
    blob[0] = origin
    marks[origin] = 1
    count = 1
    for _ in range(PICKS * overlay.cells):
        if count == overlay.cells:
            break
        picked = below(world.random, LAYOUT, 4 * count)
        beside = int(blob[picked // 4]) + ORTHOGONAL[picked % 4]
        if marks[beside] == 0 and may_cover(world, ruleset, beside, walkable):
            marks[beside] = 1
            blob[count] = beside
            count += 1
    for i in range(count):
        for direction in ORTHOGONAL:
            beside = int(blob[i]) + direction
            if marks[beside] == 0 and may_cover(world, ruleset, beside, walkable):
                sides = 0
                for other in ORTHOGONAL:
                    sides += int(marks[beside + other])
                if sides >= 3:
                    marks[beside] = 1
                    blob[count] = beside
                    count += 1
    return count


@rule
def mark_shore(world: World, passable: Cells, count: int) -> int:
    """Mark the cells around the first `count` cells of the queue that can be walked on. Returns how many there are."""
    marks = world.occupant
    marked = 0
    for i in range(count):
        for direction in DIRECTIONS:
            beside = int(world.search.queue[i]) + direction
            if marks[beside] == 0 and passable[world.tiles[beside]] > 0:
                marks[beside] = SHORE
                world.search.queue[count + marked] = beside
                marked += 1
    return marked


@rule
def is_whole(world: World, passable: Cells, origin: int, shore: int) -> bool:
    """Whether all `shore` cells around a blob can be reached from one of them: then it has cut nothing off."""
    search = world.search
    first = 0
    count = start_search(search, origin)
    left = shore - 1
    while first < count and left > 0:
        reached = spread(world.tiles, passable, search, first, count, NOWHERE)
        for i in range(count, reached):
            if world.occupant[search.queue[i]] == SHORE:
                left -= 1
        first = count
        count = reached
    clear_search(search, count)
    return left == 0


@rule
def lay_blob(world: World, ruleset: Ruleset, overlay: OverlayRow, origin: int) -> bool:
    """Cover a blob with its terrain, and floor around it with that of its shore. False if it would cut the floor."""
    tiles = world.tiles
    marks = world.occupant
    blob = world.search.queue
    walkable = ruleset.movers[HERO_WALKS].passable[overlay.terrain] == 1
    count = grow_blob(world, ruleset, overlay, origin)
    for i in range(count):
        cell = int(blob[i])
        marks[cell] = tiles[cell]
        tiles[cell] = overlay.terrain
    passable = ruleset.movers[HERO_WALKS].passable
    shore = mark_shore(world, passable, count)
    whole = walkable or (shore > 0 and is_whole(world, passable, int(blob[count]), shore))
    for cell in range(CELLS):
        if marks[cell] == SHORE:
            if whole and overlay.shore > 0 and tiles[cell] == FLOOR and cell != world.hero.cell:
                tiles[cell] = overlay.shore
            marks[cell] = 0
        elif marks[cell] > 0:
            if not whole:
                tiles[cell] = marks[cell]
            elif not walkable:
                world.region_of[cell] = 0
            marks[cell] = 0
    return whole


@rule
def renumber_regions(world: World) -> None:
    """Give each region the number of its room's row, + 1, when rows have moved up: vaults take the next numbers."""
    for number in range(world.room_count):
        room = world.rooms[number]
        if room.region > 0 and room.region != number + 1:
            for y in range(room.top + 1, room.bottom):
                for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right):
                    if world.region_of[cell] == room.region:
                        world.region_of[cell] = number + 1
            room.region = number + 1


@rule
def lay_overlays(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Lay all overlays of a layout over the floor. A region of which nothing is left is no room any more."""
    for row in range(layout.first_overlay, layout.first_overlay + layout.overlay_count):
        overlay = ruleset.overlays[row]
        for _ in range(between(world.random, LAYOUT, overlay.least, overlay.most)):
            for _ in range(MAX_TRIES):
                x = between(world.random, LAYOUT, 1, ruleset.map_width - 2)
                y = between(world.random, LAYOUT, 1, ruleset.map_height - 2)
                if may_cover(world, ruleset, y * WIDTH + x, True) and lay_blob(world, ruleset, overlay, y * WIDTH + x):
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
    renumber_regions(world)
