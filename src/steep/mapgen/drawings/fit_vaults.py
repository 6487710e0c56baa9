"""Finds places for vaults: where one covers nothing needed, doesn't cut the floor in two and can be joined to it.

A vault may cover rock, tunnels and parts of caves. If there is no other place, it may also cover parts of rooms with
straight walls. It never covers another vault, a way into one, the hero's start or the stairs. The rest of the floor
must stay connected without it, so no way leads through a vault, locked or not.
"""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, NOWHERE, ROCK, WIDTH
from steep.core.random_streams import VAULTS, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import HERO_WALKS, KEEP, Drawing, Ruleset
from steep.core.world import Room, World
from steep.mapgen.drawings.draw_on_floor import cell_of, height_of, legend_of, width_of
from steep.mapgen.layouts.digging import unused_region
from steep.mapgen.put_on_free_cell import item_lies_on

TRIES = 60
"""Places tried for a vault without covering part of a room with straight walls."""

TRIES_OVER_ROOMS = 60
"""Places tried after these, on such rooms too. After that, the vault is left out."""

LEAST_LEFT = 12
"""Cells of a room or a cave that a vault has to leave uncovered."""

BLOCKED = 1
"""In the search: a cell of the vault."""

NOT_REACHED = 2
"""In the search: a cell beside a vault that has not been reached yet."""


@rule
def is_in_vault(world: World, cell: int) -> bool:
    """Whether a cell belongs to a vault."""
    region = int(world.region_of[cell])
    return region > 0 and world.vault_of_room[region - 1] > 0


