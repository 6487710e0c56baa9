"""The compass: the first step and the length of the shortest known path to each of five goals.

It spares an agent from learning pathfinding. It reads the hero's view alone.
"""

from __future__ import annotations

from steep.core.breadth_first_search import clear_search
from steep.core.geometry import DIRECTIONS
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.world import HOSTILE, REMEMBERED_ROCK, UNKNOWN, Hero, Search

STAIRS = 0
UNEXPLORED = 1
ITEM = 2
ENEMY = 3
FRIEND = 4
NEEDLES = 5


@rule
def first_step(search: Search, origin: int, cell: int) -> int:
    """Index of the direction of the first step on the path from `origin` to `cell`."""
    before = int(search.came_from[cell]) - 1
    while before != origin:
        cell = before
        before = int(search.came_from[cell]) - 1
    for direction in range(len(DIRECTIONS)):
        if origin + DIRECTIONS[direction] == cell:
            return direction
    return 0


@rule
def set_needle(row: Cells, needle: int, direction: int, steps: int) -> None:
    """Set a needle, unless a nearer goal has set it."""
    if row[2 * needle] == 0:
        row[2 * needle] = direction + 1
        row[2 * needle + 1] = steps


@rule
def mark_goals(hero: Hero, marks: Cells, mark: int) -> bool:
    """Mark the cells of unvisited items and visible monsters; with `mark` 0, clear them.

    Returns whether any of the monsters is a friend.
    """
    any_friend = False
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].visited == 0:
            marks[hero.seen_items[i].cell] = mark * (ITEM + 1)
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].side == HOSTILE:
            marks[hero.visible_monsters[i].cell] = mark * (ENEMY + 1)
        else:
            marks[hero.visible_monsters[i].cell] = mark * (FRIEND + 1)
            any_friend = True
    return any_friend


@rule
def write_compass(hero: Hero, search: Search, marks: Cells, row: Cells) -> None:
    """Write the direction + 1 and the steps to the nearest goal of each needle; 0 and 0 when no path is known.

    `search` and `marks` (one byte per cell) are scratch space and are left all zero.
    """
    for i in range(2 * NEEDLES):
        row[i] = 0
    any_friend = mark_goals(hero, marks, 1)
    came_from = search.came_from
    queue = search.queue
    queue[0] = hero.cell
    came_from[hero.cell] = hero.cell + 1
    head = 0
    count = 1
    level_end = 1
    steps = 0
    while head < count:
        if head == level_end:
            level_end = count
            steps += 1
        cell = int(queue[head])
        head += 1
        for direction in DIRECTIONS:
            beside = cell + direction
            tile = hero.remembered[beside]
            if tile == UNKNOWN:
                if row[2 * UNEXPLORED] == 0 and cell != hero.cell:
                    set_needle(row, UNEXPLORED, first_step(search, hero.cell, cell), steps)
            elif tile > REMEMBERED_ROCK and came_from[beside] == 0:
                came_from[beside] = cell + 1
                queue[count] = beside
                count += 1
                if beside == hero.stairs:
                    set_needle(row, STAIRS, first_step(search, hero.cell, beside), steps + 1)
                if marks[beside] > 0:
                    set_needle(row, int(marks[beside]) - 1, first_step(search, hero.cell, beside), steps + 1)
        if row[0] > 0 and row[2] > 0 and row[4] > 0 and row[6] > 0 and (row[8] > 0 or not any_friend):
            break
    clear_search(search, count)
    mark_goals(hero, marks, 0)
