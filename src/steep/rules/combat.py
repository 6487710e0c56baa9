"""Attacks, damage and deaths, of the hero and of monsters. An actor is named by its row in `World.actors`."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.magic_mapping import note_trodden
from steep.core.random_streams import COMBAT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import AttackDice, Ruleset, codes
from steep.core.world import CARRIES, DEAD, HERO, HERO_ROW, HOSTILE, WON, Actor, World
from steep.rules.abilities.queue import doer, set_off
from steep.rules.abilities.statuses import ANY_STATUS, cell_of_actor, end_status, loot_of, max_hp_of
from steep.rules.attack_forecast import weapon_dice
from steep.rules.experience_and_victory import win
from steep.rules.items.enchantments import coded_plus
from steep.rules.items.identification import perceived_kind
from steep.rules.monsters.behaviours import make_noise
from steep.rules.perceived_events import (
    ABSORBED,
    CRITICAL,
    DIED,
    DROPPED,
    GAINED_XP,
    HIT,
    MISSED,
    emit,
    emit_if_visible,
)
from steep.spawn.attack_odds import hit_damage, miss_chance, raw_damage, resisted
from steep.spawn.curves import is_below


@rule
def attack_dice(world: World, ruleset: Ruleset, index: int) -> AttackDice:
    """The dice and the damage type of an actor's attacks."""
    if index == HERO_ROW:
        return weapon_dice(world.hero, ruleset)
    return ruleset.monsters[world.actors[index].kind].attack


@rule
def roll_miss(ruleset: Ruleset, by: Actor, body: Actor, random: Cells) -> bool:
    """Whether an attack misses. Draws only if it might and might not."""
    percent = miss_chance(
        ruleset, int(by.stats[codes.ACCURACY]), int(body.stats[codes.DEFENSE]), int(body.stats[codes.EVASION])
    )
    return percent > 0 and (percent >= 100 or below(random, COMBAT, 100) < percent)


@rule
def roll_critical(ruleset: Ruleset, random: Cells) -> bool:
    """Whether a hit is critical. Draws only if the ruleset has critical hits."""
    chance = ruleset.critical_chance
    return chance > 0 and (chance >= 100 or below(random, COMBAT, 100) < chance)


@rule
def roll_dice(attack: AttackDice, random: Cells) -> int:
    """What an attack's dice add to power."""
    total = attack.plus
    for _ in range(attack.dice):
        total += between(random, COMBAT, 1, attack.sides)
    return total


@rule
def roll_damage(ruleset: Ruleset, attack: AttackDice, by: Actor, body: Actor, is_critical: bool, random: Cells) -> int:
    """The HP that a hit takes. Draws only for dice and spread."""
    raw = raw_damage(ruleset, int(by.stats[codes.POWER]), roll_dice(attack, random), int(body.stats[codes.DEFENSE]))
    spread = ruleset.spread
    percent = between(random, COMBAT, 100 - spread, 100 + spread) if spread > 0 else 100
    return hit_damage(ruleset, raw, percent, is_critical, int(body.stats[codes.RESISTANCE + attack.damage_type]))


@rule
def damage_to(world: World, index: int, amount: int, damage_type: int) -> int:
    """The HP that an amount of damage of a type takes from an actor."""
    return resisted(amount, int(world.actors[index].stats[codes.RESISTANCE + damage_type]))


@rule
def absorb_with_shield(world: World, ruleset: Ruleset, index: int, amount: int) -> int:
    """What is left of an amount of damage after an actor's shield has taken what it can; used up, it ends."""
    body = world.actors[index]
    taken = min(amount, body.shield)
    if taken <= 0:
        return amount
    body.shield -= taken
    emit_if_visible(world, ABSORBED, body.kind, body.kind, taken, cell_of_actor(world, index))
    if body.shield == 0:
        for status in range(ruleset.status_count):
            if body.statuses[status] > 0 and ruleset.statuses[status].absorbs > 0:
                end_status(world, ruleset, index, status)
    return amount - taken


@rule
def wound(world: World, ruleset: Ruleset, index: int, amount: int, attacker: int) -> int:
    """Take HP from an actor, by another. Returns the XP that gave the hero, whoever killed it."""
    return lose_hp(world, ruleset, index, amount, doer(world, attacker), cell_of_actor(world, attacker))


