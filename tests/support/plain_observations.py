"""The compass and the ground planes of the features, computed the plain way: what the environment's rules must give.

They search the whole known floor, look at each cell of the crop by itself, and know no early end.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from steep.bots.pathfinding import is_unexplored
from steep.core.breadth_first_search import clear_search, spread, start_search
from steep.core.geometry import HEIGHT, NOWHERE, STAIRS, UNKNOWN, WIDTH
from steep.core.record import Cells
from steep.core.ruleset import Ruleset
from steep.core.world import HOSTILE, Hero, Search
from steep.env.kernel import compass_to_nearest_goals as compass
from steep.env.kernel.columns import YES
from steep.env.kernel.compass_to_nearest_goals import Compass
from steep.env.kernel.write_map import Features
from steep.rules.terrain import bar_gas_in_view


def episode_of(hero: Hero, search: Search | None = None, marks: Cells | None = None) -> Any:
    """An episode, as far as rules that write observations read it."""
    return SimpleNamespace(world=SimpleNamespace(hero=hero, search=search), marks=marks)


def goals_of(hero: Hero) -> dict[int, int]:
    """The cells of unvisited items and visible monsters, and the needle of each. A monster hides an item."""
    items = hero.seen_items[: hero.seen_item_count]
    monsters = hero.visible_monsters[: hero.visible_monster_count]
    goals = {int(item.cell): Compass.item for item in items if item.visited == 0}
    return goals | {int(each.cell): Compass.enemy if each.side == HOSTILE else Compass.friend for each in monsters}


def plain_compass(hero: Hero, ruleset: Ruleset, search: Search) -> list[int]:
    """The compass from a search of all that the hero can reach."""
    goals, row = goals_of(hero), [0] * (2 * len(compass.COMPASS))

    def point(needle: int, cell: int, steps: int) -> None:
        if row[2 * needle] == 0:
            row[2 * needle : 2 * needle + 2] = compass.direction_of_way(search, int(hero.cell), cell) + 1, steps

    bar_gas_in_view(hero, search, int(hero.cell) + 1)
    first, count, steps = 0, start_search(search, int(hero.cell)), 0
    while first < count:
        passable = hero.passable
        first, count = count, spread(hero.remembered, passable, search, first, count, NOWHERE)
        steps += 1
        for cell in map(int, search.queue[first:count]):
            if cell == hero.stairs:
                point(Compass.stairs, cell, steps)
            if cell in goals:
                point(goals[cell], cell, steps)
            if is_unexplored(hero, cell):
                point(Compass.unexplored, cell, steps)
    clear_search(search, count)
    bar_gas_in_view(hero, search, 0)
    return row


def plain_ground(hero: Hero, ruleset: Ruleset, crop: int, row: Cells) -> None:
    """The planes of terrain and visibility, cell by cell, and 0 in all others."""
    square = crop * crop
    row[:] = [0] * len(row)
    for number in range(square):
        x = int(hero.cell) % WIDTH + number % crop - crop // 2
        y = int(hero.cell) // WIDTH + number // crop - crop // 2
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            tile = int(hero.remembered[y * WIDTH + x])
            terrain = ruleset.terrain[tile]
            solid = tile != UNKNOWN and terrain.solid == 1
            shares = {
                Features.open: 0 if terrain.solid else 1 if hero.passable[tile] else 0.5,
                Features.rock: 0 if not solid else 0.5 if terrain.opens_to else 1,
                Features.stairs: 1 if tile == STAIRS else 0.5 if terrain.leads_down else 0,
                Features.visible: int(hero.visible[y * WIDTH + x]),
            }
            for plane, share in shares.items():
                row[plane * square + number] = int(YES * share)
