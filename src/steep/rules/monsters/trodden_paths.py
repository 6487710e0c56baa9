"""Paths that prefer cells which somebody has left, and avoid those where somebody is.

A cell costs OCCUPIED times its distance where a monster or the hero is, nothing where one has left, and its distance
elsewhere. As in the Godot tutorial, whose `AStarGrid2D` has these weights, the search is A* with straight distances as
estimates. These are too high where cells cost nothing, so a path goes straight to the goal rather than along a
detour over trodden cells, and is not always the cheapest. Among paths of equal estimates the one that is farther along
is followed first.

The search keeps to a square window around its goal. A node is a cell's place in that window.
"""

from __future__ import annotations

import math

from steep.core.geometry import CELLS, NOWHERE, WIDTH
from steep.core.magic_mapping import is_trodden
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.world import Search, World

SPAN = 17
"""Steps from the goal to the sides of the window: one more than the farthest monster in a view that is one step old."""

SIDE = 2 * SPAN + 1
"""Cells across the window. Its nodes fit in `World.sight`."""

OCCUPIED = 10

CLOCKWISE = (-WIDTH, 1, WIDTH, -1, -WIDTH - 1, -WIDTH + 1, WIDTH + 1, WIDTH - 1)
"""Offsets of the neighbours in the order of `AStarGrid2D`: N E S W NW NE SE SW."""

UNIT_BITS = 16
STRAIGHT_COST = 1 << UNIT_BITS
DIAGONAL_COST = 92_682
"""Of a step: its length in cells times 2**UNIT_BITS."""

COST_BITS = 31
MOST = (1 << COST_BITS) - 1

CLOSED = 1 << 13
"""More than any cell + 1. In `Search.came_from`, a cell in the open list has the cell before it, + 1, negated, and a
closed one CLOSED less than that. Other searches use positive numbers, which bar a cell here."""


@rule
def node_of(cell: int, goal: int) -> int:
    """A cell's node; NOWHERE if it isn't in the window."""
    across = cell % WIDTH - goal % WIDTH + SPAN
    down = cell // WIDTH - goal // WIDTH + SPAN
    if 0 <= across < SIDE and 0 <= down < SIDE:
        return down * SIDE + across
    return NOWHERE


@rule
def cell_of_node(node: int, goal: int) -> int:
    """The cell of a node."""
    return goal + (node // SIDE - SPAN) * WIDTH + node % SIDE - SPAN


@rule
def priority_of_node(node: int, cost: int) -> int:
    """What a node is ordered by, least first: its cost so far plus the estimate, then the higher cost."""
    across = node % SIDE - SPAN
    down = node // SIDE - SPAN
    estimate = int(math.sqrt((across * across + down * down) << (2 * UNIT_BITS)))
    return cost + estimate << COST_BITS | MOST - cost


@rule
def sift_up(heap: Cells, orders: Cells, hole: int, node: int) -> None:
    """Put a node into a heap, at a hole or above it."""
    while hole > 0 and orders[heap[(hole - 1) // 2]] > orders[node]:
        heap[hole] = heap[(hole - 1) // 2]
        hole = (hole - 1) // 2
    heap[hole] = node


@rule
def remove_first(heap: Cells, orders: Cells, count: int) -> None:
    """Take the first of `count` nodes out of a heap."""
    last = count - 1
    hole = 0
    child = 2
    while child < last:
        if orders[heap[child]] > orders[heap[child - 1]]:
            child -= 1
        heap[hole] = heap[child]
        hole = child
        child = 2 * child + 2
    if child == last:
        heap[hole] = heap[child - 1]
        hole = child - 1
    sift_up(heap, orders, hole, int(heap[last]))


@rule
def place_in_heap(heap: Cells, count: int, node: int) -> int:
    """Where a node is in a heap of `count` nodes."""
    for number in range(count):
        if heap[number] == node:
            return number
    return count


@rule
def cost_of_step(world: World, cell: int, direction: int) -> int:
    """What a step in a direction to a cell costs."""
    if world.occupant[cell] == 0 and cell != world.hero.cell:
        if is_trodden(world, cell):
            return 0
        weight = 1
    else:
        weight = OCCUPIED
    return weight * (STRAIGHT_COST if direction in (-WIDTH, -1, 1, WIDTH) else DIAGONAL_COST)


@rule
def clear_window(search: Search, goal: int) -> None:
    """Clean up after a search."""
    came_from = search.came_from
    for node in range(SIDE * SIDE):
        cell = cell_of_node(node, goal)
        if 0 <= cell < CELLS and came_from[cell] < 0:
            came_from[cell] = 0


@rule
def step_of_least_cost(world: World, passable: Cells, origin: int, goal: int) -> int:
    """The first cell of a path to a goal as above; NOWHERE if none is found in the window."""
    if origin == goal or node_of(origin, goal) == NOWHERE:
        return NOWHERE
    came_from = world.search.came_from
    heap = world.search.queue
    orders = world.sight
    tiles = world.tiles
    first = node_of(origin, goal)
    orders[first] = priority_of_node(first, 0)
    came_from[origin] = -(origin + 1)
    heap[0] = first
    count = 1
    step = NOWHERE
    while count > 0:
        node = int(heap[0])
        cell = cell_of_node(node, goal)
        if cell == goal:
            step = first_step_of(world.search, origin, goal)
            break
        remove_first(heap, orders, count)
        count -= 1
        came_from[cell] -= CLOSED
        cost = MOST - (int(orders[node]) & MOST)
        for direction in CLOCKWISE:
            beside = cell + direction
            other = node_of(beside, goal)
            before = int(came_from[beside])
            if other == NOWHERE or before > 0 or before < -CLOSED:
                continue
            if passable[tiles[beside]] == 0 and beside != goal:
                continue
            through = cost + cost_of_step(world, beside, direction)
            if before == 0:
                number = count
                count += 1
            elif through < MOST - (int(orders[other]) & MOST):
                number = place_in_heap(heap, count, other)
            else:
                continue
            came_from[beside] = -(cell + 1)
            orders[other] = priority_of_node(other, through)
            sift_up(heap, orders, number, other)
    clear_window(world.search, goal)
    return step


@rule
def first_step_of(search: Search, origin: int, goal: int) -> int:
    """The first cell after `origin` on the way that a search has found."""
    cell = goal
    before = -int(search.came_from[cell]) - 1
    while before != origin:
        cell = before
        before = -int(search.came_from[cell]) - CLOSED - 1
    return cell
