"""The compass: the first step and the length of the shortest known path to each of five goals.

It spares an agent from learning pathfinding. It reads the hero's view alone.
"""

from __future__ import annotations

from steep.bots.pathfinding import direction_index
from steep.core.breadth_first_search import ENDS_SEARCH, clear_search, first_step, start_search
from steep.core.geometry import DIRECTIONS, NOWHERE
from steep.core.magic_mapping import is_mapped
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HOSTILE, Hero, Search
from steep.env.kernel.columns import Numbers, entry
from steep.env.kernel.episode import EnvParams, Episode
from steep.rules.terrain import bar_gas_in_view


class Compass(Numbers):
    """The rows of the observation `compass`, in order: the range is that of the direction."""

    stairs = entry(0, 8, "the stairs down")
    unexplored = entry(0, 8, "the nearest cell next to an unknown one, or shown by magic and never seen")
    item = entry(0, 8, "the nearest item that the hero has not stood on")
    enemy = entry(0, 8, "the nearest enemy in view")
    friend = entry(0, 8, "the nearest captive or ally in view")


COMPASS = Compass.ENTRIES
"""The rows of the observation `compass`, in order."""


@rule
def direction_of_way(search: Search, origin: int, cell: int) -> int:
    """Index of the direction of the first step on the way from `origin`, where a search began, to `cell`."""
    return direction_index(first_step(search, cell) - origin)


@rule
def set_needles(row: Cells, bits: int, direction: int, steps: int) -> None:
    """Set the needles with these bits."""
    for needle in range(len(COMPASS)):
        if bits >> needle & 1 == 1:
            row[2 * needle] = direction + 1
            row[2 * needle + 1] = steps


@rule
def mark_goals(hero: Hero, marks: Cells) -> int:
    """Mark the cells of the stairs, unvisited items and visible monsters with the bit of their needle.

    Returns the bits of all needles that may point somewhere.
    """
    found = 1 << Compass.unexplored
    if hero.stairs != NOWHERE and hero.stairs != hero.cell:
        marks[hero.stairs] |= 1 << Compass.stairs
        found |= 1 << Compass.stairs
    for i in range(hero.seen_item_count):
        item = hero.seen_items[i]
        if item.visited == 0:
            marks[item.cell] |= 1 << Compass.item
            found |= 1 << Compass.item
    for i in range(hero.visible_monster_count):
        monster = hero.visible_monsters[i]
        # It hides an item on its cell.
        bit = 1 << Compass.enemy if monster.side == HOSTILE else 1 << Compass.friend
        marks[monster.cell] = (int(marks[monster.cell]) & 1 << Compass.stairs) | bit
        found |= bit
    return found


@rule
def clear_goals(hero: Hero, marks: Cells) -> None:
    """Clear the marks again."""
    if hero.stairs != NOWHERE:
        marks[hero.stairs] = 0
    for i in range(hero.seen_item_count):
        marks[hero.seen_items[i].cell] = 0
    for i in range(hero.visible_monster_count):
        marks[hero.visible_monsters[i].cell] = 0


@rule
def write_compass(episode: Episode, _ruleset: Ruleset, _params: EnvParams, row: Cells) -> None:
    """Write the direction + 1 and the steps to the nearest goal of each needle; 0 and 0 when no path is known.

    The episode's `marks` and its world's `search` are scratch space and are left all zero.
    """
    hero = episode.world.hero
    search = episode.world.search
    marks = episode.marks
    for i in range(2 * len(COMPASS)):
        row[i] = 0
    # The search ends once every needle that may point somewhere is set.
    missing = mark_goals(hero, marks)
    remembered = hero.remembered
    explores = hero.explores
    mapped = hero.mapped_count > 0
    came_from = search.came_from
    queue = search.queue
    bar_gas_in_view(hero, search, hero.cell + 1)
    count = start_search(search, hero.cell)
    head = 0
    ring_end = 1
    steps = 0
    while head < count and missing != 0:
        if head == ring_end:
            ring_end = count
            steps += 1
        cell = int(queue[head])
        is_unexplored = mapped and is_mapped(hero, cell)
        for direction in DIRECTIONS:
            beside = cell + direction
            if came_from[beside] == 0:
                passes = explores[remembered[beside]]
                if passes == ENDS_SEARCH:
                    is_unexplored = True
                elif passes > 0:
                    came_from[beside] = cell + 1
                    queue[count] = beside
                    count += 1
                    bits = int(marks[beside]) & missing
                    if bits != 0:
                        set_needles(row, bits, direction_of_way(search, hero.cell, beside), steps + 1)
                        missing &= ~bits
        if is_unexplored and missing & 1 << Compass.unexplored != 0 and head > 0:
            set_needles(row, 1 << Compass.unexplored, direction_of_way(search, hero.cell, cell), steps)
            missing &= ~(1 << Compass.unexplored)
        head += 1
    clear_search(search, count)
    bar_gas_in_view(hero, search, 0)
    clear_goals(hero, marks)
