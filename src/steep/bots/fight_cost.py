"""What fights cost, from the numbers of the ruleset and the hero."""

from __future__ import annotations

from steep.core.geometry import steps_between
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero, VisibleMonster
from steep.rules.combat import damage_of
from steep.spawn.monster_threat import hits_to_kill

MAX_HITS = 1_000
"""A monster that takes more hits to kill counts as one that can't be killed."""

FAR = 1_000
"""More steps than there are between any two cells."""

MAX_COST = 1_000_000_000
"""HP. Upper limit of a duel's cost, so that sums over weights stay within 64 bits."""


@rule
def capped_hits(hp: int, damage: int) -> int:
    """How many hits of `damage` HP take `hp` HP, at most MAX_HITS; MAX_HITS if `damage` is 0."""
    hits = hits_to_kill(hp, damage)
    return MAX_HITS if hits == 0 else min(MAX_HITS, hits)


@rule
def duel_cost(ruleset: Ruleset, kind: int, hp: int, power: int, defense: int) -> int:
    """HP that a hero who attacks first loses to a monster with `hp` HP left, at most MAX_COST."""
    enemy = ruleset.monsters[kind]
    return min(MAX_COST, (capped_hits(hp, damage_of(power, enemy.defense)) - 1) * damage_of(enemy.power, defense))


@rule
def expected_damage(hero: Hero, ruleset: Ruleset, kind: int) -> int:
    """HP that a hit by a kind of monster takes from the hero."""
    return damage_of(ruleset.monsters[kind].power, hero.defense)


@rule
def enemy_cost(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """HP that fighting an enemy alone costs the hero."""
    return duel_cost(ruleset, enemy.kind, enemy.hp, hero.power, hero.defense)


@rule
def harmed_cost(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster, amount: int) -> int:
    """HP that fighting an enemy alone costs the hero after it has lost `amount` HP."""
    left = enemy.hp - amount
    return duel_cost(ruleset, enemy.kind, left, hero.power, hero.defense) if left > 0 else 0


@rule
def is_threat(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> bool:
    """Whether an enemy is awake and can hurt the hero."""
    return enemy.asleep == 0 and expected_damage(hero, ruleset, enemy.kind) > 0


@rule
def threat_count(hero: Hero, ruleset: Ruleset) -> int:
    """The number of threats in view."""
    count = 0
    for i in range(hero.visible_monster_count):
        if is_threat(hero, ruleset, hero.visible_monsters[i]):
            count += 1
    return count


@rule
def steps_to_threat(hero: Hero, ruleset: Ruleset) -> int:
    """Steps to the nearest threat in view; FAR if there is none."""
    nearest = FAR
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if is_threat(hero, ruleset, enemy):
            nearest = min(nearest, steps_between(enemy.cell, hero.cell))
    return nearest


@rule
def hits_to_kill_enemy(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """How many hits an enemy takes to kill, at most MAX_HITS."""
    return capped_hits(enemy.hp, damage_of(hero.power, ruleset.monsters[enemy.kind].defense))


@rule
def fight_cost(hero: Hero, ruleset: Ruleset, attackers: int) -> int:
    """HP that killing all threats in view one by one costs, if up to `attackers` can reach the hero at a time."""
    cost = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if is_threat(hero, ruleset, enemy):
            turns = hits_to_kill_enemy(hero, ruleset, enemy) - 1
            ahead = 1
            for j in range(i - 1, -1, -1):
                if ahead < attackers and is_threat(hero, ruleset, hero.visible_monsters[j]):
                    turns += hits_to_kill_enemy(hero, ruleset, hero.visible_monsters[j])
                    ahead += 1
            cost += turns * expected_damage(hero, ruleset, enemy.kind)
    return cost


@rule
def next_damage(hero: Hero, ruleset: Ruleset) -> int:
    """HP that monsters next to the hero, or on its cell, take in a turn unless they are confused or asleep."""
    total = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if enemy.asleep == 0 and enemy.confused == 0 and steps_between(enemy.cell, hero.cell) <= 1:
            total += expected_damage(hero, ruleset, enemy.kind)
    return total
