"""Breadth-first searches over a plane of passable cells.

A cell is passable if its value in the plane is above the threshold `over`, so
the same search works on the true map (over ROCK) and on the remembered one
(over REMEMBERED_ROCK). Each search leaves `Search` clean; nothing here allocates.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.world import Search


@rule
def clear_search(search: Search, count: int) -> None:
    """Clean up after a search that queued `count` cells."""
    came_from = search.came_from
    queue = search.queue
    for i in range(count):
        came_from[queue[i]] = 0


@rule
def next_step(plane: Cells, over: int, origin: int, target: int, search: Search) -> int:
    """The first cell of a shortest path from `origin` to `target`; NOWHERE if there is none."""
    came_from = search.came_from
    queue = search.queue
    queue[0] = target
    came_from[target] = target + 1
    head = 0
    count = 1
    step = NOWHERE
    while head < count and step == NOWHERE:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            if beside == origin:
                step = cell
                break
            if plane[beside] > over and came_from[beside] == 0:
                came_from[beside] = cell + 1
                queue[count] = beside
                count += 1
    clear_search(search, count)
    return step


@rule
def route(plane: Cells, over: int, origin: int, target: int, search: Search, path: Cells) -> int:
    """Write a shortest path into `path`, first step first. Returns its length, 0 if there is none."""
    came_from = search.came_from
    queue = search.queue
    queue[0] = target
    came_from[target] = target + 1
    head = 0
    count = 1
    found = origin == target
    while head < count and not found:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            if plane[beside] > over and came_from[beside] == 0:
                came_from[beside] = cell + 1
                queue[count] = beside
                count += 1
                if beside == origin:
                    found = True
                    break
    length = 0
    if found:
        cell = origin
        while cell != target:
            cell = int(came_from[cell]) - 1
            path[length] = cell
            length += 1
    clear_search(search, count)
    return length


@rule
def route_to_unknown(remembered: Cells, over: int, origin: int, search: Search, path: Cells) -> int:
    """Write a shortest path to the nearest cell with an unknown neighbour into `path`. Returns its length.

    `remembered` is 0 for unknown cells. The length is 0 if nothing is left to
    explore, and if `origin` itself has an unknown neighbour.
    """
    came_from = search.came_from
    queue = search.queue
    queue[0] = origin
    came_from[origin] = origin + 1
    head = 0
    count = 1
    goal = NOWHERE
    while head < count and goal == NOWHERE:
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            tile = remembered[beside]
            if tile > over:
                if came_from[beside] == 0:
                    came_from[beside] = cell + 1
                    queue[count] = beside
                    count += 1
            elif tile == 0:
                goal = cell
                break
    length = 0
    if goal != NOWHERE:
        cell = goal
        while cell != origin:
            length += 1
            cell = int(came_from[cell]) - 1
        cell = goal
        at = length
        while cell != origin:
            at -= 1
            path[at] = cell
            cell = int(came_from[cell]) - 1
    clear_search(search, count)
    return length
