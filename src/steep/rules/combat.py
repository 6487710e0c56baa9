"""Attacks, damage and deaths, of the hero and of monsters. An actor is named by its row in `World.actors`."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, direction_to, steps_between
from steep.core.magic_mapping import note_trodden
from steep.core.miss_chance_and_damage import (
    HUNDREDTHS,
    expected_damage,
    hit_damage,
    hits_to_kill,
    miss_chance,
    raw_damage,
    resisted,
)
from steep.core.random_streams import COMBAT, below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import GIVE_STATUS, HELD, AbilityRow, AttackDice, Ruleset, codes
from steep.core.world import CARRIES, DEAD, HERO, HERO_ROW, HOSTILE, WON, Actor, Hero, VisibleMonster, World
from steep.rules.abilities.ability_shapes import line_is_open, seen_on
from steep.rules.abilities.queue import doer, set_off
from steep.rules.abilities.statuses import ANY_STATUS, cell_of_actor, end_status, loot_of, max_hp_of
from steep.rules.experience_and_victory import win
from steep.rules.items.identification_and_enchantments import coded_plus, perceived_kind
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
    """Wound an actor, and report the XP that it gave."""
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
    """Emit an attack. The hero always knows of its own attacks and of those on it."""
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


# What attacks of the hero and of a monster do to each other, as far as the hero knows.

# Attacks that reach farther than the next cell.


@rule
def reach_of_hero(hero: Hero, ruleset: Ruleset) -> int:
    """Steps up to which the hero attacks."""
    return ruleset.items[hero.weapon - 1].attack_reach if hero.weapon > 0 else 1


@rule
def enemy_ahead(hero: Hero, ruleset: Ruleset, offset: int) -> int:
    """Row in `hero.visible_monsters` of the enemy that a step by an offset attacks from afar; NOWHERE if there is none.

    It is the first monster in that direction, and not beside the hero.
    """
    cell = hero.cell
    for steps in range(1, reach_of_hero(hero, ruleset) + 1):
        cell += offset
        if ruleset.stops[hero.remembered[cell]] == 1:
            return NOWHERE
        row = seen_on(hero, cell)
        if row != NOWHERE:
            return row if steps > 1 and hero.visible_monsters[row].side == HOSTILE else NOWHERE
    return NOWHERE


@rule
def can_hit(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether a step of the hero towards an enemy attacks it: it stands beside the hero, or in reach straight ahead."""
    steps = steps_between(hero.cell, enemy.cell)
    if steps <= 1 or ruleset.reaches == 0:
        return steps == 1
    offset = direction_to(hero.cell, enemy.cell)
    row = enemy_ahead(hero, ruleset, offset)
    return offset in DIRECTIONS and row != NOWHERE and hero.visible_monsters[row].cell == enemy.cell


@rule
def hits_from_afar(world: World, ruleset: Ruleset, actor: Actor, target: int) -> bool:
    """Whether a monster that is not beside a cell can attack whoever stands there."""
    steps = steps_between(actor.cell, target)
    return steps <= ruleset.monsters[actor.kind].attack_reach and line_is_open(
        world.tiles, ruleset.stops, actor.cell, target
    )


Enemy = VisibleMonster | Actor
"""A monster in view, or one in a world that a bot imagines."""


@rule
def weapon_dice(hero: Hero, ruleset: Ruleset) -> AttackDice:
    """The dice and the damage type of the hero's attacks."""
    if hero.weapon > 0:
        return ruleset.items[hero.weapon - 1].attack
    return ruleset.hero_attack


@rule
def raised(hero: Hero, wanted: int, stat: int, gain: int) -> int:
    """The hero's stat `wanted`, as if its stat `stat` were higher by `gain`."""
    number = int(hero.stats[wanted])
    return number + gain if wanted == stat else number


@rule
def resistance_of(enemy: Enemy, ruleset: Ruleset, damage_type: int) -> int:
    """What a monster resists of a damage type, in percent, by its kind and its statuses."""
    stat = codes.RESISTANCE + damage_type
    percent = int(ruleset.monsters[enemy.kind].stats[stat])
    if enemy.conditions & ANY_STATUS != 0:
        for status in range(ruleset.status_count):
            if enemy.statuses[status] > 0:
                percent += int(ruleset.statuses[status].bonus[stat])
    return percent


@rule
def damage_dealt(hero: Hero, ruleset: Ruleset, enemy: Enemy, stat: int = codes.MAX_HP, gain: int = 0) -> int:
    """What an attack by the hero takes from a monster on average, in hundredths of an HP.

    It is as if the hero's stat `stat` were higher by `gain`.
    """
    attack = weapon_dice(hero, ruleset)
    return expected_damage(
        ruleset,
        attack,
        raised(hero, codes.POWER, stat, gain),
        raised(hero, codes.ACCURACY, stat, gain),
        int(enemy.stats[codes.DEFENSE]),
        int(enemy.stats[codes.EVASION]),
        resistance_of(enemy, ruleset, attack.damage_type),
    )


@rule
def damage_taken(hero: Hero, ruleset: Ruleset, enemy: Enemy, stat: int = codes.MAX_HP, gain: int = 0) -> int:
    """What an attack by a monster takes from the hero on average, in hundredths of an HP."""
    attack = ruleset.monsters[enemy.kind].attack
    return expected_damage(
        ruleset,
        attack,
        int(enemy.stats[codes.POWER]),
        int(enemy.stats[codes.ACCURACY]),
        raised(hero, codes.DEFENSE, stat, gain),
        raised(hero, codes.EVASION, stat, gain),
        int(hero.stats[codes.RESISTANCE + attack.damage_type]),
    )


def resistances_of(enemy: Enemy, ruleset: Ruleset) -> list[int]:
    """What a monster resists of each damage type, in percent."""
    return [resistance_of(enemy, ruleset, damage_type) for damage_type in range(ruleset.damage_type_count)]


@rule
def attacks_to_kill(hp: int, average: int) -> int:
    """How many attacks of an average damage, in hundredths of an HP, take `hp` HP; 0 if none ever do."""
    return hits_to_kill(hundredths(hp), average)


@rule
def hundredths(hp: int) -> int:
    """HP in hundredths of an HP."""
    return HUNDREDTHS * hp


@rule
def whole_hp(amount: int) -> int:
    """Hundredths of an HP in HP, rounded up."""
    return (amount + HUNDREDTHS - 1) // HUNDREDTHS


# What an ability would do, by the ruleset's tables: for how long it holds whom it hits.


@rule
def held_turns(ruleset: Ruleset, ability: AbilityRow, unable: int) -> int:
    """For how many turns an ability holds its target, without any other of the conditions in `unable`."""
    turns = 0
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == GIVE_STATUS and ruleset.statuses[effect.status].conditions & unable == HELD:
            turns += effect.turns
    return turns
