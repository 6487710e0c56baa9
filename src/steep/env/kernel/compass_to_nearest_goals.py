"""The compass: the first step and the length of the shortest known path to each of five goals.

It spares an agent from learning pathfinding. It reads the hero's view alone.
"""

from __future__ import annotations

from steep.bots.pathfinding import borders_unknown
from steep.bots.steps_and_attacks import direction_index
from steep.core.breadth_first_search import clear_search, first_step, spread, start_search
from steep.core.geometry import NOWHERE
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HOSTILE, Hero, Search
from steep.rules.movers import mover_of_hero

STAIRS = 0
UNEXPLORED = 1
ITEM = 2
ENEMY = 3
FRIEND = 4
NEEDLES = 5


@rule
def direction_of_way(search: Search, origin: int, cell: int) -> int:
    """Index of the direction of the first step on the way from `origin`, where a search began, to `cell`."""
    return direction_index(first_step(search, cell) - origin)


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
def write_compass(hero: Hero, ruleset: Ruleset, search: Search, marks: Cells, row: Cells) -> None:
    """Write the direction + 1 and the steps to the nearest goal of each needle; 0 and 0 when no path is known.

    `search` and `marks` (one byte per cell) are scratch space and are left all zero.
    """
    for i in range(2 * NEEDLES):
        row[i] = 0
    any_friend = mark_goals(hero, marks, 1)
    passable = mover_of_hero(hero, ruleset).passable
    first = 0
    count = start_search(search, hero.cell)
    steps = 0
    while first < count:
        reached = spread(hero.remembered, passable, search, first, count, NOWHERE)
        first = count
        count = reached
        steps += 1
        for number in range(first, count):
            cell = int(search.queue[number])
            if cell == hero.stairs:
                set_needle(row, STAIRS, direction_of_way(search, hero.cell, cell), steps)
            if marks[cell] > 0:
                set_needle(row, int(marks[cell]) - 1, direction_of_way(search, hero.cell, cell), steps)
            if row[2 * UNEXPLORED] == 0 and borders_unknown(hero.remembered, cell):
                set_needle(row, UNEXPLORED, direction_of_way(search, hero.cell, cell), steps)
        if row[0] > 0 and row[2] > 0 and row[4] > 0 and row[6] > 0 and (row[8] > 0 or not any_friend):
            break
    clear_search(search, count)
    mark_goals(hero, marks, 0)
