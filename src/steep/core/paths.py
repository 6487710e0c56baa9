"""Breadth-first searches over a plane of passable cells.

A plane is passable where its byte is over the threshold that the caller gives,
so one search serves the true map (over ROCK) and the remembered one (over
KNOWN_ROCK). A `Search` is clean before and after; nothing here allocates.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.world import Search


@rule
def clear_search(search: Search, count: int) -> None:
    """Leave a search clean after `count` cells were queued."""
    came_from = search.came_from
    queue = search.queue
    for i in range(count):
        came_from[queue[i]] = 0


@rule
def next_step(plane: Cells, over: int, origin: int, target: int, search: Search) -> int:
    """First cell of a shortest way from `origin` to `target`; NOWHERE when there is none."""
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
    """Write a shortest way into `path`, first step first; its length, 0 when there is none."""
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
def route_to_unknown(known: Cells, over: int, origin: int, search: Search, path: Cells) -> int:
    """Write a shortest way to a cell beside an unknown one into `path`; its length, 0 when nothing is left to find.

    `known` is 0 where nothing is known. When `origin` itself is such a cell the
    length is 0 too: who stands there sees what is beside.
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
            tile = known[beside]
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
