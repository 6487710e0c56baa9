"""Cells, directions and distances.

A cell is one integer, ``y * WIDTH + x``. The border of every map is rock, so
``cell + direction`` never leaves the plane for anybody who stands on floor.
"""

from __future__ import annotations

from steep.core.rule import rule

WIDTH = 80
"""Columns of a plane. A ruleset's map may be narrower, never wider."""

HEIGHT = 45
"""Rows of a plane. A ruleset's map may be lower, never higher."""

CELLS = WIDTH * HEIGHT

NOWHERE = -1
"""The cell of what is not on the map."""

DIRECTIONS = (-WIDTH, WIDTH, -1, 1, -WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1)
"""The eight steps, straight ones first: N S W E NW NE SW SE."""

ROCK = 0
FLOOR = 1
STAIRS = 2


@rule
def squared_distance(a: int, b: int) -> int:
    """Square of the Euclidean distance between two cells."""
    dx = a % WIDTH - b % WIDTH
    dy = a // WIDTH - b // WIDTH
    return dx * dx + dy * dy


@rule
def steps_between(a: int, b: int) -> int:
    """Least number of king's moves from one cell to another (Chebyshev distance)."""
    dx = abs(a % WIDTH - b % WIDTH)
    dy = abs(a // WIDTH - b // WIDTH)
    return dx if dx > dy else dy


@rule
def may_be_near(a: int, b: int, radius: int) -> bool:
    """False for most pairs of cells that are more than `radius` steps apart: cheap to ask before looking closely."""
    return -radius * (WIDTH + 1) <= a - b <= radius * (WIDTH + 1)


@rule
def squared_reach(a: int, b: int, by_steps: bool) -> int:
    """Square of the distance between two cells: of king's moves, or else of the straight line."""
    if by_steps:
        steps = steps_between(a, b)
        return steps * steps
    return squared_distance(a, b)


@rule
def direction_to(origin: int, target: int) -> int:
    """The step (not its index) that leads straight from one cell towards another; 0 when there."""
    dx = target % WIDTH - origin % WIDTH
    dy = target // WIDTH - origin // WIDTH
    step = 0
    if dx > 0:
        step += 1
    elif dx < 0:
        step -= 1
    if dy > 0:
        step += WIDTH
    elif dy < 0:
        step -= WIDTH
    return step
