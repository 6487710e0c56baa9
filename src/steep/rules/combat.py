"""Blows, wounds and deaths. Damage is power less defense; there is no roll."""

from __future__ import annotations

from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import DEAD, HERO, World
from steep.rules.events import DIED, GAINED_XP, HIT, emit, emit_if_visible


@rule
def damage_of(power: int, defense: int) -> int:
    """HP that a blow takes."""
    return power - defense if power > defense else 0


@rule
def damage_actor(world: World, ruleset: Ruleset, index: int, amount: int, who: int) -> None:
    """Take HP from a monster, which wakes it. Its death gives the hero XP, whoever killed it."""
    actor = world.actors[index]
    actor.hp -= amount
    actor.asleep = 0
    if actor.hp > 0:
        return
    actor.hp = 0
    world.occupant[actor.cell] = 0
    hero = world.hero
    if who == HERO:
        # Out of sight, too: the hero feels it in the XP that follows.
        hero.kills += 1
        emit(world, DIED, who, actor.kind, 0, actor.cell)
    else:
        emit_if_visible(world, DIED, who, actor.kind, 0, actor.cell)
    xp = ruleset.monsters[actor.kind].xp
    if xp > 0:
        hero.xp += xp
        emit(world, GAINED_XP, HERO, HERO, xp, hero.cell)


@rule
def damage_hero(world: World, amount: int, who: int) -> None:
    """Take HP from the hero."""
    hero = world.hero
    hero.hp -= amount
    if hero.hp > 0:
        return
    hero.hp = 0
    world.outcome = DEAD
    world.killer = who
    emit(world, DIED, who, HERO, 0, hero.cell)


@rule
def hero_attacks(world: World, ruleset: Ruleset, index: int) -> None:
    """The hero's blow at a monster."""
    actor = world.actors[index]
    damage = damage_of(world.hero.power, ruleset.monsters[actor.kind].defense)
    emit(world, HIT, HERO, actor.kind, damage, actor.cell)
    damage_actor(world, ruleset, index, damage, HERO)


@rule
def actor_attacks_hero(world: World, ruleset: Ruleset, index: int) -> None:
    """A monster's blow at the hero."""
    kind = world.actors[index].kind
    damage = damage_of(ruleset.monsters[kind].power, world.hero.defense)
    emit(world, HIT, kind, HERO, damage, world.hero.cell)
    damage_hero(world, damage, kind)


@rule
def actor_attacks_actor(world: World, ruleset: Ruleset, index: int, other: int) -> None:
    """A confused monster's blow at another."""
    kind = world.actors[index].kind
    struck = world.actors[other]
    damage = damage_of(ruleset.monsters[kind].power, ruleset.monsters[struck.kind].defense)
    emit_if_visible(world, HIT, kind, struck.kind, damage, struck.cell)
    damage_actor(world, ruleset, other, damage, kind)
