"""What fights cost, as the ruleset's numbers and the hero's own tell."""

from __future__ import annotations

from steep.core.geometry import steps_between
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Foe, Hero
from steep.rules.combat import damage_of

NEVER = 1_000
"""Blows that count as too many to ever kill."""

MOST_COST = 1_000_000_000
"""HP. Dearer duels are not told apart, so that costs can be summed over weights within 64 bits."""


@rule
def blows_to_kill(hp: int, damage: int) -> int:
    """Blows of a damage that take these HP; NEVER when they would not."""
    if damage == 0:
        return NEVER
    return min(NEVER, (hp + damage - 1) // damage)


@rule
def duel_cost(ruleset: Ruleset, kind: int, hp: int, power: int, defense: int) -> int:
    """HP that a monster with so many left costs a hero who strikes first; MOST_COST at most."""
    foe = ruleset.monsters[kind]
    return min(MOST_COST, (blows_to_kill(hp, damage_of(power, foe.defense)) - 1) * damage_of(foe.power, defense))


@rule
def bite(hero: Hero, ruleset: Ruleset, kind: int) -> int:
    """HP that a blow of a kind of monster takes from the hero."""
    return damage_of(ruleset.monsters[kind].power, hero.defense)


@rule
def foe_cost(hero: Hero, ruleset: Ruleset, foe: Foe) -> int:
    """HP that a foe costs the hero, alone."""
    return duel_cost(ruleset, foe.kind, foe.hp, hero.power, hero.defense)


@rule
def is_threat(hero: Hero, ruleset: Ruleset, foe: Foe) -> bool:
    """Whether a foe is about to hurt the hero."""
    return foe.asleep == 0 and bite(hero, ruleset, foe.kind) > 0


@rule
def threat_count(hero: Hero, ruleset: Ruleset) -> int:
    """How many foes in view are about to hurt the hero."""
    count = 0
    for i in range(hero.foe_count):
        if is_threat(hero, ruleset, hero.foes[i]):
            count += 1
    return count


@rule
def foe_blows(hero: Hero, ruleset: Ruleset, foe: Foe) -> int:
    """Blows that a foe stands."""
    return blows_to_kill(foe.hp, damage_of(hero.power, ruleset.monsters[foe.kind].defense))


@rule
def fight_cost(hero: Hero, ruleset: Ruleset, front: int) -> int:
    """HP that all threats in view cost, struck down one after the other, when so many at a time reach the hero."""
    cost = 0
    for i in range(hero.foe_count):
        foe = hero.foes[i]
        if is_threat(hero, ruleset, foe):
            turns = foe_blows(hero, ruleset, foe) - 1
            ahead = 1
            for j in range(i - 1, -1, -1):
                if ahead < front and is_threat(hero, ruleset, hero.foes[j]):
                    turns += foe_blows(hero, ruleset, hero.foes[j])
                    ahead += 1
            cost += turns * bite(hero, ruleset, foe.kind)
    return cost


@rule
def next_bites(hero: Hero, ruleset: Ruleset) -> int:
    """HP that those beside the hero, or on its cell, take in a turn, as long as they are clear-headed."""
    total = 0
    for i in range(hero.foe_count):
        foe = hero.foes[i]
        if foe.asleep == 0 and foe.confused == 0 and steps_between(foe.cell, hero.cell) <= 1:
            total += bite(hero, ruleset, foe.kind)
    return total
