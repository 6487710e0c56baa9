"""The flood fill behind every breadth-first search: over the true map, or over the remembered one.

A plane has the kind of terrain of each cell, and `passable` says of each kind whether the search goes there
(`Mover.passable`, `Hero.passable`; what is unknown is never passable). A search runs ring by ring: after
`start_search` each `spread` reaches all cells that are one step farther. They stand in `Search.queue` in the order in
which they were reached, and `Search.came_from` leads back from each. It ends with `clear_search`. Nothing here
allocates.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, UNKNOWN
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.world import Search

ENDS_SEARCH = 2
"""In `Hero.explores`: reaching a cell of this kind ends the search."""

SMALL = 64
"""Cells. Before a search, an area of at most this size around its goal is checked for being cut off."""


@rule
def start_search(search: Search, origin: int) -> int:
    """Begin a search at a cell. Returns how many cells it has reached."""
    search.queue[0] = origin
    search.came_from[origin] = origin + 1
    return 1


@rule
def spread(plane: Cells, passable: Cells, search: Search, first: int, count: int, goal: int) -> int:
    """Reach the cells around those from `first` on, of `count` so far. Returns how many cells have been reached.

    It stops as soon as it reaches `goal`, passable or not, or a cell whose kind is ENDS_SEARCH.
    """
    came_from = search.came_from
    queue = search.queue
    for number in range(first, count):
        cell = int(queue[number])
        for direction in DIRECTIONS:
            beside = cell + direction
            if came_from[beside] == 0:
                passes = passable[plane[beside]]
                if passes > 0 or beside == goal:
                    came_from[beside] = cell + 1
                    queue[count] = beside
                    count += 1
                    if beside == goal or passes == ENDS_SEARCH:
                        return count
    return count


@rule
def search_for(plane: Cells, passable: Cells, search: Search, goal: int, count: int) -> int:
    """Spread a search that was started until it reaches a goal, or ENDS_SEARCH, or all it can.

    Returns how many cells have been reached. The last is the one that ended the search, if any did.
    """
    first = 0
    while first < count and passable[plane[int(search.queue[count - 1])]] != ENDS_SEARCH:
        reached = spread(plane, passable, search, first, count, goal)
        first = count
        count = reached
        if search.queue[count - 1] == goal:
            break
    return count


@rule
def clear_search(search: Search, count: int) -> None:
    """Clean up after a search that reached `count` cells."""
    came_from = search.came_from
    queue = search.queue
    for i in range(count):
        came_from[queue[i]] = 0


@rule
def first_step(search: Search, cell: int) -> int:
    """The first cell on the way from where a search began to another cell."""
    came_from = search.came_from
    before = int(came_from[cell]) - 1
    while came_from[before] != before + 1:
        cell = before
        before = int(came_from[cell]) - 1
    return cell


@rule
def trace(search: Search, cell: int, path: Cells) -> int:
    """Write the way from where a search began to a cell, without the former. Returns its length."""
    came_from = search.came_from
    length = 0
    before = int(came_from[cell]) - 1
    at = cell
    while before != at:
        length += 1
        at = before
        before = int(came_from[at]) - 1
    at = cell
    for number in range(length - 1, -1, -1):
        path[number] = at
        at = int(came_from[at]) - 1
    return length


@rule
def is_cut_off(plane: Cells, passable: Cells, origin: int, target: int, search: Search) -> bool:
    """Whether `origin` lies in a closed area of at most SMALL cells, or a few more, without `target`.

    A search from the target would fill all that the target is joined to, often a whole floor, to find that out, as
    for a monster that lives in a pond. True only if there is no path; False where there may be one.
    """
    if search.came_from[origin] != 0 or search.came_from[target] != 0:
        # A cell that is barred is barred from one side only.
        return False
    first = 0
    count = start_search(search, origin)
    while first < count <= SMALL and search.queue[count - 1] != target:
        reached = spread(plane, passable, search, first, count, target)
        first = count
        count = reached
    clear_search(search, count)
    return first == count


@rule
def next_step(plane: Cells, passable: Cells, origin: int, target: int, search: Search) -> int:
    """The first cell of a shortest path from `origin` to `target`; NOWHERE if there is none.

    From a cell to itself, it is a step to any side.
    """
    if origin != target and is_cut_off(plane, passable, origin, target, search):
        return NOWHERE
    count = start_search(search, target)
    if origin == target:
        count = spread(plane, passable, search, 0, count, NOWHERE)
        step = int(search.queue[1]) if count > 1 else NOWHERE
    else:
        count = search_for(plane, passable, search, origin, count)
        step = int(search.came_from[origin]) - 1
    clear_search(search, count)
    return step


@rule
def route(plane: Cells, passable: Cells, origin: int, target: int, search: Search, path: Cells) -> int:
    """Write a shortest path into `path`, first step first. Returns its length, 0 if there is none."""
    count = search_for(plane, passable, search, origin, start_search(search, target))
    length = 0
    cell = origin
    while cell != target and search.came_from[cell] > 0:
        cell = int(search.came_from[cell]) - 1
        path[length] = cell
        length += 1
    clear_search(search, count)
    return length


@rule
def route_to_unknown(remembered: Cells, explores: Cells, origin: int, search: Search, path: Cells) -> int:
    """Write a shortest path to the nearest cell with an unknown neighbour into `path`. Returns its length.

    `explores` is `Hero.explores`. The length is 0 if nothing is left to explore, and if `origin` itself has an unknown
    neighbour.
    """
    count = search_for(remembered, explores, search, NOWHERE, start_search(search, origin))
    length = 0
    last = int(search.queue[count - 1])
    if remembered[last] == UNKNOWN:
        length = trace(search, int(search.came_from[last]) - 1, path)
    clear_search(search, count)
    return length
