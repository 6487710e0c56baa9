"""Floors without rooms: caves, and mazes."""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, HEIGHT, ORTHOGONAL, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below, between, next32
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import LayoutRow, Ruleset
from steep.core.world import Room, World
from steep.mapgen.layouts.digging import (
    add_room,
    carve_winding_tunnel,
    clear_regions,
    list_floor,
    overlaps_a_room,
    split_into_areas,
)
from steep.mapgen.layouts.start_and_stairs import place_start_and_stairs

PARTS = 3
BITS = 27
"""PARTS * BITS is at least WIDTH, and BITS at most the 32 of a random number."""
ALL = (1 << BITS) - 1
LAST = BITS - 1

ONES = PARTS * HEIGHT
"""Where in the working memory the lower bits of the sums of three cells in a row are; the rock is before them."""
TWOS = 2 * PARTS * HEIGHT
"""Where their higher bits are."""

FRACTIONS = 6
"""The chance of rock is rounded to this many binary places."""

SMALLEST = 12
"""Cells: smaller caves become rock again."""

ENOUGH = 4
"""A floor with less than 1 / ENOUGH of its map open is shaped again, from less rock."""

LESS_ROCK = 4
"""Percent."""


@rule
def random_bits(random: Cells, share: int) -> int:
    """A word in which each bit is 1 with a chance of share / 2**FRACTIONS."""
    word = 0
    for place in range(FRACTIONS):
        if (share >> place) & 1 == 1:
            word |= next32(random, LAYOUT)
        elif word > 0:
            word &= next32(random, LAYOUT)
    return word & ALL


@rule
def scatter_rock(world: World, ruleset: Ruleset, percent: int) -> None:
    """Fill the working memory with random rock. All that is outside of the map is rock."""
    bits = world.sight
    share = (percent << FRACTIONS) // 100
    for part in range(PARTS):
        columns = max(0, min(BITS, ruleset.map_width - 1 - part * BITS))
        border = (ALL >> columns) << columns
        if part == 0:
            border |= 1
        for row in range(HEIGHT):
            word = ALL
            if 0 < row < ruleset.map_height - 1:
                word = random_bits(world.random, share) | border
            bits[PARTS * row + part] = word


@rule
def smooth(bits: Cells) -> None:
    """One round of the cellular automaton, over all rows but the first and the last."""
    for at in range(PARTS * HEIGHT):
        here = int(bits[at])
        # Beyond the ends of a row are the first and last columns of other rows: rock, too.
        before = int(bits[at - 1]) if at > 0 else ALL
        after = int(bits[at + 1]) if at + 1 < PARTS * HEIGHT else ALL
        west = ((here << 1) & ALL) | (before >> LAST)
        east = (here >> 1) | ((after & 1) << LAST)
        bits[ONES + at] = west ^ here ^ east
        bits[TWOS + at] = (west & here) | (west & east) | (here & east)
    for at in range(PARTS, PARTS * (HEIGHT - 1)):
        a = int(bits[ONES + at - PARTS])
        b = int(bits[ONES + at])
        c = int(bits[ONES + at + PARTS])
        p = int(bits[TWOS + at - PARTS])
        q = int(bits[TWOS + at])
        r = int(bits[TWOS + at + PARTS])
        s = (a & b) | (a & c) | (b & c)
        # The sum is (a ^ b ^ c) + 2 (p + q + r + s). At least 5: three of the four, or two of them and one more.
        three = (p & q & (r | s)) | (r & s & (p | q))
        two = (p & q) | (r & s) | ((p | q) & (r | s))
        bits[at] = three | (two & (a ^ b ^ c))


@rule
def write_caves(world: World, ruleset: Ruleset) -> None:
    """Dig what is not rock in the working memory."""
    tiles = world.tiles
    bits = world.sight
    for y in range(1, ruleset.map_height - 1):
        for part in range(PARTS):
            word = int(bits[PARTS * y + part])
            first = y * WIDTH + part * BITS
            # The last bit beyond the end of a row is rock, as is the cell after it, the first of the next row.
            for column in range(BITS):
                tiles[first + column] = FLOOR + ((word >> column) & 1) * (ROCK - FLOOR)


@rule
def find_caves(world: World) -> int:
    """Queue the cells of each cave, and write where they begin and end. Small ones become rock. Returns how many."""
    tiles = world.tiles
    reached = world.region_of
    queue = world.search.queue
    bounds = world.sight
    caves = 0
    count = 0
    for cell in range(CELLS):
        reached[cell] = 1 if tiles[cell] == ROCK else 0
    for origin in range(CELLS):
        if reached[origin] == 0:
            first = count
            head = first
            queue[count] = origin
            reached[origin] = 1
            count += 1
            while head < count:
                cell = int(queue[head])
                head += 1
                for direction in ORTHOGONAL:
                    # Queued in any case, but only counted if new: an unpredictable branch would take longer.
                    queue[count] = cell + direction
                    count += 1 - int(reached[cell + direction])
                    reached[cell + direction] = 1
            if count - first < SMALLEST:
                for i in range(first, count):
                    tiles[queue[i]] = ROCK
                count = first
            else:
                bounds[2 * caves] = first
                bounds[2 * caves + 1] = count
                caves += 1
    clear_regions(world)
    return caves


@rule
def cell_of_cave(world: World, cave: int) -> int:
    """A random cell of a cave that `find_caves` found."""
    first = int(world.sight[2 * cave])
    return int(world.search.queue[first + below(world.random, LAYOUT, int(world.sight[2 * cave + 1]) - first)])


@rule
def join_caves(world: World) -> int:
    """Join each cave to the one before by a tunnel. Returns how many of their cells are queued."""
    caves = find_caves(world)
    for cave in range(1, caves):
        carve_winding_tunnel(world, cell_of_cave(world, cave), cell_of_cave(world, cave - 1))
    return int(world.sight[2 * caves - 1]) if caves > 0 else 0


@rule
def dig_caves(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Dig caves that are all joined. Areas of them are the rooms."""
    count = 0
    rock = layout.rock
    while count * ENOUGH < ruleset.map_width * ruleset.map_height and rock > -LESS_ROCK:
        scatter_rock(world, ruleset, max(rock, 0))
        for _ in range(layout.smoothing):
            smooth(world.sight)
        write_caves(world, ruleset)
        count = join_caves(world)
        rock -= LESS_ROCK
    split_into_areas(world, layout.area, count)
    place_start_and_stairs(world)


# A maze of tunnels with rooms in it, some of whose dead ends are opened.

BRANCHES = 4
"""One in this many steps of the walk goes on from a random crossing."""

UNSEEN = 1
"""In `Search.came_from`, while a maze is dug: a crossing that the walk hasn't reached."""


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
                # Each of the ways met so far is equally likely to be kept.
                if below(world.random, LAYOUT, ways) == 0:
                    chosen = direction
        if ways == 0:
            count -= 1
        else:
            dig_between(world, cell, chosen, spacing)
            count = come_to(world, cell + spacing * chosen, spacing, count)


@rule
def is_near(cell: int, beside: int) -> bool:
    """Whether a crossing is really beside another on the map, and not at the other end of a row."""
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
