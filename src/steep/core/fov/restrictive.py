"""Restrictive precise angle shadowcasting by Dominik Marczuk, as in libtcod's FOV_RESTRICTIVE.

Each octant is scanned line by line. A cell has a slope at its middle and at both
ends. Rock blocks the slopes between its ends for the lines beyond: open ground
is hidden if its middle is blocked, rock if all of it is. A cell also needs a
visible open cell before it, straight or diagonally. That cell may belong to
another octant, so the order of the octants matters. The field of view is a square.

Visibility can depend on whether two slopes are exactly equal, and so on how
doubles round: 3 * (1 / 9) is not 1 / 3. Slopes are therefore computed as
doubles in the original's order of operations, once for all cells of an octant.
Only their order counts, so a slope is known by its rank among all slopes.
"""

from __future__ import annotations

from steep.core.geometry import WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.world import MAX_RADIUS


def slopes_of(line: int, number: int) -> tuple[float, float, float]:
    """The slopes of a cell of an octant: at its lower end, its middle and its upper end."""
    per_cell = 1.0 / line
    half = per_cell * 0.5
    middle = number * per_cell
    return middle - half, middle, middle + half


def first_number(least: float, line: int) -> int:
    """The number of the first cell of a line that isn't all below a slope."""
    per_cell = 1.0 / line
    half = per_cell * 0.5
    return int((least + half) / per_cell)


OCTANT = [slopes_of(line, number) for line in range(1, MAX_RADIUS + 1) for number in range(line + 1)]
"""The slopes of an octant's cells, line by line, as doubles."""

RANKS = {slope: rank for rank, slope in enumerate(sorted({0.0, *(slope for slopes in OCTANT for slope in slopes)}))}

SLOPES = ((RANKS[0.0],) * 3, *(tuple(RANKS[slope] for slope in slopes) for slopes in OCTANT))
"""The same as ranks: row 0 is the origin, rows 1 and 2 are line 1, rows 3 to 5 are line 2 and so on."""

FIRST_NUMBERS = tuple(
    tuple(first_number(least, max(line, 1)) for line in range(MAX_RADIUS + 1))
    for least in (0.0, *(upper for _, _, upper in OCTANT))
)
"""For each row of SLOPES and each line: the first cell that isn't all below that row's upper end."""


@rule
def see_restrictive(
    tiles: Cells,
    opaque: Cells,
    width: int,
    height: int,
    origin: int,
    radius: int,
    sight: Cells,
    visible: Cells,
    in_view: Cells,
) -> int:
    """Mark and list all cells in view of `origin`. Returns how many there are."""
    visible[origin] = 1
    in_view[0] = origin
    seen = 1
    left = origin % WIDTH
    right = width - 1 - left
    top = origin // WIDTH
    bottom = height - 1 - top
    # For each octant: the offset to the next line, the offset along the line, how many lines and how many cells of a
    # line there are up to the edge of the map, and the words of a range in every second octant.
    # Users of python-tcod index maps with x first, as the tutorial does, so libtcod swaps columns and rows.
    for outwards, along, room, widest, skipped in (
        (1, WIDTH, right, bottom, 0),
        (WIDTH, 1, bottom, right, 2),
        (-1, WIDTH, left, bottom, 0),
        (WIDTH, -1, bottom, left, 2),
        (1, -WIDTH, right, top, 0),
        (-WIDTH, 1, top, right, 2),
        (-1, -WIDTH, left, top, 0),
        (-WIDTH, -1, top, left, 2),
    ):
        farthest = radius if radius < room else room
        # Blocked ranges of slopes, two words each: the end of all, and of those from the lines before.
        ranges_end = 0
        ranges_before = 0
        # All slopes below the upper end of this row of SLOPES are blocked.
        least = 0
        # The visible open cells of a line: bit 1 is cell 0, bit 0 the one beside it in the next octant.
        lit = 0
        first = origin
        first_row = 0
        line = 1
        while line <= farthest:
            before = first
            first += outwards
            first_row += line
            last = line if line < widest else widest
            number = FIRST_NUMBERS[least][line]
            row = first_row + number
            cell = first + number * along
            # Which cells may be in view; bit 0 is the one with that number. Before any range is blocked, all are.
            candidates = ((2 << last) - 1) >> number
            if ranges_before > 0:
                # The cells at both ends of the line before are in other octants, too. Without a call for each.
                if number == 0 and visible[before - along] == 1 and opaque[tiles[before - along]] == 0:
                    lit |= 1
                if number <= 1 and lit & 2 == 0 and visible[before] == 1 and opaque[tiles[before]] == 0:
                    lit |= 2
                if last == line:
                    before += line * along
                    if visible[before] == 1 and opaque[tiles[before]] == 0:
                        lit |= 2 << line
                    before -= along
                    if visible[before] == 1 and opaque[tiles[before]] == 0:
                        lit |= 1 << line
                candidates &= (lit | lit >> 1) >> number
            lit = candidates << (number + 1)
            goes_on = False
            while candidates != 0:
                if candidates & 1 == 1:
                    lower, middle, upper = SLOPES[row]
                    rock = opaque[tiles[cell]] == 1
                    is_seen = True
                    joined = False
                    index = 0
                    while is_seen and index < ranges_before:
                        from_slope = sight[index]
                        to_slope = sight[index + 1]
                        if lower <= to_slope and upper >= from_slope:
                            if not rock:
                                is_seen = not (from_slope < middle < to_slope)
                            elif lower >= from_slope and upper <= to_slope:
                                is_seen = False
                            else:
                                if lower < from_slope:
                                    sight[index] = lower
                                if upper > to_slope:
                                    sight[index + 1] = upper
                                joined = True
                            # In every second octant the original skips the range after one that overlaps.
                            index += skipped
                        index += 2
                    if is_seen:
                        goes_on = True
                        if visible[cell] == 0:
                            visible[cell] = 1
                            in_view[seen] = cell
                            seen += 1
                        if rock:
                            lit -= 2 << (row - first_row)
                            if SLOPES[least][2] >= lower:
                                least = row
                                goes_on = row < first_row + line
                            elif not joined:
                                sight[ranges_end] = lower
                                sight[ranges_end + 1] = upper
                                ranges_end += 2
                    else:
                        lit -= 2 << (row - first_row)
                candidates >>= 1
                cell += along
                row += 1
            if not goes_on:
                break
            ranges_before = ranges_end
            line += 1
    return seen
