"""Staying alive between fights: out of terrain that hurts, fed and rested."""

from __future__ import annotations

from steep.bots.bot_memory import UNQUIET_TURNS, BotMemory
from steep.bots.choose_and_use_items import escape, is_food, is_worth_taking, price_of_room, ready_use
from steep.bots.pathfinding import NO_ACTION, follow_path, is_on_path, is_unexplored, move_onto, plan_path_to
from steep.core.breadth_first_search import clear_search, first_step, spread, start_search, trace
from steep.core.gas import gas_row
from steep.core.geometry import CELLS, NOWHERE, STAIRS, direction_to
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import CANNOT_SEE, FEEDS, HARMS, MOVES, ON_STAY, REGENERATION, STUMBLES, TERRAIN_ROWS, Ruleset
from steep.core.world import HOSTILE, Hero
from steep.rules.abilities.ability_shapes import is_line, refusal, seen_on
from steep.rules.abilities.queue import bit_of
from steep.rules.action_codes import DONE, USE, action
from steep.rules.hunger import harm_begins

PATIENCE = 20
"""Turns for which a hero waits for a way to open, as when a fire burns out, before it dares more."""


@rule
def leave_harm(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step out of terrain that harms, unless the hero dares to cross it; NO_ACTION where nothing harms."""
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
    """Plan a path to the stairs, or else to the nearest useful cell, through harm of at most some HP."""
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
    """Plan a path through known harm: if possible through what takes no HP, such as slime, else through any."""
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
    """What a hero does after waiting for long with nothing else to do. NO_ACTION if nothing helps.

    It uses an item that moves it or clears a way, or crosses harm.
    """
    act = escape(hero, ruleset)
    if act == NO_ACTION:
        act = clear_a_way(hero, ruleset, mind)
    if act != NO_ACTION:
        return act
    if not (mind.dares == 1 and is_on_path(hero, mind, mind.goal)):
        plan_through_harm(hero, ruleset, mind)
    return NO_ACTION if mind.length == 0 else follow_path(hero, mind)


# Food and rest: when to eat, and when to wait for HP.

FOOD_TO_FETCH = 300
"""Turns. If hunger will harm the hero sooner than this, it fetches the food that it knows of on the floor."""

FOOD_TO_LEAVE = 300
"""Turns. If hunger will take HP sooner than this, the hero stops exploring the floor."""


@rule
def food_carried(hero: Hero, ruleset: Ruleset) -> int:
    """How many turns the food in the hero's inventory feeds it for."""
    turns = 0
    for slot in range(ruleset.inventory_capacity):
        number = ready_use(hero, ruleset, slot)
        if number != NOWHERE and ruleset.abilities[number].traits & FEEDS != 0:
            turns += ruleset.abilities[number].amount * hero.inventory[slot].count
    return turns


@rule
def has_food_for(hero: Hero, ruleset: Ruleset, turns: int, deadly: bool = False) -> bool:
    """Whether food lasts for some turns: until hunger takes HP if `deadly`, else until it harms the hero in any way."""
    eaten = hero.nutrition - harm_begins(ruleset, deadly)
    # The food in the inventory is counted only if nutrition alone doesn't last.
    return eaten >= turns or eaten + food_carried(hero, ruleset) >= turns


@rule
def is_short_of_food(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether a hero that hungers should fetch the food that it knows of."""
    return ruleset.hunger_full > 0 and not has_food_for(hero, ruleset, FOOD_TO_FETCH)


@rule
def is_about_to_starve(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether a hero that hungers should look for food on the next floor rather than explore this one."""
    return ruleset.hunger_full > 0 and not has_food_for(hero, ruleset, FOOD_TO_LEAVE, True)


@rule
def fetch_food(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> int:
    """A step to food that the hero has seen and knows a way to; NO_ACTION if there is none."""
    price = price_of_room(hero, ruleset)
    for i in range(hero.seen_item_count):
        item = hero.seen_items[i]
        feeds = item.cell != hero.cell and is_food(ruleset, item.kind)
        if feeds and is_worth_taking(hero, ruleset, i, price):
            if not is_on_path(hero, mind, item.cell):
                plan_path_to(hero, mind, item.cell)
            if mind.length > 0:
                return follow_path(hero, mind)
    return NO_ACTION


# When a careful hero rests: no enemy is near, its HP regenerate, and it has food to spare.

REST_BELOW = 70
"""Percent of max HP."""

FOOD_KEPT = 900
"""Turns. A hero with less food than this, in its belly and in its inventory, doesn't rest: food is for exploring."""

LONGEST_REST = 200
"""Percent of its max HP that a hero rests for on one floor, at most."""


@rule
def is_alone(mind: BotMemory) -> bool:
    """Whether no enemy that is awake is in view, or was a few turns ago."""
    for row in range(mind.sighting_count):
        seen = mind.sightings[row].seen
        if seen.side == HOSTILE and seen.asleep == 0:
            return False
    return True


@rule
def should_rest(hero: Hero, ruleset: Ruleset, mind: BotMemory) -> bool:
    """Whether a hero stays where it is, to regain HP or until it can see and walk straight again."""
    if not is_alone(mind):
        return False
    if hero.conditions & (STUMBLES | CANNOT_SEE) != 0 and hero.visible_monster_count == 0:
        return True
    if mind.rest_floor != hero.floor:
        mind.rest_floor = hero.floor
        mind.rested = 0
    if mind.rest_turn == hero.turn - 1 and hero.hp < mind.rest_hp:
        mind.disturbed = hero.turn
    if hero.turn - mind.disturbed < UNQUIET_TURNS:
        return False
    closes = int(hero.stats[REGENERATION])
    if closes == 0 or 100 * hero.hp >= REST_BELOW * hero.max_hp or mind.rested * closes > LONGEST_REST * hero.max_hp:
        return False
    return ruleset.hunger_full == 0 or has_food_for(hero, ruleset, FOOD_KEPT)


@rule
def rest(hero: Hero, mind: BotMemory) -> None:
    """Note a turn of rest, so that it doesn't count towards a stalemate."""
    mind.rested += 1
    mind.rest_turn = hero.turn
    mind.rest_hp = hero.hp
    mind.progress_turn = hero.turn
    mind.idle = 0
