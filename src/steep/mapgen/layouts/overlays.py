"""Lays lakes, chasms, meadows and the like over a floor: blobs of a kind of terrain, which never cut it in two.

What walkers can't or won't walk on takes the place of rock, too, so that a lake opens the view to what is behind it. A
blob that would cut off any floor, or cover a region whole, is taken back, and another place is tried.
"""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search, search_for, start_search
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, NOWHERE, ORTHOGONAL, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import HERO_WALKS, LayoutRow, OverlayRow, Ruleset
from steep.core.world import World

MAX_TRIES = 8
"""Places tried for a blob."""

PICKS = 6
"""Cells picked, for each cell of a blob, to find those beside which it grows."""


@rule
def may_cover(world: World, ruleset: Ruleset, cell: int, walkable: bool) -> bool:
    """Whether a blob can cover a cell: floor without the hero, and also rock if nobody walks on the blob."""
    if world.tiles[cell] == FLOOR:
        return cell != world.hero.cell
    x = cell % WIDTH
    y = cell // WIDTH
    inside = 1 < x < ruleset.map_width - 2 and 1 < y < ruleset.map_height - 2
    return world.tiles[cell] == ROCK and inside and not walkable


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
        beside = int(blob[below(world.random, LAYOUT, count)]) + ORTHOGONAL[below(world.random, LAYOUT, 4)]
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
def walkable_cells(world: World, passable: Cells) -> int:
    """How many cells walkers walk on."""
    tiles = world.tiles
    count = 0
    for cell in range(CELLS):
        count += int(passable[tiles[cell]])
    return count


@rule
def is_whole(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero can walk to all that can be walked on, and every region has such a cell."""
    passable = ruleset.movers[HERO_WALKS].passable
    cells = world.sight
    for region in range(world.room_count + 1):
        cells[region] = 0
    count = search_for(world.tiles, passable, world.search, NOWHERE, start_search(world.search, world.hero.cell))
    for i in range(count):
        cells[world.region_of[world.search.queue[i]]] += 1
    clear_search(world.search, count)
    for number in range(world.room_count):
        if world.rooms[number].region > 0 and cells[world.rooms[number].region] == 0:
            return False
    return count == walkable_cells(world, passable)


@rule
def surround(world: World, cell: int, shore: int) -> None:
    """Cover the floor around a cell, but not that under the hero."""
    for direction in DIRECTIONS:
        if world.tiles[cell + direction] == FLOOR and cell + direction != world.hero.cell:
            world.tiles[cell + direction] = shore


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
    whole = walkable or is_whole(world, ruleset)
    for cell in range(CELLS):
        if marks[cell] > 0:
            if not whole:
                tiles[cell] = marks[cell]
            else:
                if not walkable:
                    world.region_of[cell] = 0
                if overlay.shore > 0:
                    surround(world, cell, overlay.shore)
            marks[cell] = 0
    return whole


@rule
def lay_overlays(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Lay all overlays of a layout over the floor."""
    for row in range(layout.first_overlay, layout.first_overlay + layout.overlay_count):
        overlay = ruleset.overlays[row]
        for _ in range(between(world.random, LAYOUT, overlay.least, overlay.most)):
            for _ in range(MAX_TRIES):
                x = between(world.random, LAYOUT, 1, ruleset.map_width - 2)
                y = between(world.random, LAYOUT, 1, ruleset.map_height - 2)
                if world.tiles[y * WIDTH + x] == FLOOR and lay_blob(world, ruleset, overlay, y * WIDTH + x):
                    break
