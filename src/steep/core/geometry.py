"""Cells, directions and distances.

A cell is one integer, ``y * WIDTH + x``. The border of every map is rock, so
``cell + direction`` stays on the map for any cell that isn't rock.
"""

from __future__ import annotations

from steep.core.rule_decorator import rule

WIDTH = 80
"""Columns of a plane. A ruleset's map may be narrower but not wider."""

HEIGHT = 45
"""Rows of a plane. A ruleset's map may be lower but not higher."""

CELLS = WIDTH * HEIGHT

NOWHERE = -1
"""The cell of something that isn't on the map."""

DIRECTIONS = (-WIDTH, WIDTH, -1, 1, -WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1)
"""Offsets of the eight neighbours, orthogonal ones first: N S W E NW NE SW SE."""

ORTHOGONAL = DIRECTIONS[:4]
"""Those to the north, south, west and east."""

UNKNOWN = 0
"""In `Hero.remembered`, the kind of terrain of a cell that the hero has never seen. No cell of a map has it."""

ROCK = 1
FLOOR = 2
STAIRS = 3
"""The kinds of terrain that every ruleset has; all others have higher numbers (`Ruleset.terrain`)."""


@rule
def squared_distance(a: int, b: int) -> int:
    """The squared Euclidean distance between two cells."""
    dx = a % WIDTH - b % WIDTH
    dy = a // WIDTH - b // WIDTH
    return dx * dx + dy * dy


@rule
def steps_between(a: int, b: int) -> int:
    """The number of king's moves between two cells (Chebyshev distance)."""
    dx = abs(a % WIDTH - b % WIDTH)
    dy = abs(a // WIDTH - b // WIDTH)
    return dx if dx > dy else dy


@rule
def may_be_near(a: int, b: int, radius: int) -> bool:
    """A cheap first check: True for all cells at most `radius` steps apart, False for most others."""
    return -radius * (WIDTH + 1) <= a - b <= radius * (WIDTH + 1)


@rule
def squared_reach(a: int, b: int, by_steps: bool) -> int:
    """The squared distance between two cells: Chebyshev if `by_steps`, else Euclidean."""
    if by_steps:
        steps = steps_between(a, b)
        return steps * steps
    return squared_distance(a, b)


@rule
def direction_to(origin: int, target: int) -> int:
    """The offset (not its index) of the step from one cell towards another; 0 if they are the same."""
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
