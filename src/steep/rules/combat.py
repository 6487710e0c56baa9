"""Attacks, damage and deaths. Damage is power minus defense; there is no roll."""

from __future__ import annotations

from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import DEAD, HERO, World
from steep.rules.events import DIED, GAINED_XP, HIT, emit, emit_if_visible


@rule
def damage_of(power: int, defense: int) -> int:
    """The HP a hit takes: power minus defense, at least 0."""
    return power - defense if power > defense else 0


@rule
def wound_actor(world: World, ruleset: Ruleset, index: int, amount: int, attacker: int) -> int:
    """Take HP from a monster and wake it. If it dies, the hero gains its XP, whoever killed it; returns that XP."""
    actor = world.actors[index]
    actor.hp -= amount
    actor.asleep = 0
    if actor.hp > 0:
        return 0
    actor.hp = 0
    world.occupant[actor.cell] = 0
    hero = world.hero
    if attacker == HERO:
        # Emitted even out of sight: the XP that follows tells the hero.
        hero.kills += 1
        emit(world, DIED, attacker, actor.kind, 0, actor.cell)
    else:
        emit_if_visible(world, DIED, attacker, actor.kind, 0, actor.cell)
    xp = ruleset.monsters[actor.kind].xp
    hero.xp += xp
    return xp


@rule
def damage_actor(world: World, ruleset: Ruleset, index: int, amount: int, attacker: int) -> None:
    """Wound a monster, and say what XP that gave."""
    say_gained_xp(world, wound_actor(world, ruleset, index, amount, attacker))


@rule
def say_gained_xp(world: World, xp: int) -> None:
    """Say that the hero gained XP, if it gained any."""
    if xp > 0:
        emit(world, GAINED_XP, HERO, HERO, xp, world.hero.cell)


@rule
def damage_hero(world: World, amount: int, attacker: int) -> None:
    """Take HP from the hero."""
    hero = world.hero
    hero.hp -= amount
    if hero.hp > 0:
        return
    hero.hp = 0
    world.outcome = DEAD
    world.killer = attacker
    emit(world, DIED, attacker, HERO, 0, hero.cell)


@rule
def hero_attacks(world: World, ruleset: Ruleset, index: int) -> None:
    """The hero attacks a monster."""
    actor = world.actors[index]
    damage = damage_of(world.hero.power, ruleset.monsters[actor.kind].defense)
    emit(world, HIT, HERO, actor.kind, damage, actor.cell)
    damage_actor(world, ruleset, index, damage, HERO)


@rule
def actor_attacks_hero(world: World, ruleset: Ruleset, index: int) -> None:
    """A monster attacks the hero."""
    kind = world.actors[index].kind
    damage = damage_of(ruleset.monsters[kind].power, world.hero.defense)
    emit(world, HIT, kind, HERO, damage, world.hero.cell)
    damage_hero(world, damage, kind)


@rule
def actor_attacks_actor(world: World, ruleset: Ruleset, index: int, other: int) -> None:
    """A confused monster attacks another."""
    kind = world.actors[index].kind
    target = world.actors[other]
    damage = damage_of(ruleset.monsters[kind].power, ruleset.monsters[target.kind].defense)
    emit_if_visible(world, HIT, kind, target.kind, damage, target.cell)
    damage_actor(world, ruleset, other, damage, kind)
