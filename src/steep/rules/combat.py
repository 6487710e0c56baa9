"""Attacks, damage and deaths, of the hero and of monsters. An actor is named by its row in `World.actors`."""

from __future__ import annotations

from steep.core.rule import rule
from steep.core.ruleset import DEFENSE, MAX_HP, ON_DEATH, ON_HIT, ON_HURT, POWER, RESISTANCE, Ruleset
from steep.core.world import DEAD, HERO, HERO_ROW, World
from steep.rules.events import DIED, GAINED_XP, HIT, emit, emit_if_visible
from steep.rules.queue import set_off
from steep.rules.statuses import ANY_STATUS, cell_of_actor, end_status


@rule
def damage_of(power: int, defense: int) -> int:
    """The HP a hit takes: power minus defense, at least 0."""
    return power - defense if power > defense else 0


@rule
def resisted(amount: int, percent: int) -> int:
    """Damage that is left after a resistance, rounded down; a negative resistance adds to it."""
    if percent == 0:
        return amount
    return max(0, amount * (100 - percent) // 100)


@rule
def damage_to(world: World, index: int, amount: int, damage_type: int) -> int:
    """The HP that an amount of damage of a type takes from an actor."""
    return resisted(amount, int(world.actors[index].stats[RESISTANCE + damage_type]))


@rule
def wound(world: World, ruleset: Ruleset, index: int, amount: int, attacker: int) -> int:
    """Take HP from an actor, by another. Returns the XP that gave the hero, whoever killed it."""
    return lose_hp(world, ruleset, index, amount, world.actors[attacker].kind, cell_of_actor(world, attacker))


@rule
def lose_hp(world: World, ruleset: Ruleset, index: int, amount: int, by: int, source: int) -> int:
    """Take HP from an actor and wake it; it may die. Returns the XP that gave the hero.

    `by` is the kind that did it, and `source` the cell that what it sets off is aimed at.
    """
    body = world.actors[index]
    body.hp -= amount
    body.asleep = 0
    if body.hp > 0:
        if amount > 0:
            end_when_hurt(world, ruleset, index)
            set_off(world, ruleset, ON_HURT, index, source)
        return 0
    body.hp = 0
    if index == HERO_ROW:
        world.outcome = DEAD
        world.killer = by
        emit(world, DIED, by, HERO, 0, world.hero.cell)
        return 0
    world.occupant[body.cell] = 0
    if by == HERO:
        # Emitted even out of sight: the XP that follows tells the hero.
        world.hero.kills += 1
        emit(world, DIED, by, body.kind, 0, body.cell)
    else:
        emit_if_visible(world, DIED, by, body.kind, 0, body.cell)
    set_off(world, ruleset, ON_DEATH, index, body.cell)
    world.hero.xp += body.xp
    return body.xp


@rule
def end_when_hurt(world: World, ruleset: Ruleset, index: int) -> None:
    """End the statuses that losing HP ends."""
    body = world.actors[index]
    if body.conditions & ANY_STATUS != 0:
        for status in range(ruleset.status_count):
            if body.statuses[status] > 0 and ruleset.statuses[status].ends_when_hurt == 1:
                end_status(world, ruleset, index, status)


@rule
def damage(world: World, ruleset: Ruleset, index: int, amount: int, attacker: int) -> None:
    """Wound an actor, and say what XP that gave."""
    say_gained_xp(world, wound(world, ruleset, index, amount, attacker))


@rule
def say_gained_xp(world: World, xp: int) -> None:
    """Say that the hero gained XP, if it gained any."""
    if xp > 0:
        emit(world, GAINED_XP, HERO, HERO, xp, world.hero.cell)


@rule
def restore(world: World, index: int, amount: int) -> int:
    """Give an actor HP, up to its maximum. Returns how many it gained."""
    body = world.actors[index]
    gained = min(amount, int(body.stats[MAX_HP]) - body.hp)
    if gained <= 0:
        return 0
    body.hp += gained
    return gained


@rule
def attack(world: World, ruleset: Ruleset, attacker: int, target: int) -> None:
    """One actor attacks another."""
    by = world.actors[attacker]
    body = world.actors[target]
    amount = damage_of(int(by.stats[POWER]), int(body.stats[DEFENSE]))
    cell = cell_of_actor(world, target)
    if attacker == HERO_ROW or target == HERO_ROW:
        emit(world, HIT, by.kind, body.kind, amount, cell)
    else:
        emit_if_visible(world, HIT, by.kind, body.kind, amount, cell)
    set_off(world, ruleset, ON_HIT, attacker, cell)
    damage(world, ruleset, target, amount, attacker)
