"""Recursive shadowcasting in eight octants.

Björn Bergström described it
(https://www.roguebasin.com/index.php/FOV_using_recursive_shadowcasting).

An octant is scanned row by row between two slopes. Where rock begins in a row,
the part before it continues as a scan of its own in the next row. Such scans
wait on a stack here, since rules can't recurse. Slopes are fractions of
integers, taken at the corners of cells. A cell is in range if
dx*dx + dy*dy < radius*radius.
"""

from __future__ import annotations

from steep.core.geometry import WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule

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
"""For each octant: the offset to the next row, and the offset of one column away from the middle line."""

SCAN = 5
"""Words of a waiting scan: its first row, then its start and end slopes as numerator and denominator."""


@rule
def see_recursive(
    tiles: Cells, opaque: Cells, origin: int, radius: int, sight: Cells, visible: Cells, in_view: Cells
) -> int:
    """Mark and list all cells in view of `origin`. Returns how many there are."""
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
                # Cells whose inner corner is past the start slope are outside the scan.
                column = min(row, (start_rise * far // start_run + 1) // 2)
                while column >= 0 and end_rise * near <= (2 * column + 1) * end_run:
                    cell = first + column * aside
                    if visible[cell] == 0 and column * column + row * row < square:
                        visible[cell] = 1
                        in_view[seen] = cell
                        seen += 1
                    if opaque[tiles[cell]] == 1:
                        if not blocked:
                            blocked = True
                            # The part before the rock may be empty.
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
