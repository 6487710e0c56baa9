"""Recursive shadowcasting in eight octants.

Björn Bergström described it
(https://www.roguebasin.com/index.php/FOV_using_recursive_shadowcasting).

An octant is scanned row by row between two slopes. Where rock begins in a row,
the part before it is scanned on by itself from the next row; that scan waits
in a list here, instead of a recursion. Slopes are fractions of integers: the
corners of cells. A cell is in reach when dx*dx + dy*dy < radius*radius.
"""

from __future__ import annotations

from steep.core.geometry import ROCK, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule

OCTANTS = (
    (-WIDTH, -1),
    (-1, -WIDTH),
    (-1, WIDTH),
    (WIDTH, -1),
    (WIDTH, 1),
    (1, WIDTH),
    (1, -WIDTH),
    (-WIDTH, 1),
)
"""For each: one row farther out, one column away from its middle line."""

SCAN = 5
"""Words of a waiting scan: its first row, and the slopes that it begins and ends at as numerator and denominator."""


@rule
def see_recursive(tiles: Cells, origin: int, radius: int, sight: Cells, visible: Cells, in_view: Cells) -> int:
    """Light and list all cells in view of `origin`; their number."""
    visible[origin] = 1
    in_view[0] = origin
    seen = 1
    square = radius * radius
    for outwards, aside in OCTANTS:
        sight[0] = 1
        sight[1] = 1
        sight[2] = 1
        sight[3] = 0
        sight[4] = 1
        waiting = SCAN
        while waiting > 0:
            waiting -= SCAN
            row = int(sight[waiting])
            start_rise = int(sight[waiting + 1])
            start_run = int(sight[waiting + 2])
            end_rise = int(sight[waiting + 3])
            end_run = int(sight[waiting + 4])
            blocked = False
            while not blocked and row <= radius:
                first = origin + row * outwards
                near = 2 * row - 1
                far = 2 * row + 1
                next_rise = start_rise
                next_run = start_run
                # Cells whose inner corner lies beyond the start are out of the scan.
                column = min(row, (start_rise * far // start_run + 1) // 2)
                while column >= 0 and end_rise * near <= (2 * column + 1) * end_run:
                    cell = first + column * aside
                    if visible[cell] == 0 and column * column + row * row < square:
                        visible[cell] = 1
                        in_view[seen] = cell
                        seen += 1
                    if tiles[cell] == ROCK:
                        if not blocked:
                            blocked = True
                            # Only what could be scanned: the part before may be empty.
                            if row < radius and start_rise * near >= (2 * column + 1) * start_run:
                                sight[waiting] = row + 1
                                sight[waiting + 1] = start_rise
                                sight[waiting + 2] = start_run
                                sight[waiting + 3] = 2 * column + 1
                                sight[waiting + 4] = near
                                waiting += SCAN
                        next_rise = 2 * column - 1
                        next_run = far
                    elif blocked:
                        blocked = False
                        start_rise = next_rise
                        start_run = next_run
                    column -= 1
                row += 1
    return seen
