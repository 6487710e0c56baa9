"""Which monsters are enemies, whether they come to the hero, and what they can do to it in a turn."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, FLOOR, steps_between
from steep.core.miss_chance_and_damage import during_action, miss_chance
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset, codes
from steep.core.world import HOSTILE, Hero, VisibleMonster
from steep.rules.abilities.queue import bit_of
from steep.rules.combat import Enemy, damage_taken

UNABLE = codes.CANNOT_ACT | codes.STUMBLES | codes.HELD | codes.AFRAID
"""What keeps a monster from coming to hit the hero."""

MAX_DAMAGE = 1_000_000_000_000
"""Hundredths of an HP. Upper limit of the damage of a turn before speeds multiply it."""


@rule
def ability_damage(ruleset: Ruleset, kind: int, trigger: int) -> int:
    """About what the strongest of a kind's abilities with a trigger takes in a turn, in hundredths of an HP.

    Each turn of a status counts as one HP.
    """
    monster = ruleset.monsters[kind]
    strongest = 0
    if monster.triggers & bit_of(trigger) != 0:
        for number in range(monster.first_ability, monster.first_ability + monster.ability_count):
            ability = ruleset.abilities[number]
            if ability.trigger == trigger and ability.traits & codes.HARMS != 0 and ability.affects != codes.ALLIES:
                strongest = max(strongest, ability.chance * ability.amount // (ability.cooldown + 1))
    return strongest


@rule
def at_speed(hero: Hero, ruleset: Ruleset, enemy: Enemy, damage: int, time: int = codes.NORMAL_SPEED) -> int:
    """Damage in one turn of the hero, from the damage of a monster's action and its `time`, in percent of a turn."""
    if ruleset.timed == 0:
        return damage
    damage = min(damage, MAX_DAMAGE)
    return during_action(damage, time, int(enemy.stats[codes.SPEED]), codes.NORMAL_SPEED, int(hero.stats[codes.SPEED]))


@rule
def turn_damage(hero: Hero, ruleset: Ruleset, enemy: Enemy, stat: int = codes.MAX_HP, gain: int = 0) -> int:
    """What a monster beside the hero takes from it in a turn on average, in hundredths of an HP.

    `gain` is how much higher one of the hero's stats is thought to be.
    """
    kind = enemy.kind
    attack = damage_taken(hero, ruleset, enemy, stat, gain)
    time = ruleset.monsters[kind].attack_time
    if ruleset.monsters[kind].triggers == 0:
        return at_speed(hero, ruleset, enemy, attack, time)
    attack += ability_damage(ruleset, kind, codes.ON_HIT)
    spell = ability_damage(ruleset, kind, codes.ON_TURN)
    return max(at_speed(hero, ruleset, enemy, attack, time), at_speed(hero, ruleset, enemy, spell))


@rule
def surely_hurts(hero: Hero, ruleset: Ruleset, enemy: Enemy) -> bool:
    """Whether `turn_damage` is surely above 0, because each hit takes something. If not, it may still be above 0.

    This is a fast test, without a division: it is asked of each monster many times a turn.
    """
    kind = ruleset.monsters[enemy.kind]
    if ruleset.min_damage < 1 or hero.stats[codes.RESISTANCE + kind.attack.damage_type] > 0:
        return False
    missed = miss_chance(
        ruleset, int(enemy.stats[codes.ACCURACY]), int(hero.stats[codes.DEFENSE]), int(hero.stats[codes.EVASION])
    )
    hits = min(100, 100 - missed)
    if ruleset.timed == 0:
        return hits > 0
    speed = min(codes.MAX_SPEED, max(codes.MIN_SPEED, int(enemy.stats[codes.SPEED])))
    return hits * speed * codes.NORMAL_SPEED >= kind.attack_time * min(
        codes.MAX_SPEED, max(codes.MIN_SPEED, int(hero.stats[codes.SPEED]))
    )


@rule
def hurts(hero: Hero, ruleset: Ruleset, enemy: Enemy) -> bool:
    """Whether a monster beside the hero takes anything from it in a turn on average."""
    return surely_hurts(hero, ruleset, enemy) or turn_damage(hero, ruleset, enemy) > 0


@rule
def keeps_distance(ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether an enemy doesn't leave its cell, or the water, to come to the hero."""
    kind = ruleset.monsters[enemy.kind]
    return kind.stays == 1 or (ruleset.movers[kind.mover].passable[FLOOR] == 0 and enemy.conditions & codes.FLYING == 0)


@rule
def is_out_of_reach(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether an enemy keeps apart and can't attack the hero where it stands, now or after steps of its own."""
    kind = ruleset.monsters[enemy.kind]
    if not keeps_distance(ruleset, enemy) or is_in_its_reach(hero, ruleset, enemy) or kind.attack_reach > 1:
        return False
    if kind.stays == 0:
        passable = ruleset.movers[kind.mover].passable
        for direction in DIRECTIONS:
            if passable[hero.remembered[hero.cell + direction]] == 1:
                return False
    return ability_damage(ruleset, enemy.kind, codes.ON_TURN) == 0


@rule
def is_threat(hero: Hero, ruleset: Ruleset, monster: VisibleMonster) -> bool:
    """Whether a monster is an enemy that is awake and can hurt the hero where it stands, or come to do so."""
    if monster.side != HOSTILE or monster.asleep == 1 or is_out_of_reach(hero, ruleset, monster):
        return False
    return hurts(hero, ruleset, monster)


@rule
def is_in_its_reach(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether an enemy can attack the hero from where it is, if nothing stands between them."""
    return steps_between(enemy.cell, hero.cell) <= max(1, ruleset.monsters[enemy.kind].attack_reach)


@rule
def damage_from(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """What a threat takes in its next turn from where it is, in hundredths of an HP."""
    if enemy.conditions & (codes.CANNOT_ACT | codes.STUMBLES) != 0:
        return 0
    if enemy.conditions & codes.AFRAID == 0 and is_in_its_reach(hero, ruleset, enemy):
        return turn_damage(hero, ruleset, enemy)
    return at_speed(hero, ruleset, enemy, ability_damage(ruleset, enemy.kind, codes.ON_TURN))


@rule
def comes(ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether an enemy walks up to the hero, sooner or later. One that stumbles or is held counts as coming.

    Walking up to a held enemy would give it the first blow.
    """
    kind = ruleset.monsters[enemy.kind]
    if (
        enemy.conditions & (codes.CANNOT_ACT | codes.AFRAID) != 0
        or keeps_distance(ruleset, enemy)
        or kind.keeps_distance > 1
    ):
        return False
    return enemy.hp * 100 >= kind.flees_below * int(enemy.stats[codes.MAX_HP])
