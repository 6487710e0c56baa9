"""Restrictive precise angle shadowcasting, by Dominik Marczuk, as libtcod's FOV_RESTRICTIVE does it.

Each octant is gone through line by line. A line's cells have a slope at their
middle and at both ends. Rock keeps the slopes between its ends from the lines
beyond: open ground is hidden when its middle lies within them, rock when all
of it does. And whatever is to be seen must have something open and seen
before it, straight or aslant; that may be a cell of another octant, so the
order of the octants matters. The view is a square.

Whether two slopes are equal or a hair apart decides whether a cell is seen, and
it is their rounding to doubles that decides it: 3 * (1 / 9) is not 1 / 3. So
slopes are reckoned in doubles, in the same order of operations, and kept as
integers, which loses nothing: they are multiples of 1 / SCALE.
"""

from __future__ import annotations

from steep.core.geometry import ROCK, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule

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
"""For each: one line farther out, one cell along the line away from the middle, and 1 in every second one.

python-tcod's users keep maps with x first, as the tutorial does, and libtcod then takes columns for rows.
"""

SCALE = 2.0**57
"""No slope but 0 is below 1 / 32, so a double's last digit is no finer than this."""


@rule
def room_towards(step: int, origin: int, width: int, height: int) -> int:
    """How many straight steps lead from a cell to the side of the map."""
    if step == 1:
        return width - 1 - origin % WIDTH
    if step == -1:
        return origin % WIDTH
    if step == WIDTH:
        return height - 1 - origin // WIDTH
    return origin // WIDTH


@rule
def is_open_and_visible(tiles: Cells, visible: Cells, cell: int) -> bool:
    """Whether light comes through a cell."""
    return visible[cell] == 1 and tiles[cell] != ROCK


@rule
def see_restrictive(
    tiles: Cells, width: int, height: int, origin: int, radius: int, sight: Cells, visible: Cells, in_view: Cells
) -> int:
    """Light and list all cells in view of `origin`; their number."""
    visible[origin] = 1
    in_view[0] = origin
    seen = 1
    for outwards, along, second in OCTANTS:
        farthest = min(radius, room_towards(outwards, origin, width, height))
        widest = room_towards(along, origin, width, height)
        # Rock in sight, each from a lower to an upper slope: that of all lines, and that of the lines before.
        rocks = 0
        rocks_before = 0
        # All slopes below this one are hidden.
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
                rock = tiles[cell] == ROCK
                is_seen = True
                joined = False
                if rocks_before > 0:
                    before = cell - outwards
                    is_seen = is_open_and_visible(tiles, visible, before) or is_open_and_visible(
                        tiles, visible, before - along
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
                            # In every second octant the original passes over the rock that follows one which was met.
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
