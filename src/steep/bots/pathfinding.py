"""Paths over the remembered map: planned once, then followed one step a turn."""

from __future__ import annotations

from steep.bots.bot_memory import Mind
from steep.bots.steps_and_attacks import NO_ACTION, move_onto
from steep.core.breadth_first_search import (
    ENDS_SEARCH,
    clear_search,
    route,
    route_to_unknown,
    start_search,
    trace,
)
from steep.core.geometry import CELLS, DIRECTIONS, NOWHERE, UNKNOWN, steps_between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import DESCEND, action
from steep.rules.terrain.movers import mover_of_hero


@rule
def is_on_path(hero: Hero, mind: Mind, goal: int) -> bool:
    """Whether the planned path leads to a goal and the hero is on it."""
    return (
        mind.floor == hero.floor
        and mind.goal == goal
        and mind.at < mind.length
        and steps_between(hero.cell, int(mind.path[mind.at])) == 1
    )


@rule
def plan_path_to(hero: Hero, ruleset: Ruleset, mind: Mind, goal: int) -> None:
    """Plan a path to a goal; its length is 0 if none is known."""
    mind.floor = hero.floor
    mind.goal = goal
    mind.at = 0
    mind.length = 0
    if goal != NOWHERE:
        passable = mover_of_hero(hero, ruleset).passable
        mind.length = route(hero.remembered, passable, hero.cell, goal, mind.search, mind.path)


@rule
def plan_path(hero: Hero, ruleset: Ruleset, mind: Mind, goal: int) -> None:
    """Plan a path to a goal, or else to the nearest cell with an unknown neighbour."""
    plan_path_to(hero, ruleset, mind, goal)
    if mind.length == 0:
        # A goal may be visible across unknown ground.
        explores = mover_of_hero(hero, ruleset).explores
        mind.length = route_to_unknown(hero.remembered, explores, hero.cell, mind.search, mind.path)


@rule
def follow_path(hero: Hero, mind: Mind) -> int:
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
def clear_marks(mind: Mind, floor: int) -> None:
    """Clear all marks, on arriving at a floor."""
    mind.marked_floor = floor
    for cell in range(CELLS):
        mind.marks[cell] = 0


@rule
def is_wanted(hero: Hero, mind: Mind, cell: int) -> bool:
    """Whether a cell is worth going to: it is marked or has an unknown neighbour."""
    return mind.marks[cell] == 1 or borders_unknown(hero.remembered, cell)


@rule
def route_to_wanted(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """Plan a path to the nearest cell worth going to but the hero's own. Returns its length, 0 if there is none.

    A cell is asked when the search gets to it, not when it is reached: then one look around it says both whether it has
    an unknown neighbour and where the search goes on.
    """
    search = mind.search
    came_from = search.came_from
    queue = search.queue
    marks = mind.marks
    remembered = hero.remembered
    explores = mover_of_hero(hero, ruleset).explores
    count = start_search(search, hero.cell)
    at = 0
    length = 0
    while at < count and length == 0:
        cell = int(queue[at])
        wanted = marks[cell] == 1
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
def plan_search(hero: Hero, ruleset: Ruleset, mind: Mind) -> None:
    """Plan a path to the nearest cell worth going to."""
    mind.floor = hero.floor
    mind.goal = NOWHERE
    mind.at = 0
    mind.length = route_to_wanted(hero, ruleset, mind)


@rule
def explore(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """A step to the nearest cell worth going to; NO_ACTION if there is none."""
    if mind.marked_floor != hero.floor:
        clear_marks(mind, hero.floor)
    on_path = is_on_path(hero, mind, NOWHERE) and is_wanted(hero, mind, int(mind.path[mind.length - 1]))
    if not on_path:
        plan_search(hero, ruleset, mind)
        if mind.length == 0:
            return NO_ACTION
    return follow_path(hero, mind)


@rule
def go_down(hero: Hero, ruleset: Ruleset, mind: Mind) -> int:
    """A step to the stairs, or down them; NO_ACTION if no path is known."""
    if hero.stairs == NOWHERE:
        return NO_ACTION
    if hero.cell == hero.stairs:
        return action(DESCEND)
    if not is_on_path(hero, mind, hero.stairs):
        plan_path(hero, ruleset, mind, hero.stairs)
        if mind.length == 0:
            return NO_ACTION
    return follow_path(hero, mind)
