"""Circular raycasting, as in libtcod's FOV_BASIC.

A line is drawn to every cell on the edge of a square around the origin, which
is clipped to the map. It marks cells until it meets rock or leaves the circle
dx*dx + dy*dy <= radius*radius. Lines miss some wall cells, so every wall next to
a visible cell, on the side away from the origin, is marked too if it is within
the square.

Neighbouring lines share their first cells. So the lines of equal length in half
a quadrant are drawn together, one bit of an integer each.
"""

from __future__ import annotations

from steep.core.geometry import WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule


@rule
def cast(
    tiles: Cells,
    opaque: Cells,
    origin: int,
    along: int,
    aside: int,
    length: int,
    slope: int,
    radius: int,
    visible: Cells,
    in_view: Cells,
    seen: int,
) -> int:
    """Draw one line, `length` cells along and `slope` cells aside. Returns how many cells are seen so far.

    It is Bresenham's line: a step along is also a step aside when the line would
    otherwise be off by more than half a cell.
    """
    rest = length
    away = 0
    cell = origin
    for steps in range(1, length + 1):
        cell += along
        rest -= 2 * slope
        if rest < 0:
            rest += 2 * length
            cell += aside
            away += 1
        if steps * steps + away * away > radius * radius:
            break
        if visible[cell] == 0:
            visible[cell] = 1
            in_view[seen] = cell
            seen += 1
        if opaque[tiles[cell]] == 1:
            break
    return seen


@rule
def cast_wedge(
    tiles: Cells,
    opaque: Cells,
    origin: int,
    along: int,
    aside: int,
    length: int,
    widest: int,
    radius: int,
    visible: Cells,
    in_view: Cells,
    seen: int,
) -> int:
    """Draw all lines of one length that end 0 to `widest` cells aside (at most `length`). Returns as `cast`."""
    under_way = (2 << widest) - 1
    for steps in range(1, length + 1):
        cell = origin + steps * along
        first = 0
        away = 0
        # The last line that is at most this far aside here, (2 * away + 1) * length // (2 * steps). Halfway between two
        # cells it takes the inner one. Division is slow, so the quotient is carried from cell to cell. It stays below
        # 2 * MAX_RADIUS + 2, so a word has enough bits.
        last = length // (2 * steps)
        rest = length - last * 2 * steps
        more = length // steps
        more_rest = 2 * (length - more * steps)
        while under_way >> first != 0:
            lines = under_way & ((2 << last) - (1 << first))
            if lines != 0:
                if steps * steps + away * away > radius * radius:
                    under_way -= lines
                else:
                    if visible[cell] == 0:
                        visible[cell] = 1
                        in_view[seen] = cell
                        seen += 1
                    if opaque[tiles[cell]] == 1:
                        under_way -= lines
            first = last + 1
            last += more
            rest += more_rest
            if rest >= 2 * steps:
                rest -= 2 * steps
                last += 1
            away += 1
            cell += aside
        if under_way == 0:
            break
    return seen


@rule
def mark_wall(tiles: Cells, opaque: Cells, cell: int, visible: Cells, in_view: Cells, seen: int) -> int:
    """Mark a cell out of view if it is a wall. Returns how many cells are seen so far."""
    if opaque[tiles[cell]] == 1:
        visible[cell] = 1
        in_view[seen] = cell
        return seen + 1
    return seen


@rule
def see_raycasting(
    tiles: Cells, opaque: Cells, width: int, height: int, origin: int, radius: int, visible: Cells, in_view: Cells
) -> int:
    """Mark and list all cells in view of `origin`. Returns how many there are."""
    visible[origin] = 1
    in_view[0] = origin
    seen = 1
    x = origin % WIDTH
    y = origin // WIDTH
    left = -min(radius, x)
    right = min(radius, width - 1 - x)
    top = -min(radius, y)
    bottom = min(radius, height - 1 - y)
    for along, aside, length, widest in (
        (-WIDTH, -1, -top, -left),
        (-WIDTH, 1, -top, right),
        (WIDTH, -1, bottom, -left),
        (WIDTH, 1, bottom, right),
        (-1, -WIDTH, -left, -top),
        (-1, WIDTH, -left, bottom),
        (1, -WIDTH, right, -top),
        (1, WIDTH, right, bottom),
    ):
        seen = cast_wedge(
            tiles, opaque, origin, along, aside, length, min(length, widest), radius, visible, in_view, seen
        )
        # The edge of the map is so close that lines to its far cells run mostly along it.
        for longer in range(length + 1, widest + 1):
            seen = cast(tiles, opaque, origin, aside, along, longer, length, radius, visible, in_view, seen)
    for i in range(seen):
        cell = int(in_view[i])
        if opaque[tiles[cell]] == 0:
            across = cell % WIDTH - x
            down = cell // WIDTH - y
            # In line with the origin, both sides face away from it.
            west = left < across <= 0
            east = 0 <= across < right
            row = cell - WIDTH if top < down <= 0 else cell
            last = cell + WIDTH if 0 <= down < bottom else cell
            # Most cells are marked already, and a call for each would take longer than all the rest.
            while row <= last:
                if west and visible[row - 1] == 0:
                    seen = mark_wall(tiles, opaque, row - 1, visible, in_view, seen)
                if visible[row] == 0:
                    seen = mark_wall(tiles, opaque, row, visible, in_view, seen)
                if east and visible[row + 1] == 0:
                    seen = mark_wall(tiles, opaque, row + 1, visible, in_view, seen)
                row += WIDTH
    return seen
