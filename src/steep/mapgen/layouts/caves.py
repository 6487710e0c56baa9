"""Caves: a cellular automaton smooths random rock, and tunnels join what it leaves apart.

A cell is rock after a round if at least 5 of the 9 cells around and at it were (the rule B5678/S45678, Johnson,
Yannakakis and Togelius, "Cellular automata for real-time generation of infinite cave levels", 2010). A row of the map
is PARTS words of BITS bits here, and all bits of a word are drawn and added at once: cell by cell it would take ten
times as long.
"""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, HEIGHT, ORTHOGONAL, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below, next32
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import LayoutRow, Ruleset
from steep.core.world import World
from steep.mapgen.layouts.areas import clear_regions, split_into_areas
from steep.mapgen.layouts.digging import carve_winding_tunnel
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
"""The chance of rock is rounded to so many binary places."""

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
    """One round of the automaton, over all rows but the first and the last."""
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
                    # Queued in any case, but only counted if new: branches that nobody can foresee take longer.
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
