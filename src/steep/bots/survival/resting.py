"""When a careful hero rests: nobody is about, its wounds close by themselves, and it has food to spare."""

from __future__ import annotations

from steep.bots.memory.bot_memory import UNQUIET_TURNS, BotMemory
from steep.bots.survival.food import has_food_for
from steep.core.rule_decorator import rule
from steep.core.ruleset import CANNOT_SEE, REGENERATION, STUMBLES, Ruleset
from steep.core.world import HOSTILE, Hero

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
