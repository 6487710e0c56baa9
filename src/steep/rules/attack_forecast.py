"""What attacks of the hero and of a kind of monster do to each other, as far as the hero knows."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    ACCURACY,
    DEFENSE,
    EVASION,
    MAX_HP,
    POWER,
    RESISTANCE,
    AttackDice,
    Ruleset,
)
from steep.core.world import Hero
from steep.spawn.attack_odds import HUNDREDTHS, expected_damage
from steep.spawn.monster_threat import hits_to_kill


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
def damage_dealt(hero: Hero, ruleset: Ruleset, kind: int, stat: int = MAX_HP, gain: int = 0) -> int:
    """What an attack by the hero takes from a kind of monster on average, in hundredths of an HP.

    `gain` is how much higher one of the hero's stats is thought to be.
    """
    attack = weapon_dice(hero, ruleset)
    stats = ruleset.monsters[kind].stats
    return expected_damage(
        ruleset,
        attack,
        raised(hero, POWER, stat, gain),
        raised(hero, ACCURACY, stat, gain),
        int(stats[DEFENSE]),
        int(stats[EVASION]),
        int(stats[RESISTANCE + attack.damage_type]),
    )


@rule
def damage_taken(hero: Hero, ruleset: Ruleset, kind: int, stat: int = MAX_HP, gain: int = 0) -> int:
    """What an attack by a kind of monster takes from the hero on average, in hundredths of an HP."""
    attack = ruleset.monsters[kind].attack
    stats = ruleset.monsters[kind].stats
    return expected_damage(
        ruleset,
        attack,
        int(stats[POWER]),
        int(stats[ACCURACY]),
        raised(hero, DEFENSE, stat, gain),
        raised(hero, EVASION, stat, gain),
        int(hero.stats[RESISTANCE + attack.damage_type]),
    )


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