@rule
def is_walkable(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether the hero can walk on a cell that is outside of all vaults."""
    return ruleset.movers[HERO_WALKS].passable[world.tiles[cell]] == 1 and not is_in_vault(world, cell)


@rule
def find_place(world: World, ruleset: Ruleset, drawing: Drawing, whole: bool) -> int:
    """A random place where a vault fits: its upper left corner + CELLS * its way; NOWHERE if none is found.

    `whole` is whether all of the floor can be reached now.
    """
    turns = 4 if drawing.rotated == 1 else 1
    mirrors = 2 if drawing.mirrored == 1 else 1
    for attempt in range(TRIES + TRIES_OVER_ROOMS):
        way = below(world.random, VAULTS, turns) + 4 * below(world.random, VAULTS, mirrors)
        columns = ruleset.map_width - 1 - width_of(drawing, way)
        rows = ruleset.map_height - 1 - height_of(drawing, way)
        if columns > 0 and rows > 0:
            x = 1 + below(world.random, VAULTS, columns)
            corner = (1 + below(world.random, VAULTS, rows)) * WIDTH + x
            if fits(world, ruleset, drawing, way, corner, attempt >= TRIES, whole):
                return way * CELLS + corner
    return NOWHERE


@rule
def fits(
    world: World, ruleset: Ruleset, drawing: Drawing, way: int, corner: int, over_rooms: bool, whole: bool
) -> bool:
    """Whether a vault can be drawn at a place; with `over_rooms` it may cover part of a room with straight walls."""
    if not over_rooms and overlaps_straight_room(world, corner, width_of(drawing, way), height_of(drawing, way)):
        return False
    covered = 0
    for number in range(drawing.width * drawing.height):
        if legend_of(ruleset, drawing, number).tile != KEEP:
            cell = cell_of(number, drawing.width, drawing.height, way, corner)
            tile = world.tiles[cell]
            if (tile != ROCK and tile != FLOOR) or is_in_vault(world, cell) or cell == world.hero.cell:
                return False
            if tile == FLOOR:
                covered += 1
                # It may be the way into another vault, or have its key.
                if is_beside_vault(world, cell) or item_lies_on(world, cell):
                    return False
    block(world, ruleset, drawing, way, corner, BLOCKED)
    good = covered == 0 or rooms_are_left(world, corner, width_of(drawing, way), height_of(drawing, way))
    for number in range(drawing.first_entrance, drawing.first_entrance + drawing.entrance_count):
        good = good and join(world, ruleset, outside_of(ruleset, drawing, number, way, corner), False)
    if good and covered > 0:
        if not whole:
            return stays_connected(world, ruleset)
        good = leaves_whole(world, ruleset, corner, width_of(drawing, way), height_of(drawing, way))
    block(world, ruleset, drawing, way, corner, 0)
    return good


@rule
def overlaps_straight_room(world: World, corner: int, width: int, height: int) -> bool:
    """Whether a box covers any of the interior of a room that is no region."""
    left = corner % WIDTH
    top = corner // WIDTH
    for number in range(world.room_count):
        room = world.rooms[number]
        if room.region == 0 and touches(room, left, top, width, height):
            return True
    return False


@rule
def touches(room: Room, left: int, top: int, width: int, height: int) -> bool:
    """Whether a box and the interior of a room overlap."""
    across = left < room.right and left + width - 1 > room.left
    return across and top < room.bottom and top + height - 1 > room.top


@rule
def block(world: World, ruleset: Ruleset, drawing: Drawing, way: int, corner: int, mark: int) -> None:
    """Mark the cells of a vault as reached, so that searches go around it; with 0 take the marks away."""
    for number in range(drawing.width * drawing.height):
        if legend_of(ruleset, drawing, number).tile != KEEP:
            world.search.came_from[cell_of(number, drawing.width, drawing.height, way, corner)] = mark


@rule
def rooms_are_left(world: World, corner: int, width: int, height: int) -> bool:
    """Whether enough is left of each room that a box touches once the blocked cells are covered."""
    for number in range(world.room_count):
        room = world.rooms[number]
        if touches(room, corner % WIDTH, corner // WIDTH, width, height):
            uncovered = 0
            for y in range(room.top + 1, room.bottom):
                for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right):
                    if world.search.came_from[cell] == 0 and belongs_to(world, room, cell):
                        uncovered += 1
            if uncovered < LEAST_LEFT:
                return False
    return True


@rule
def belongs_to(world: World, room: Room, cell: int) -> bool:
    """Whether a cell of a room's interior is one of its cells, and not rock."""
    return world.tiles[cell] != ROCK and world.region_of[cell] == room.region


@rule
def leave_covered_cells_out(world: World, corner: int, width: int, height: int) -> None:
    """Turn the rooms with straight walls that a box touches into regions of all their cells except the blocked ones."""
    for number in range(world.room_count):
        room = world.rooms[number]
        if room.region == 0 and touches(room, corner % WIDTH, corner // WIDTH, width, height):
            region = unused_region(world)
            for y in range(room.top + 1, room.bottom):
                for cell in range(y * WIDTH + room.left + 1, y * WIDTH + room.right):
                    if world.search.came_from[cell] == 0 and belongs_to(world, room, cell):
                        world.region_of[cell] = region
            room.region = region


@rule
def is_beside_vault(world: World, cell: int) -> bool:
    """Whether a vault is straight beside a cell."""
    for direction in DIRECTIONS[:4]:
        if is_in_vault(world, cell + direction):
            return True
    return False


@rule
def leaves_whole(world: World, ruleset: Ruleset, corner: int, width: int, height: int) -> bool:
    """Whether a connected floor stays connected without the blocked cells, which all lie in a box.

    It does if all walkable cells in the box and straight around it are still connected. The search ends once it has
    found them, mostly after few cells.
    """
    came_from = world.search.came_from
    queue = world.search.queue
    first = corner - WIDTH - 1
    around = 0
    for row in range(first, first + (height + 2) * WIDTH, WIDTH):
        for cell in range(row, row + width + 2):
            if came_from[cell] == 0 and is_walkable(world, ruleset, cell):
                came_from[cell] = NOT_REACHED
                queue[0] = cell
                around += 1
    if around == 0:
        return False
    came_from[queue[0]] = BLOCKED
    head = 0
    count = 1
    around -= 1
    while head < count and around > 0:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            mark = int(came_from[cell + direction])
            if mark == NOT_REACHED or (mark == 0 and is_walkable(world, ruleset, cell + direction)):
                around -= 1 if mark == NOT_REACHED else 0
                came_from[cell + direction] = BLOCKED
                queue[count] = cell + direction
                count += 1
    for number in range(count):
        came_from[queue[number]] = 0
    for row in range(first, first + (height + 2) * WIDTH, WIDTH):
        for cell in range(row, row + width + 2):
            if came_from[cell] == NOT_REACHED:
                came_from[cell] = 0
    return around == 0


@rule
def stays_connected(world: World, ruleset: Ruleset) -> bool:
    """Whether all of the floor can be reached without the blocked cells, and without vaults.

    Takes away all marks of blocked cells.
    """
    came_from = world.search.came_from
    queue = world.search.queue
    passable = ruleset.movers[HERO_WALKS].passable
    walkable = 0
    # Neither loop branches on what is on a cell: unpredictable branches take longer.
    for cell in range(CELLS):
        region = int(world.region_of[cell])
        vault = int(world.vault_of_room[max(region, 1) - 1])
        passes = int(passable[world.tiles[cell]])
        free = passes if min(region, vault) == 0 else 0
        blocked = int(came_from[cell])
        walkable += free if blocked == 0 else 0
        came_from[cell] = blocked if free == 1 else BLOCKED
    queue[0] = world.hero.cell
    came_from[world.hero.cell] = BLOCKED
    head = 0
    count = 1
    while head < count:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            queue[count] = cell + direction
            count += 1 if came_from[cell + direction] == 0 else 0
            came_from[cell + direction] = BLOCKED
    for cell in range(CELLS):
        came_from[cell] = 0
    return count == walkable


@rule
def outside_of(ruleset: Ruleset, drawing: Drawing, entrance: int, way: int, corner: int) -> int:
    """The cell outside a vault at one of its entrances."""
    number = int(ruleset.entrances[entrance])
    return cell_of(number, drawing.width + 2, drawing.height + 2, way, corner - WIDTH - 1)


@rule
def is_inside_map(ruleset: Ruleset, cell: int) -> bool:
    """Whether a cell is on the map, and not at its edge."""
    x = cell % WIDTH
    y = cell // WIDTH
    return 0 < x < ruleset.map_width - 1 and 0 < y < ruleset.map_height - 1


@rule
def can_be_dug(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Whether a tunnel may go through a cell."""
    return world.tiles[cell] == ROCK and is_inside_map(ruleset, cell) and not is_in_vault(world, cell)


@rule
def join(world: World, ruleset: Ruleset, origin: int, dig: bool) -> bool:
    """Whether a tunnel around the blocked cells can join a cell to the floor; with `dig`, dig the shortest."""
    if not is_inside_map(ruleset, origin) or world.search.came_from[origin] != 0:
        return False
    if is_walkable(world, ruleset, origin):
        return True
    if not can_be_dug(world, ruleset, origin):
        return False
    came_from = world.search.came_from
    queue = world.search.queue
    queue[0] = origin
    came_from[origin] = origin + 1
    head = 0
    count = 1
    end = NOWHERE
    while head < count and end == NOWHERE:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS[:4]:
            beside = cell + direction
            if came_from[beside] == 0:
                if is_walkable(world, ruleset, beside):
                    end = cell
                elif can_be_dug(world, ruleset, beside):
                    came_from[beside] = cell + 1
                    queue[count] = beside
                    count += 1
    if dig and end != NOWHERE:
        cell = end
        while cell != origin:
            world.tiles[cell] = FLOOR
            cell = int(came_from[cell]) - 1
        world.tiles[origin] = FLOOR
    clear_search(world.search, count)
    return end != NOWHERE