@rule
def lose_hp(world: World, ruleset: Ruleset, index: int, amount: int, by: int, source: int) -> int:
    """Take HP from an actor and wake it; it may die. Returns the XP that gave the hero.

    A hero that has won loses nothing any more, as by what the death of its last enemy sets off.
    `by` is the kind that did it, and `source` the cell that what it sets off is aimed at.
    """
    body = world.actors[index]
    if index == HERO_ROW and world.outcome == WON:
        return 0
    body.hp -= amount
    body.asleep = 0
    if body.hp > 0:
        if amount > 0:
            end_when_hurt(world, ruleset, index)
            set_off(world, ruleset, codes.ON_HURT, index, source)
        return 0
    body.hp = 0
    if index == HERO_ROW:
        world.outcome = DEAD
        world.killer = by
        emit(world, DIED, by, HERO, 0, world.hero.cell)
        return 0
    world.occupant[body.cell] = 0
    if ruleset.pursuit == codes.TRODDEN:
        note_trodden(world, body.cell)
    if body.side != HOSTILE:
        world.friends -= 1
    if by == HERO:
        # Emitted even out of sight: the XP that follows tells the hero.
        world.hero.kills += 1
        emit(world, DIED, by, body.kind, 0, body.cell)
    else:
        emit_if_visible(world, DIED, by, body.kind, 0, body.cell)
    if body.conditions & CARRIES != 0:
        drop_loot(world, index)
    set_off(world, ruleset, codes.ON_DEATH, index, body.cell)
    if body.kind + 1 == ruleset.goal_monster and not is_below(ruleset.below, world.floor):
        win(world)
    world.hero.xp += body.xp
    return body.xp


@rule
def drop_loot(world: World, index: int) -> None:
    """Let a monster that dies drop what it stole."""
    body = world.actors[index]
    body.conditions &= ~CARRIES
    row = loot_of(world, index)
    # In a world that a bot imagines, nobody knows what it is.
    if row != NOWHERE:
        item = world.items[row]
        item.cell = body.cell
        kind = perceived_kind(world, item.kind)
        plus = int(world.item_plus[row]) if kind == item.kind else 0
        emit_if_visible(world, DROPPED, body.kind, kind, 0, body.cell, coded_plus(plus))


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
    emit_xp_gain(world, wound(world, ruleset, index, amount, attacker))


@rule
def emit_xp_gain(world: World, xp: int) -> None:
    """Say that the hero gained XP, if it gained any."""
    if xp > 0:
        emit(world, GAINED_XP, HERO, HERO, xp, world.hero.cell)


@rule
def restore(world: World, index: int, amount: int) -> int:
    """Give an actor HP, up to its maximum. Returns how many it gained."""
    body = world.actors[index]
    gained = min(amount, max_hp_of(body) - body.hp)
    if gained <= 0:
        return 0
    body.hp += gained
    return gained


@rule
def say_attack(world: World, what: int, attacker: int, target: int, amount: int, detail: int) -> None:
    """Emit an attack: the hero always knows of its own and of those on it."""
    by = world.actors[attacker].kind
    kind = world.actors[target].kind
    cell = cell_of_actor(world, target)
    if attacker == HERO_ROW or target == HERO_ROW:
        emit(world, what, by, kind, amount, cell, detail)
    else:
        emit_if_visible(world, what, by, kind, amount, cell, detail)


@rule
def attack(world: World, ruleset: Ruleset, attacker: int, target: int) -> None:
    """One actor attacks another. A miss still wakes it."""
    by = world.actors[attacker]
    body = world.actors[target]
    cell = cell_of_actor(world, target)
    if ruleset.attack_noise > 0:
        make_noise(world, ruleset, cell_of_actor(world, attacker), ruleset.attack_noise)
    if roll_miss(ruleset, by, body, world.random):
        body.asleep = 0
        say_attack(world, MISSED, attacker, target, 0, 0)
        return
    is_critical = roll_critical(ruleset, world.random)
    dice = attack_dice(world, ruleset, attacker)
    amount = absorb_with_shield(world, ruleset, target, roll_damage(ruleset, dice, by, body, is_critical, world.random))
    say_attack(world, HIT, attacker, target, amount, CRITICAL if is_critical and amount > 0 else 0)
    set_off(world, ruleset, codes.ON_HIT, attacker, cell)
    damage(world, ruleset, target, amount, attacker)
