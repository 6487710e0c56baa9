"""Food and rest: when to eat, and when to wait for HP."""

from __future__ import annotations

from steep.bots.items.choose_and_use_items import is_food, is_worth_taking, price_of_room, ready_use
from steep.bots.memory.bot_memory import UNQUIET_TURNS, BotMemory
from steep.bots.movement.pathfinding import NO_ACTION, follow_path, is_on_path, plan_path_to
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import CANNOT_SEE, FEEDS, REGENERATION, STUMBLES, Ruleset
from steep.core.world import HOSTILE, Hero
from steep.rules.hunger import harm_begins

FOOD_TO_FETCH = 300
"""Turns. A hero that hunger harms sooner than this fetches what food it knows of on the floor."""

FOOD_TO_LEAVE = 300
"""Turns. A hero that hunger kills sooner than this doesn't explore the floor any more."""


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
    """Whether the hero has food for so many turns until hunger takes HP, or, unless `deadly`, harms it at all."""
    eaten = hero.nutrition - harm_begins(ruleset, deadly)
    # What it carries need not be counted while what it has eaten lasts.
    return eaten >= turns or eaten + food_carried(hero, ruleset) >= turns


@rule
def is_short_of_food(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether a hero that hungers should fetch what food it knows of."""
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


# When a careful hero rests: nobody is about, its wounds close by themselves, and it has food to spare.

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
    """Whether a hero stays where it is, for its wounds, or until it can see and walk straight again."""
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
    """Note a turn of rest: it is no stalemate."""
    mind.rested += 1
    mind.rest_turn = hero.turn
    mind.rest_hp = hero.hp
    mind.progress_turn = hero.turn
    mind.idle = 0
