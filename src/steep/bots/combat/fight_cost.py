"""What fights cost, from the numbers of the ruleset and the hero."""

from __future__ import annotations

from steep.bots.combat.enemies import (
    comes,
    damage_from,
    is_in_its_reach,
    is_threat,
    keeps_distance,
    turn_damage,
)
from steep.core.geometry import steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP, NORMAL_SPEED, Ruleset
from steep.core.world import Hero, VisibleMonster
from steep.rules.action_codes import attack_time_of_hero
from steep.rules.combat import Enemy, attacks_to_kill, damage_dealt, whole_hp

MAX_HITS = 1_000
"""A monster that takes more hits to kill counts as one that can't be killed."""

FAR = 1_000
"""More steps than there are between any two cells."""

MAX_COST = 1_000_000_000
"""HP. Upper limit of a duel's cost, so that sums over weights stay within 64 bits."""


@rule
def hits_needed(hero: Hero, ruleset: Ruleset, enemy: Enemy, hp: int, stat: int = MAX_HP, gain: int = 0) -> int:
    """About how many turns of attacks it takes to kill a monster with `hp` HP left, at most MAX_HITS.

    `gain` is how much higher one of the hero's stats is assumed to be.
    """
    return turns_to_kill(hero, ruleset, hp, damage_dealt(hero, ruleset, enemy, stat, gain))


@rule
def turns_to_kill(hero: Hero, ruleset: Ruleset, hp: int, dealt: int) -> int:
    """How many turns of attacks take `hp` HP, if one takes `dealt` hundredths on average: at most MAX_HITS."""
    hits = attacks_to_kill(hp, dealt)
    if ruleset.timed == 1:
        hits = (hits * attack_time_of_hero(hero, ruleset) + NORMAL_SPEED - 1) // NORMAL_SPEED
    return MAX_HITS if hits == 0 else min(MAX_HITS, hits)


@rule
def duel_cost(hero: Hero, ruleset: Ruleset, enemy: Enemy, hp: int, stat: int = MAX_HP, gain: int = 0) -> int:
    """HP that a hero who attacks first loses to a monster with `hp` HP left, at most MAX_COST."""
    return cost_of_turns(
        hits_needed(hero, ruleset, enemy, hp, stat, gain), turn_damage(hero, ruleset, enemy, stat, gain)
    )


@rule
def cost_of_turns(turns: int, damage: int) -> int:
    """HP that a duel costs the first attacker, from its turns and the damage of one in hundredths: at most MAX_COST."""
    return min(MAX_COST, whole_hp((turns - 1) * damage))


@rule
def enemy_cost(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """HP that fighting an enemy alone costs the hero."""
    return duel_cost(hero, ruleset, enemy, enemy.hp + enemy.shield)


@rule
def cost_saved(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster, amount: int) -> int:
    """HP that the hero saves in fighting an enemy alone once the enemy has lost `amount` HP."""
    hp = enemy.hp + enemy.shield
    dealt = damage_dealt(hero, ruleset, enemy)
    damage = turn_damage(hero, ruleset, enemy)
    cost = cost_of_turns(turns_to_kill(hero, ruleset, hp, dealt), damage)
    return cost - cost_of_turns(turns_to_kill(hero, ruleset, hp - amount, dealt), damage) if hp > amount else cost


@rule
def any_threat(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether any threat is in view."""
    for i in range(hero.visible_monster_count):
        if is_threat(hero, ruleset, hero.visible_monsters[i]):
            return True
    return False


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
def any_enemy_approaches(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether any threat in view walks up to the hero. One that attacks from afar doesn't."""
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        stops = steps_between(enemy.cell, hero.cell) > 1 and is_in_its_reach(hero, ruleset, enemy)
        if not stops and is_threat(hero, ruleset, enemy) and comes(ruleset, enemy):
            return True
    return False


@rule
def all_keep_apart(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether no threat in view would follow the hero."""
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if not keeps_distance(ruleset, enemy) and is_threat(hero, ruleset, enemy):
            return False
    return True


@rule
def hits_to_kill_enemy(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster) -> int:
    """How many hits an enemy takes to kill, at most MAX_HITS."""
    return hits_needed(hero, ruleset, enemy, enemy.hp + enemy.shield)


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
            cost += turns * turn_damage(hero, ruleset, enemy)
    return whole_hp(cost)


@rule
def next_damage(hero: Hero, ruleset: Ruleset) -> int:
    """HP that the threats in view take in the next turn if the hero stays where it is."""
    total = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if is_threat(hero, ruleset, enemy):
            total += damage_from(hero, ruleset, enemy)
    return whole_hp(total)
