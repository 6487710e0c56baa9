"""How good an imagined outcome is, in HP."""

from __future__ import annotations

from steep.bots.combat.enemies import hurts
from steep.bots.combat.fight_cost import duel_cost
from steep.bots.items.choose_and_use_items import ITEM_PARTS, use_value
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HOSTILE, PLAYING, WON, Actor, Hero, World
from steep.rules.experience_and_victory import xp_to_next

UNIT = 64
"""Scores are in 1 / UNIT of an HP."""

DEATH = 8
"""To die costs so many times max HP, beside the HP that are left."""

MOST_TO_COME = 6
"""What enemies are still to cost counts at most as so many times max HP: less than death."""

VICTORY = 1 << 56
IMPOSSIBLE = -(1 << 60)
"""Below any score that an action can have."""

KIND_PARTS = 16
"""To have identified a kind of item is worth max HP / KIND_PARTS."""

LEVEL_PARTS = 5
"""A level is worth max HP / LEVEL_PARTS."""

MOST_REVEALED = 64
"""Cells. An action that reveals this many, or more, is worth as much as an item that doesn't help at once."""

MAX_LEVELS = 10_000 * UNIT
"""More levels than this count the same: their value would overflow 64 bits."""


@rule
def is_enemy(world: World, ruleset: Ruleset, actor: Actor) -> bool:
    """Whether a monster is hostile, alive, awake and able to hurt the hero."""
    return actor.hp > 0 and actor.side == HOSTILE and actor.asleep == 0 and hurts(world.hero, ruleset, actor)


@rule
def any_enemy_left(world: World, ruleset: Ruleset) -> bool:
    """Whether any enemy is left on the floor."""
    for index in range(world.actor_count):
        if is_enemy(world, ruleset, world.actors[index]):
            return True
    return False


@rule
def remaining_cost(world: World, ruleset: Ruleset) -> int:
    """HP that fighting the enemies still alive would cost, one by one."""
    hero = world.hero
    cost = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if is_enemy(world, ruleset, actor):
            cost += duel_cost(hero, ruleset, actor, actor.hp)
    return cost


@rule
def inventory_value(hero: Hero, ruleset: Ruleset) -> int:
    """HP that the items in the inventory give or save."""
    total = 0
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            kind = ruleset.items[hero.inventory[slot].kind - 1]
            if kind.use == NOWHERE:
                continue
            total += use_value(hero, ruleset.abilities[kind.use]) * hero.inventory[slot].count
    return total


@rule
def standing(before: Hero, hero: Hero, ruleset: Ruleset) -> int:
    """The score of what a hero has, whatever is still to come: HP, items, and levels gained since before."""
    levels = (hero.level - before.level) * UNIT + hero.xp * UNIT // xp_to_next(ruleset, hero.level)
    levels = min(levels, MAX_LEVELS)
    return (hero.hp + inventory_value(hero, ruleset)) * UNIT + levels * hero.max_hp // LEVEL_PARTS


@rule
def evaluate(before: Hero, world: World, ruleset: Ruleset, turns: int, revealed: int) -> int:
    """Score the change from the hero before to this world, `turns` turns later.

    A hero who leaves the floor escapes its enemies but also loses what the floor still offers: that costs max HP.
    `revealed` is how many cells an item has shown it.
    """
    hero = world.hero
    if world.outcome == WON:
        return VICTORY - turns
    if world.outcome != PLAYING:
        return turns - DEATH * hero.max_hp * UNIT
    cost = remaining_cost(world, ruleset) if world.floor == before.floor else hero.max_hp
    cost = min(cost, MOST_TO_COME * hero.max_hp)
    learned = before.unidentified - hero.unidentified
    information = learned * hero.max_hp * UNIT // KIND_PARTS
    information += min(revealed, MOST_REVEALED) * hero.max_hp * UNIT // (MOST_REVEALED * ITEM_PARTS)
    return standing(before, hero, ruleset) - cost * UNIT + information
