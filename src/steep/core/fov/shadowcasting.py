"""Shadowcasting: rows are scanned outwards between slopes. Recursive in eight octants, or symmetric.

Slopes are fractions of integers. A cell is in range if dx*dx + dy*dy < radius*radius.
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
    """Mark and list all cells in view of `origin`. Returns how many there are.

    Björn Bergström described it (https://www.roguebasin.com/index.php/FOV_using_recursive_shadowcasting). Where rock
    begins in a row, the part before it continues as a scan of its own in the next row. Such scans wait on a stack,
    since rules can't recurse. Slopes are taken at the corners of cells.
    """
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


QUADRANTS = ((WIDTH, 1), (-WIDTH, -1), (1, WIDTH), (-1, -WIDTH))
"""For each quadrant: the offsets to the next row and to the next column. Opposite quadrants mirror each other."""

ROW = 5
"""Words of a waiting row: its depth, then the two slopes as numerator and denominator."""


@rule
def round_half_out(rise: int, run: int) -> int:
    """The quotient rise / run, rounded to the nearest integer, halves away from zero."""
    # Most rows have full width, and division is slow.
    if run == 1:
        return rise
    if rise >= 0:
        return (2 * rise + run) // (2 * run)
    return -((run - 2 * rise) // (2 * run))


@rule
def round_half_in(rise: int, run: int) -> int:
    """The quotient rise / run, rounded to the nearest integer, halves towards zero."""
    if run == 1:
        return rise
    if rise >= 0:
        return -((run - 2 * rise) // (2 * run))
    return (run + 2 * rise) // (2 * run)


@rule
def see_symmetric(
    tiles: Cells, opaque: Cells, origin: int, radius: int, sight: Cells, visible: Cells, in_view: Cells
) -> int:
    """Mark and list all cells in view of `origin`. Returns how many there are.

    Of two open cells, either both see each other or neither does. The method is Albert Ford's
    (https://www.albertford.com/shadowcasting/): each quadrant is scanned row by row. Rows wait in a queue, since rules
    can't recurse. Which walls are visible, and that halves round away from zero at the low slope and towards zero at
    the high one, follows libtcod's version.
    """
    visible[origin] = 1
    in_view[0] = origin
    seen = 1
    for deeper, along in QUADRANTS:
        sight[0] = 1
        sight[1] = -1
        sight[2] = 1
        sight[3] = 1
        sight[4] = 1
        head = 0
        tail = ROW if radius > 1 else 0
        reach = radius
        while head < tail:
            depth = int(sight[head])
            low_rise = int(sight[head + 1])
            low_run = int(sight[head + 2])
            high_rise = int(sight[head + 3])
            high_run = int(sight[head + 4])
            head += ROW
            # Rows come in order of depth, so the width in range only shrinks.
            square = radius * radius - depth * depth
            while reach > 0 and reach * reach >= square:
                reach -= 1
            first = round_half_out(depth * low_rise, low_run)
            last = round_half_in(depth * high_rise, high_run)
            # One more column on each side: its edges can still cast shadows into the range.
            if first < -reach - 1:
                first = -reach - 1
            if last > reach + 1:
                last = reach + 1
            row = origin + depth * deeper
            before = -1
            for column in range(first, last + 1):
                cell = row + column * along
                if opaque[tiles[cell]] == 1:
                    if visible[cell] == 0 and -reach <= column <= reach:
                        visible[cell] = 1
                        in_view[seen] = cell
                        seen += 1
                    if before == 1 and depth + 1 < radius:
                        sight[tail] = depth + 1
                        sight[tail + 1] = low_rise
                        sight[tail + 2] = low_run
                        sight[tail + 3] = 2 * column - 1
                        sight[tail + 4] = 2 * depth
                        tail += ROW
                    before = 0
                else:
                    if before == 0:
                        low_rise = 2 * column - 1
                        low_run = 2 * depth
                    if (
                        visible[cell] == 0
                        and -reach <= column <= reach
                        and column * low_run >= depth * low_rise
                        and column * high_run <= depth * high_rise
                    ):
                        visible[cell] = 1
                        in_view[seen] = cell
                        seen += 1
                    before = 1
            # A row too narrow to contain the middle of a cell still continues.
            if before != 0 and depth + 1 < radius:
                sight[tail] = depth + 1
                sight[tail + 1] = low_rise
                sight[tail + 2] = low_run
                sight[tail + 3] = high_rise
                sight[tail + 4] = high_run
                tail += ROW
    return seen
