"""Paths over the remembered map: planned once, then followed one step a turn."""

from __future__ import annotations

from steep.bots.bot_memory import BotMemory
from steep.core.breadth_first_search import (
    ENDS_SEARCH,
    clear_search,
    route,
    route_to_unknown,
    spread,
    start_search,
    trace,
)
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE, UNKNOWN, direction_to, steps_between
from steep.core.magic_mapping import is_mapped
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import FLYING, Ruleset
from steep.core.world import HOSTILE, Hero
from steep.rules.action_codes import DESCEND, MOVE, action
from steep.rules.terrain import bar_gas_in_view, bears_gas

# Steps and attacks.

NO_ACTION = -1
"""The result of a rule that suggests no action."""


@rule
def is_passable(hero: Hero, cell: int) -> bool:
    """Whether the hero knows a cell, and can and should walk there."""
    return hero.passable[hero.remembered[cell]] == 1 and bears_gas(hero, cell)


@rule
def direction_index(step: int) -> int:
    """Index of an offset in DIRECTIONS."""
    for index in range(len(DIRECTIONS)):
        if DIRECTIONS[index] == step:
            return index
    return NOWHERE


@rule
def move_onto(hero: Hero, cell: int) -> int:
    """The step towards a cell, or the attack on a monster there: a cell beside the hero, or straight ahead."""
    return action(MOVE, direction_index(direction_to(hero.cell, cell)))


@rule
def adjacent_enemy(hero: Hero) -> int:
    """Row in `hero.visible_monsters` of the adjacent enemy with the fewest HP; NOWHERE if there is none."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side != HOSTILE or steps_between(enemy.cell, hero.cell) != 1:
            continue
        if found == NOWHERE or enemy.hp < hero.visible_monsters[found].hp:
            found = i
    return found


@rule
def step_off(hero: Hero) -> int:
    """A step off a monster on the hero's own cell, where it can't be attacked; NO_ACTION if there is none."""
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].cell == hero.cell:
            for direction in range(len(DIRECTIONS)):
                if is_passable(hero, hero.cell + DIRECTIONS[direction]):
                    return action(MOVE, direction)
    return NO_ACTION


@rule
def nearest_enemy(hero: Hero) -> int:
    """Row in `hero.visible_monsters` of the nearest enemy; NOWHERE if there is none."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.side == HOSTILE:
            steps = steps_between(enemy.cell, hero.cell)
            if found == NOWHERE or steps < steps_between(hero.visible_monsters[found].cell, hero.cell):
                found = i
    return found


@rule
def is_on_path(hero: Hero, mind: BotMemory, goal: int) -> bool:
    """Whether the planned path leads to a goal, the hero is on it, and its next step doesn't lead into harm."""
    if mind.floor != hero.floor or mind.goal != goal or mind.at >= mind.length:
        return False
    cell = int(mind.path[mind.at])
    is_safe = (hero.passable[hero.remembered[cell]] == 1 and bears_gas(hero, cell)) or cell == goal or mind.dares == 1
    return is_safe and steps_between(hero.cell, cell) == 1


@rule
def plan_path_to(hero: Hero, mind: BotMemory, goal: int) -> None:
    """Plan a path to a goal; its length is 0 if none is known."""
    mind.floor = hero.floor
    mind.goal = goal
    mind.at = 0
    mind.dares = 0
    mind.length = 0
    if goal != NOWHERE:
        passable = hero.passable
        bar_gas_in_view(hero, mind.search, goal + 1)
        mind.length = route(hero.remembered, passable, hero.cell, goal, mind.search, mind.path)
        bar_gas_in_view(hero, mind.search, 0)


@rule
def plan_path(hero: Hero, mind: BotMemory, goal: int) -> None:
    """Plan a path to a goal, or else to the nearest cell with an unknown neighbour."""
    plan_path_to(hero, mind, goal)
    if mind.length == 0:
        # A goal may be visible across unknown ground.
        explores = hero.explores
        bar_gas_in_view(hero, mind.search, hero.cell + 1)
        mind.length = route_to_unknown(hero.remembered, explores, hero.cell, mind.search, mind.path)
        bar_gas_in_view(hero, mind.search, 0)


@rule
def follow_path(hero: Hero, mind: BotMemory) -> int:
    """The next step of the planned path."""
    cell = int(mind.path[mind.at])
    mind.at += 1
    return move_onto(hero, cell)


@rule
def borders_unknown(remembered: Cells, cell: int) -> bool:
    """Whether a cell has an unknown neighbour."""
    for direction in DIRECTIONS:
        if remembered[cell + direction] == UNKNOWN:
            return True
    return False


@rule
def clear_marks(mind: BotMemory, floor: int) -> None:
    """Clear all marks, on arriving at a floor."""
    mind.marked_floor = floor
    for cell in range(CELLS):
        mind.marks[cell] = 0


@rule
def is_unexplored(hero: Hero, cell: int) -> bool:
    """Whether a cell has an unknown neighbour, or was never seen."""
    return borders_unknown(hero.remembered, cell) or (hero.mapped_count > 0 and is_mapped(hero, cell))


@rule
def is_wanted(hero: Hero, mind: BotMemory, cell: int) -> bool:
    """Whether a cell is worth going to: it is marked or unexplored."""
    return mind.marks[cell] == 1 or is_unexplored(hero, cell)


