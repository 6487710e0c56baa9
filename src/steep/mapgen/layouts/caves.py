"""Caves: a cellular automaton smooths random rock, and tunnels join what it leaves apart.

A cell is rock after a round if at least 5 of the 9 cells around and at it were (the rule B5678/S45678, Johnson,
Yannakakis and Togelius, "Cellular automata for real-time generation of infinite cave levels", 2010). A row of the map
is two words of HALF bits here, and the bits of a word are added at once: counting cell by cell takes ten times as long.
"""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, HEIGHT, ORTHOGONAL, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below, next32
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import LayoutRow, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.areas import split_into_areas
from steep.mapgen.layouts.digging import carve_winding_tunnel
from steep.mapgen.layouts.start_and_stairs import place_start_and_stairs

HALF = WIDTH // 2
ALL = (1 << HALF) - 1
LAST = HALF - 1

ONES = 2 * HEIGHT
"""Where in the working memory the lower bits of the sums of three cells in a row are; the rock is before them."""
TWOS = 4 * HEIGHT
"""Where their higher bits are."""

SMALLEST = 12
"""Cells: smaller caves become rock again."""

ENOUGH = 4
"""A floor with less than 1 / ENOUGH of its map open is shaped again, from less rock."""

LESS_ROCK = 4
"""Percent."""


@rule
def scatter_rock(world: World, ruleset: Ruleset, percent: int) -> None:
    """Fill the working memory with random rock. All that is outside of the map is rock."""
    bits = world.sight
    bound = percent * 256 // 100
    for row in range(HEIGHT):
        for half in range(2):
            word = ALL
            if 0 < row < ruleset.map_height - 1:
                word = 0
                for group in range(0, HALF, 4):
                    drawn = next32(world.random, LAYOUT)
                    for column in range(group, group + 4):
                        x = half * HALF + column
                        if (drawn & 255) < bound or x == 0 or x >= ruleset.map_width - 1:
                            word |= 1 << column
                        drawn >>= 8
            bits[2 * row + half] = word


@rule
def smooth(bits: Cells, rows: int) -> None:
    """One round of the automaton, over all rows but the first and the last."""
    for row in range(rows):
        low = int(bits[2 * row])
        high = int(bits[2 * row + 1])
        for half in range(2):
            here = high if half == 1 else low
            if half == 0:
                west = ((low << 1) & ALL) | 1
                east = (low >> 1) | ((high & 1) << LAST)
            else:
                west = ((high << 1) & ALL) | (low >> LAST)
                east = (high >> 1) | (1 << LAST)
            bits[ONES + 2 * row + half] = west ^ here ^ east
            bits[TWOS + 2 * row + half] = (west & here) | (west & east) | (here & east)
    for at in range(2, 2 * rows - 2):
        a = int(bits[ONES + at - 2])
        b = int(bits[ONES + at])
        c = int(bits[ONES + at + 2])
        p = int(bits[TWOS + at - 2])
        q = int(bits[TWOS + at])
        r = int(bits[TWOS + at + 2])
        s = (a & b) | (a & c) | (b & c)
        # The sum is (a ^ b ^ c) + 2 (p + q + r + s). At least 5: three of the four, or two of them and one more.
        three = (p & q & (r | s)) | (r & s & (p | q))
        two = (p & q) | (r & s) | ((p | q) & (r | s))
        bits[at] = three | (two & (a ^ b ^ c))


@rule
def write_caves(world: World, ruleset: Ruleset) -> int:
    """Dig what is not rock in the working memory. Returns how many cells that is."""
    tiles = world.tiles
    dug = 0
    for y in range(1, ruleset.map_height - 1):
        for half in range(2):
            word = ~int(world.sight[2 * y + half]) & ALL
            first = y * WIDTH + half * HALF
            for cell in range(first, first + HALF):
                tiles[cell] = FLOOR if word & 1 == 1 else ROCK
                dug += word & 1
                word >>= 1
    return dug


@rule
def find_caves(world: World) -> int:
    """Queue the cells of each cave, and write where they begin and end. Small ones become rock. Returns how many."""
    tiles = world.tiles
    reached = world.search.came_from
    queue = world.search.queue
    bounds = world.sight
    caves = 0
    count = 0
    for origin in range(CELLS):
        if tiles[origin] == FLOOR and reached[origin] == 0:
            first = count
            head = first
            queue[count] = origin
            reached[origin] = 1
            count += 1
            while head < count:
                cell = int(queue[head])
                head += 1
                for direction in ORTHOGONAL:
                    beside = cell + direction
                    if tiles[beside] == FLOOR and reached[beside] == 0:
                        reached[beside] = 1
                        queue[count] = beside
                        count += 1
            if count - first < SMALLEST:
                for i in range(first, count):
                    tiles[queue[i]] = ROCK
            else:
                bounds[2 * caves] = first
                bounds[2 * caves + 1] = count
                caves += 1
    for i in range(count):
        reached[queue[i]] = 0
    return caves


@rule
def cell_of_cave(world: World, cave: int) -> int:
    """A random cell of a cave that `find_caves` found."""
    first = int(world.sight[2 * cave])
    return int(world.search.queue[first + below(world.random, LAYOUT, int(world.sight[2 * cave + 1]) - first)])


@rule
def join_caves(world: World) -> None:
    """Join each cave to the one before by a tunnel."""
    for cave in range(1, find_caves(world)):
        carve_winding_tunnel(world, cell_of_cave(world, cave), cell_of_cave(world, cave - 1))


@rule
def dig_caves(world: World, ruleset: Ruleset, layout: LayoutRow) -> None:
    """Dig caves that are all joined. Areas of them are the rooms."""
    dug = 0
    rock = layout.rock
    while dug * ENOUGH < ruleset.map_width * ruleset.map_height and rock > -LESS_ROCK:
        scatter_rock(world, ruleset, max(rock, 0))
        for _ in range(layout.smoothing):
            smooth(world.sight, HEIGHT)
        dug = write_caves(world, ruleset)
        rock -= LESS_ROCK
    join_caves(world)
    split_into_areas(world, layout.area)
    place_start_and_stairs(world)
