"""The compass: which way to what the hero may want, by the shortest way over ground that it knows.

It saves a learner from finding shortest ways itself. Everything is read from the view.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS
from steep.core.paths import clear_search
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.world import REMEMBERED_ROCK, UNKNOWN, Hero, Search

STAIRS = 0
UNEXPLORED = 1
THING = 2
FOE = 3
NEEDLES = 4


@rule
def first_step(search: Search, origin: int, cell: int) -> int:
    """Index of the direction in which the way from the origin to a cell begins."""
    before = int(search.came_from[cell]) - 1
    while before != origin:
        cell = before
        before = int(search.came_from[cell]) - 1
    for direction in range(len(DIRECTIONS)):
        if origin + DIRECTIONS[direction] == cell:
            return direction
    return 0


@rule
def point(row: Cells, needle: int, direction: int, steps: int) -> None:
    """Set a needle that was not set before."""
    if row[2 * needle] == 0:
        row[2 * needle] = direction + 1
        row[2 * needle + 1] = steps


@rule
def mark_wanted(hero: Hero, marks: Cells, mark: int) -> None:
    """Mark where things lie that the hero did not stand on yet, and where foes are; 0 takes the marks away."""
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].visited == 0:
            marks[hero.seen_items[i].cell] = mark * (THING + 1)
    for i in range(hero.visible_monster_count):
        marks[hero.visible_monsters[i].cell] = mark * (FOE + 1)


@rule
def write_compass(hero: Hero, search: Search, marks: Cells, row: Cells) -> None:
    """For each needle the direction + 1 and the steps to the nearest, 0 and 0 when no way is known.

    `search` and `marks` (a plane of CELLS) are room to work in, and left clean.
    """
    for i in range(2 * NEEDLES):
        row[i] = 0
    mark_wanted(hero, marks, 1)
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
            known = hero.remembered[beside]
            if known == UNKNOWN:
                if row[2 * UNEXPLORED] == 0 and cell != hero.cell:
                    point(row, UNEXPLORED, first_step(search, hero.cell, cell), steps)
            elif known > REMEMBERED_ROCK and came_from[beside] == 0:
                came_from[beside] = cell + 1
                queue[count] = beside
                count += 1
                if beside == hero.stairs:
                    point(row, STAIRS, first_step(search, hero.cell, beside), steps + 1)
                if marks[beside] > 0:
                    point(row, int(marks[beside]) - 1, first_step(search, hero.cell, beside), steps + 1)
        if row[0] > 0 and row[2] > 0 and row[4] > 0 and row[6] > 0:
            break
    clear_search(search, count)
    mark_wanted(hero, marks, 0)
