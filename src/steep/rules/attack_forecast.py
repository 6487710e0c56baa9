"""What attacks of the hero and of a monster do to each other, as far as the hero knows."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE, direction_to, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import GIVE_STATUS, HELD, AbilityRow, AttackDice, Ruleset, codes
from steep.core.world import HOSTILE, Actor, Hero, VisibleMonster, World
from steep.rules.abilities.ability_shapes import line_is_open, seen_on
from steep.rules.abilities.statuses import ANY_STATUS
from steep.spawn.attack_odds import HUNDREDTHS, expected_damage, hits_to_kill

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


# What an ability would do, by the ruleset's tables: for how long it holds whom it hits.


@rule
def held_turns(ruleset: Ruleset, ability: AbilityRow, unable: int) -> int:
    """For how many turns an ability holds whom it hits, without any other of the conditions in `unable`."""
    turns = 0
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == GIVE_STATUS and ruleset.statuses[effect.status].conditions & unable == HELD:
            turns += effect.turns
    return turns
