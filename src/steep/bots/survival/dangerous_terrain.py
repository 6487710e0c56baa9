"""What a hero does about terrain that harms it: it leaves it, and crosses it only where there is no other way."""

from __future__ import annotations

from steep.bots.items.choose_and_use_items import escape, ready_use
from steep.bots.memory.bot_memory import BotMemory
from steep.bots.movement.pathfinding import NO_ACTION, follow_path, is_on_path, is_unexplored, move_onto, plan_path_to
from steep.core.breadth_first_search import clear_search, first_step, spread, start_search, trace
from steep.core.gas import gas_row
from steep.core.geometry import CELLS, NOWHERE, STAIRS, direction_to
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import HARMS, MOVES, ON_STAY, TERRAIN_ROWS, Ruleset
from steep.core.world import Hero
from steep.rules.abilities.ability_shapes import is_line, refusal, seen_on
from steep.rules.abilities.queue import bit_of
from steep.rules.action_codes import DONE, USE, action

PATIENCE = 20
"""Turns for which a hero waits for a way to open, as when a fire burns out, before it dares more."""


@rule
def leave_harm(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step out of what harms who stays, unless the hero dares to cross it; NO_ACTION where nothing does."""
    kind = hero.remembered[hero.cell]
    in_gas = hero.gas_in_view > 0 and hero.passable[gas_row(hero.gas, hero.cell)] == 0 and kind != STAIRS
    harmed = kind > STAIRS and hero.passable[kind] == 0 and ruleset.terrain[kind].triggers & bit_of(ON_STAY) != 0
    if not in_gas and not harmed:
        return NO_ACTION
    if mind.dares == 1 and is_on_path(hero, mind, mind.goal):
        return follow_path(hero, mind)
    search = mind.search
    step = NOWHERE
    first = 0
    count = start_search(search, hero.cell)
    while first < count and step == NOWHERE:
        reached = spread(hero.remembered, ruleset.enterable, search, first, count, NOWHERE)
        first = count
        count = reached
        for number in range(first, count):
            cell = int(search.queue[number])
            clean = hero.passable[hero.remembered[cell]] & hero.passable[gas_row(hero.gas, cell)]
            if clean == 1 and seen_on(hero, cell) == NOWHERE:
                step = first_step(search, cell)
                break
    clear_search(search, count)
    return NO_ACTION if step == NOWHERE else move_onto(hero, step)


@rule
def is_marked(hero: Hero, mind: BotMemory, cell: int) -> bool:
    """Whether the hero wants to go to a cell for what is there."""
    return mind.marked_floor == hero.floor and mind.marks[cell] == 1


@rule
def harm_on_path(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """The most HP that the planned path takes."""
    harm = 0
    for at in range(mind.length):
        harm += ruleset.terrain[hero.remembered[mind.path[at]]].harm
        harm += ruleset.terrain[gas_row(hero.gas, int(mind.path[at]))].harm
    return harm


@rule
def plan_through(hero: Hero, ruleset: Ruleset, mind: BotMemory, most: int) -> None:
    """Plan a path to the stairs, or else to the nearest cell worth going to, through what takes at most so many HP."""
    plan_path_to(hero, mind, NOWHERE)
    for kind in range(TERRAIN_ROWS):
        bears = hero.passable[kind] == 1 or ruleset.terrain[kind].harm <= most
        mind.bears[kind] = 1 if ruleset.enterable[kind] == 1 and bears else 0
    search = mind.search
    best = NOWHERE
    first = 0
    count = start_search(search, hero.cell)
    while first < count:
        reached = spread(hero.remembered, mind.bears, search, first, count, hero.stairs)
        first = count
        count = reached
        if hero.stairs != NOWHERE and search.queue[count - 1] == hero.stairs:
            best = hero.stairs
            break
        for number in range(first, count):
            cell = int(search.queue[number])
            if best == NOWHERE and (is_unexplored(hero, cell) or is_marked(hero, mind, cell)):
                best = cell
    if best != NOWHERE:
        mind.length = trace(search, best, mind.path)
        mind.goal = best
        mind.dares = 1
    clear_search(search, count)
    if harm_on_path(hero, ruleset, mind) >= hero.hp:
        mind.length = 0


@rule
def plan_through_harm(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> None:
    """Plan a path through harm that the hero knows: through what takes no HP, such as slime, or else through any."""
    plan_through(hero, ruleset, mind, 0)
    if mind.length == 0:
        plan_through(hero, ruleset, mind, hero.hp)


@rule
def clear_a_way(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """Use the first item that opens a line and harms nobody, towards the stairs or anywhere; else NO_ACTION."""
    goal = hero.stairs if hero.stairs != NOWHERE else below(mind.random, COMBAT, CELLS)
    for slot in range(ruleset.inventory_capacity):
        number = ready_use(hero, ruleset, slot)
        if number != NOWHERE and goal != hero.cell:
            ability = ruleset.abilities[number]
            target = hero.cell + direction_to(hero.cell, goal)
            opens = ability.traits & (MOVES | HARMS) == MOVES and is_line(ability.area)
            if opens and refusal(hero, ruleset, ability, target) == DONE:
                return action(USE, slot, target)
    return NO_ACTION


@rule
def dare(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """What a hero does that has waited for long, with nothing left that it would do. NO_ACTION if nothing helps.

    It uses what moves it or clears a way, or crosses harm.
    """
    act = escape(hero, ruleset)
    if act == NO_ACTION:
        act = clear_a_way(hero, ruleset, mind)
    if act != NO_ACTION:
        return act
    if not (mind.dares == 1 and is_on_path(hero, mind, mind.goal)):
        plan_through_harm(hero, ruleset, mind)
    return NO_ACTION if mind.length == 0 else follow_path(hero, mind)