@rule
def route_to_wanted(hero: Hero, mind: BotMemory) -> int:
    """Plan a path to the nearest cell worth going to, except the hero's own. Returns its length, 0 if there is none.

    A cell is tested when it leaves the queue, not when it enters: one look around it then tells both whether it has an
    unknown neighbour and where the search goes on.
    """
    search = mind.search
    came_from = search.came_from
    queue = search.queue
    marks = mind.marks
    remembered = hero.remembered
    explores = hero.explores
    mapped = hero.mapped_count > 0
    count = start_search(search, hero.cell)
    at = 0
    length = 0
    while at < count and length == 0:
        cell = int(queue[at])
        wanted = marks[cell] == 1 or (mapped and is_mapped(hero, cell))
        for direction in DIRECTIONS:
            beside = cell + direction
            if came_from[beside] == 0:
                passes = explores[remembered[beside]]
                if passes == ENDS_SEARCH:
                    wanted = True
                elif passes > 0:
                    came_from[beside] = cell + 1
                    queue[count] = beside
                    count += 1
        if wanted and at > 0:
            length = trace(search, cell, mind.path)
        at += 1
    clear_search(search, count)
    return length


@rule
def plan_search(hero: Hero, mind: BotMemory) -> None:
    """Plan a path to the nearest cell worth going to."""
    mind.floor = hero.floor
    mind.goal = NOWHERE
    mind.at = 0
    mind.dares = 0
    bar_gas_in_view(hero, mind.search, hero.cell + 1)
    mind.length = route_to_wanted(hero, mind)
    bar_gas_in_view(hero, mind.search, 0)


@rule
def explore(hero: Hero, mind: BotMemory) -> int:
    """A step to the nearest cell worth going to; NO_ACTION if there is none."""
    if mind.marked_floor != hero.floor:
        clear_marks(mind, hero.floor)
    on_path = is_on_path(hero, mind, NOWHERE) and is_wanted(hero, mind, int(mind.path[mind.length - 1]))
    if not on_path:
        plan_search(hero, mind)
        if mind.length == 0:
            return NO_ACTION
    return follow_path(hero, mind)


@rule
def go_down(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step to the stairs, or down them, or else to where the hero falls down; NO_ACTION if no path is known."""
    if hero.stairs != NOWHERE:
        if hero.cell == hero.stairs:
            return action(DESCEND)
        if is_on_path(hero, mind, hero.stairs):
            return follow_path(hero, mind)
        plan_path(hero, mind, hero.stairs)
        if mind.length > 0:
            return follow_path(hero, mind)
    return jump(hero, ruleset, mind) if ruleset.falls == 1 else NO_ACTION


@rule
def leads_down(hero: Hero, ruleset: Ruleset, cell: int) -> bool:
    """Whether the hero knows that it would fall to the next floor from a cell, and survive that."""
    return is_way_down(hero, ruleset, int(hero.remembered[cell]))


@rule
def is_way_down(hero: Hero, ruleset: Ruleset, kind: int) -> bool:
    """Whether the hero would fall to the next floor from a kind of terrain, and survive that."""
    row = ruleset.terrain[kind]
    falls = row.leads_down == 1 and hero.floor != ruleset.last_floor and row.harm < hero.hp
    return falls and (hero.conditions & FLYING == 0 or row.tall == 1)


@rule
def note_ways_down(hero: Hero, ruleset: Ruleset, ways: Cells) -> None:
    """Note from which kinds of terrain the hero would fall to the next floor: 1 for each."""
    for kind in range(ruleset.terrain_kinds):
        ways[kind] = 1 if is_way_down(hero, ruleset, kind) else 0


@rule
def way_down_beside(remembered: Cells, ways: Cells, cell: int) -> int:
    """A cell beside another from which the hero would fall to the next floor; NOWHERE if there is none."""
    for direction in DIRECTIONS:
        if ways[remembered[cell + direction]] == 1:
            return cell + direction
    return NOWHERE


@rule
def knows_way_down(remembered: Cells, ways: Cells) -> bool:
    """Whether the hero knows of any cell from which it would fall to the next floor."""
    for cell in range(CELLS):
        if ways[remembered[cell]] == 1:
            return True
    return False


@rule
def plan_jump(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> None:
    """Plan a path to the nearest cell from which the hero falls to the next floor; its length is 0 if none is known."""
    search = mind.search
    plan_path_to(hero, mind, NOWHERE)
    remembered = hero.remembered
    ways = mind.bears
    note_ways_down(hero, ruleset, ways)
    if not knows_way_down(remembered, ways):
        return
    first = 0
    count = start_search(search, hero.cell)
    while first < count and mind.length == 0:
        for number in range(first, count):
            edge = int(search.queue[number])
            mind.goal = way_down_beside(remembered, ways, edge)
            if mind.goal != NOWHERE:
                mind.length = trace(search, edge, mind.path) + 1
                mind.path[mind.length - 1] = mind.goal
                break
        reached = spread(hero.remembered, hero.passable, search, first, count, NOWHERE)
        first = count
        count = reached
    clear_search(search, count)


@rule
def jump(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step to the nearest cell from which the hero falls to the next floor; NO_ACTION if none is known."""
    jumps = mind.goal != NOWHERE and leads_down(hero, ruleset, mind.goal)
    if not (jumps and is_on_path(hero, mind, mind.goal)):
        plan_jump(hero, ruleset, mind)
    return NO_ACTION if mind.length == 0 else follow_path(hero, mind)
