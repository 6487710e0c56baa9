"""Restrictive precise angle shadowcasting by Dominik Marczuk, as in libtcod's FOV_RESTRICTIVE.

Each octant is scanned line by line. A cell has a slope at its middle and at both
ends. Rock blocks the slopes between its ends for the lines beyond: open ground
is hidden if its middle is blocked, rock if all of it is. A cell also needs a
visible open cell before it, straight or diagonally. That cell may belong to
another octant, so the order of the octants matters. The field of view is a square.

Visibility can depend on whether two slopes are exactly equal, and so on how
doubles round: 3 * (1 / 9) is not 1 / 3. Slopes are therefore computed as
doubles in the original's order of operations, then stored as integer multiples
of 1 / SCALE, which is exact.
"""

from __future__ import annotations

from steep.core.geometry import WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule

OCTANTS = (
    (1, WIDTH, 0),
    (WIDTH, 1, 1),
    (-1, WIDTH, 0),
    (WIDTH, -1, 1),
    (1, -WIDTH, 0),
    (-WIDTH, 1, 1),
    (-1, -WIDTH, 0),
    (-WIDTH, -1, 1),
)
"""For each octant: the offset to the next line, the offset along the line, and 1 in every second octant.

Users of python-tcod index maps with x first, as the tutorial does, so libtcod swaps columns and rows.
"""

SCALE = 2.0**57
"""No slope except 0 is below 1 / 32, so the last bit of a double is no finer than 1 / SCALE."""


@rule
def room_towards(step: int, origin: int, width: int, height: int) -> int:
    """How many orthogonal steps lead from a cell to the edge of the map."""
    if step == 1:
        return width - 1 - origin % WIDTH
    if step == -1:
        return origin % WIDTH
    if step == WIDTH:
        return height - 1 - origin // WIDTH
    return origin // WIDTH


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
    for outwards, along, second in OCTANTS:
        farthest = min(radius, room_towards(outwards, origin, width, height))
        widest = room_towards(along, origin, width, height)
        # Blocked ranges of slopes: how many in all, and how many from the lines before.
        rocks = 0
        rocks_before = 0
        # All slopes below this one are blocked.
        least = 0.0
        line = 1
        while line <= farthest:
            per_cell = 1.0 / line
            half = per_cell * 0.5
            number = int((least + half) / per_cell)
            cell = origin + line * outwards + number * along
            last = min(line, widest)
            goes_on = False
            while number <= last:
                middle = number * per_cell
                lower = middle - half
                upper = middle + half
                rock = opaque[tiles[cell]] == 1
                is_seen = True
                joined = False
                if rocks_before > 0:
                    before = cell - outwards
                    # Without a call for each cell.
                    is_seen = (visible[before] == 1 and opaque[tiles[before]] == 0) or (
                        visible[before - along] == 1 and opaque[tiles[before - along]] == 0
                    )
                    index = 0
                    while is_seen and index < rocks_before:
                        from_slope = sight[2 * index]
                        to_slope = sight[2 * index + 1]
                        index += 1
                        if int(lower * SCALE) <= to_slope and int(upper * SCALE) >= from_slope:
                            if not rock:
                                is_seen = not (from_slope < int(middle * SCALE) < to_slope)
                            elif int(lower * SCALE) >= from_slope and int(upper * SCALE) <= to_slope:
                                is_seen = False
                            else:
                                sight[2 * index - 2] = min(int(from_slope), int(lower * SCALE))
                                sight[2 * index - 1] = max(int(to_slope), int(upper * SCALE))
                                joined = True
                            # In every second octant the original skips the range after one that overlaps.
                            index += second
                if is_seen:
                    goes_on = True
                    if visible[cell] == 0:
                        visible[cell] = 1
                        in_view[seen] = cell
                        seen += 1
                    if rock:
                        if least >= lower:
                            least = upper
                            goes_on = number < line
                        elif not joined:
                            sight[2 * rocks] = int(lower * SCALE)
                            sight[2 * rocks + 1] = int(upper * SCALE)
                            rocks += 1
                number += 1
                cell += along
            if not goes_on:
                break
            rocks_before = rocks
            line += 1
    return seen
