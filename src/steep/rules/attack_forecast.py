"""What attacks of the hero and of a monster do to each other, as far as the hero knows."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import AttackDice, Ruleset, codes
from steep.core.world import Actor, Hero, VisibleMonster
from steep.rules.abilities.statuses import ANY_STATUS
from steep.spawn.attack_odds import HUNDREDTHS, expected_damage
from steep.spawn.monster_threat import hits_to_kill

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
    """A stat of the hero if another, or the same, were higher by `gain`."""
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

    `gain` is how much higher one of the hero's stats is thought to be.
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
