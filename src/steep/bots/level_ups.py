"""Which gain bots choose at a level-up."""

from __future__ import annotations

from steep.bots.combat.fight_cost import duel_cost
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_HP, MAX_KINDS, REGENERATION, SEEN_STATS, Ruleset
from steep.core.world import Hero, VisibleMonster
from steep.spawn.curves import stat_on

FLOORS_AHEAD = 3
"""How many floors a choice takes into account, the current one included."""

HURT_TURNS = 150
"""About how many turns the hero is wounded on a floor. Regeneration is valued by the HP that it gives in that time."""


@rule
def gain_of(ruleset: Ruleset, stat: int) -> int:
    """The index of the first gain of a stat; 0 if there is none."""
    for number in range(ruleset.gain_count):
        if ruleset.gains[number].stat == stat:
            return number
    return 0


@rule
def imagine_monster(enemy: VisibleMonster, ruleset: Ruleset, kind: int, floor: int) -> None:
    """Make a monster as its kind is on a floor, unhurt and without statuses."""
    enemy.kind = kind
    enemy.conditions = 0
    for stat in range(SEEN_STATS):
        enemy.stats[stat] = stat_on(ruleset.monsters[kind], stat, floor)
    enemy.hp = int(enemy.stats[MAX_HP])


@rule
def upcoming_cost(hero: Hero, ruleset: Ruleset, imagined: VisibleMonster, stat: int, gain: int) -> int:
    """What the fights on the next floors cost, one enemy at a time: HP, summed over weights.

    `gain` is how much higher one of the hero's stats is assumed to be. `imagined` is working memory. Only the table
    of monsters counts: the weights of groups, such as bosses, are of other draws.
    """
    table = ruleset.monster_spawns
    cost = 0
    for ahead in range(FLOORS_AHEAD):
        if table.floors > 0:
            row = min(hero.floor + ahead, table.floors) - 1
            before = 0
            for at in range(int(table.first[row]), int(table.first[row + 1])):
                weight = int(table.cumulative[at]) - before
                before = int(table.cumulative[at])
                kind = int(table.kind[at])
                if kind >= MAX_KINDS:
                    kind = ruleset.packs[kind - MAX_KINDS].leader
                imagine_monster(imagined, ruleset, kind, hero.floor + ahead)
                cost += weight * duel_cost(hero, ruleset, imagined, imagined.hp, stat, gain)
    return cost


@rule
def is_larger(part: int, whole: int, other_part: int, other_whole: int) -> bool:
    """Whether part / whole > other_part / other_whole, exactly. Parts are at least 0, wholes at least 1.

    Compares the quotients term by term as continued fractions, since cross products could overflow 64 bits.
    """
    while True:
        times = part // whole
        other_times = other_part // other_whole
        if times != other_times:
            return times > other_times
        rest = part - times * whole
        other_rest = other_part - other_times * other_whole
        if rest == 0 or other_rest == 0:
            return rest > other_rest
        # Of the remainders, the larger fraction has the smaller reciprocal.
        part = other_whole
        other_part = whole
        whole = other_rest
        other_whole = rest


@rule
def best_gain(hero: Hero, ruleset: Ruleset, imagined: VisibleMonster) -> int:
    """The index of the gain with which the hero's HP last for the most upcoming fights.

    `imagined` is working memory.
    """
    best = 0
    best_hp = 0
    best_cost = 1
    for number in range(ruleset.gain_count):
        gain = ruleset.gains[number]
        hp = hero.max_hp + (gain.amount if gain.stat == MAX_HP else 0)
        closes = int(hero.stats[REGENERATION]) + (gain.amount if gain.stat == REGENERATION else 0)
        hp = max(1, hp + closes * HURT_TURNS // 100)
        cost = upcoming_cost(hero, ruleset, imagined, gain.stat, gain.amount) + 1
        if is_larger(hp, cost, best_hp, best_cost):
            best = number
            best_hp = hp
            best_cost = cost
    return best
