"""Symmetric shadowcasting.

Whoever stands on floor sees a floor cell exactly when that cell sees back. The
method is Albert Ford's (https://www.albertford.com/shadowcasting/): each
quadrant is scanned row by row between two slopes, kept here as fractions so
that no rounding can break the symmetry. Rows wait in a queue instead of a
recursion. Which walls are lit, and that halves are rounded out at the low
slope and in at the high one, follows libtcod's version of the method. A cell
is in reach when dx*dx + dy*dy < radius*radius.
"""

from __future__ import annotations

from steep.core.geometry import ROCK, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule

QUADRANTS = ((WIDTH, 1), (-WIDTH, -1), (1, WIDTH), (-1, -WIDTH))
"""For each: one step deeper, one column along. Opposite ones mirror each other, which the rounding asks for."""

ROW = 5
"""Words of a waiting row: depth, and the two slopes as numerator and denominator."""


@rule
def round_half_out(rise: int, run: int) -> int:
    """The quotient rise / run to the nearest integer, halves away from zero."""
    # Most rows are as wide as they come, and a division is slow.
    if run == 1:
        return rise
    if rise >= 0:
        return (2 * rise + run) // (2 * run)
    return -((run - 2 * rise) // (2 * run))


@rule
def round_half_in(rise: int, run: int) -> int:
    """The quotient rise / run to the nearest integer, halves towards zero."""
    if run == 1:
        return rise
    if rise >= 0:
        return -((run - 2 * rise) // (2 * run))
    return (run + 2 * rise) // (2 * run)


@rule
def see_symmetric(tiles: Cells, origin: int, radius: int, sight: Cells, visible: Cells, in_view: Cells) -> int:
    """Light and list all cells in view of `origin`; their number."""
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
            # Rows come in order of depth, so the width in reach only shrinks.
            square = radius * radius - depth * depth
            while reach > 0 and reach * reach >= square:
                reach -= 1
            first = round_half_out(depth * low_rise, low_run)
            last = round_half_in(depth * high_rise, high_run)
            # One more column on each side, whose edges can still cast shadows into reach.
            if first < -reach - 1:
                first = -reach - 1
            if last > reach + 1:
                last = reach + 1
            row = origin + depth * deeper
            before = -1
            for column in range(first, last + 1):
                cell = row + column * along
                if tiles[cell] == ROCK:
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
            # A row too narrow to hold any cell's middle still leads on.
            if before != 0 and depth + 1 < radius:
                sight[tail] = depth + 1
                sight[tail + 1] = low_rise
                sight[tail + 2] = low_run
                sight[tail + 3] = high_rise
                sight[tail + 4] = high_run
                tail += ROW
    return seen
