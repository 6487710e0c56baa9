"""Ways over the cells that a view knows. Ties go by the order of directions, so that no order of a set decides."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection

from steep.lab.game import Cell, View

ORTHOGONAL = ((0, -1), (0, 1), (-1, 0), (1, 0))
DIRECTIONS = (*ORTHOGONAL, (-1, -1), (1, -1), (-1, 1), (1, 1))

Edge = tuple[Cell, Cell]
"""A step from a cell to the next."""


def steps(view: View) -> tuple[Cell, ...]:
    """The directions that `move` has in this game."""
    return DIRECTIONS if view.diagonal else ORTHOGONAL


def neighbors(cell: Cell, directions: Collection[Cell]) -> list[Cell]:
    """The cells next to one."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in directions]


def distance(a: Cell, b: Cell) -> int:
    """King's moves between two cells (Chebyshev distance)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def is_frontier(view: View, cell: Cell) -> bool:
    """Whether something next to a cell has not been seen yet."""
    x, y = cell
    return any((x + dx, y + dy) not in view.cells for dx, dy in DIRECTIONS)


def is_narrow(view: View, cell: Cell) -> bool:
    """Whether at most two enemies at a time can reach who stands there."""
    return sum(view.cells.get(near, False) for near in neighbors(cell, steps(view))) <= 2


def shortest_path(
    view: View, is_goal: Callable[[Cell], bool], closed: Collection[Edge] = (), longest: int = 10_000
) -> list[Cell]:
    """The shortest path over known cells from the hero to a goal, its first step first; empty if there is none.

    Enemies are in the way, except on a goal. `closed` are steps that did not work. The hero's cell is no goal.
    """
    assert view.hero is not None
    directions = steps(view)
    occupied = {enemy.at for enemy in view.enemies}
    before: dict[Cell, Cell] = {view.hero: view.hero}
    length = {view.hero: 0}
    pending = deque([view.hero])
    while pending:
        cell = pending.popleft()
        if length[cell] == longest:
            break
        for near in neighbors(cell, directions):
            if near in before or (closed and (cell, near) in closed):
                continue
            reached = is_goal(near)
            if not reached and (near in occupied or not view.cells.get(near, False)):
                continue
            before[near] = cell
            length[near] = length[cell] + 1
            if reached:
                return path_back(before, view.hero, near)
            pending.append(near)
    return []


def path_back(before: dict[Cell, Cell], start: Cell, end: Cell) -> list[Cell]:
    """The path from `start` to `end`, without `start`."""
    path = [end]
    while (cell := before[path[-1]]) != start:
        path.append(cell)
    return path[::-1]
