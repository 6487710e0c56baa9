"""What an imagined course of events is worth, counted in HP."""

from __future__ import annotations

from steep.bots.duels import duel_cost, expected_damage
from steep.core.rule import rule
from steep.core.ruleset import HEAL, NO_EFFECT, Ruleset
from steep.core.world import PLAYING, Actor, Hero, World
from steep.rules.experience import xp_to_next

UNIT = 64
"""Parts of an HP that are told apart."""

DEATH = -1_000_000_000

SCROLL = 8
"""A scroll is worth one HP in so many of the most HP: about what it saves in a fight."""

LEVEL = 5
"""And a level one in so many."""

MAX_LEVELS = 10_000 * UNIT
"""More than these are not told apart: their worth would leave 64 bits."""


@rule
def is_enemy(world: World, ruleset: Ruleset, actor: Actor) -> bool:
    """Whether a monster is alive and awake and can hurt the hero."""
    return actor.hp > 0 and actor.asleep == 0 and expected_damage(world.hero, ruleset, actor.kind) > 0


@rule
def any_enemy_left(world: World, ruleset: Ruleset) -> bool:
    """Whether the hero is not safe yet."""
    for index in range(world.actor_count):
        if is_enemy(world, ruleset, world.actors[index]):
            return True
    return False


@rule
def remaining_cost(world: World, ruleset: Ruleset) -> int:
    """HP that the enemies who are left would cost, one by one."""
    hero = world.hero
    cost = 0
    for index in range(world.actor_count):
        actor = world.actors[index]
        if is_enemy(world, ruleset, actor):
            cost += duel_cost(ruleset, actor.kind, actor.hp, hero.power, hero.defense)
    return cost


@rule
def inventory_value(hero: Hero, ruleset: Ruleset) -> int:
    """HP that what is carried gives back or saves."""
    total = 0
    for place in range(ruleset.inventory_capacity):
        if hero.inventory[place].kind > 0:
            kind = ruleset.items[hero.inventory[place].kind - 1]
            if kind.effect == HEAL:
                total += min(kind.amount, hero.max_hp)
            elif kind.effect != NO_EFFECT:
                total += hero.max_hp // SCROLL
    return total


@rule
def evaluate(before: Hero, world: World, ruleset: Ruleset, turns: int) -> int:
    """How good it is to have come from a hero as it was before to this world, in so many turns.

    Who leaves the floor is rid of its enemies, and of all that it could still gain there: the most HP pay for that.
    """
    hero = world.hero
    if world.outcome != PLAYING:
        return DEATH + turns
    left = hero.hp + inventory_value(hero, ruleset)
    left -= remaining_cost(world, ruleset) if world.floor == before.floor else hero.max_hp
    levels = (hero.level - before.level) * UNIT + hero.xp * UNIT // xp_to_next(ruleset, hero.level)
    levels = min(levels, MAX_LEVELS)
    return left * UNIT + levels * hero.max_hp // LEVEL
