"""When to read a scroll, and at whom."""

from __future__ import annotations

from steep.bots.duels import enemy_cost, fight_cost, is_threat
from steep.bots.items import monsters_in_blast
from steep.bots.moves import NO_ACTION
from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule import rule
from steep.core.ruleset import CHEBYSHEV, CONFUSION, FIREBALL, LIGHTNING, Ruleset
from steep.core.world import Hero
from steep.rules.actions import USE, action
from steep.rules.effects import is_in_blast, is_in_lightning


@rule
def slot_with_effect(hero: Hero, ruleset: Ruleset, effect: int) -> int:
    """Place of the pack of the first thing with an effect; NOWHERE without one."""
    for place in range(ruleset.inventory_capacity):
        if hero.inventory[place].kind > 0 and ruleset.items[hero.inventory[place].kind - 1].effect == effect:
            return place
    return NOWHERE


@rule
def squared_reach_to(hero: Hero, ruleset: Ruleset, row: int) -> int:
    """Square of the distance to a foe in view, as the ruleset measures."""
    return squared_reach(hero.cell, hero.visible_monsters[row].cell, ruleset.distance == CHEBYSHEV)


@rule
def lightning_target(hero: Hero, ruleset: Ruleset) -> int:
    """Row in `hero.foes` of whom lightning would strike: the nearest; NOWHERE without foes."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        if found == NOWHERE or squared_reach_to(hero, ruleset, i) < squared_reach_to(hero, ruleset, found):
            found = i
    return found


@rule
def costliest_enemy(hero: Hero, ruleset: Ruleset) -> int:
    """Row in `hero.foes` of the threat that costs most HP; NOWHERE without threats."""
    found = NOWHERE
    most = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if is_threat(hero, ruleset, enemy) and enemy.confused == 0 and enemy_cost(hero, ruleset, enemy) > most:
            found = i
            most = enemy_cost(hero, ruleset, enemy)
    return found


@rule
def best_blast(hero: Hero, ruleset: Ruleset, reach: int) -> int:
    """The cell in view from which a blast reaches most foes, two at least, and not the hero; NOWHERE without one."""
    best = NOWHERE
    most = 1
    for i in range(hero.in_view_count):
        cell = int(hero.in_view[i])
        if not is_in_blast(hero.cell, cell, reach, ruleset):
            burned = monsters_in_blast(hero, ruleset, cell, reach)
            if burned > most:
                best = cell
                most = burned
    return best


@rule
def read_useful_scroll(hero: Hero, ruleset: Ruleset) -> int:
    """Read a scroll at foes that would cost dear; NO_ACTION when they would not, or no scroll would help."""
    dear = 3 * fight_cost(hero, ruleset, 1) > hero.hp
    if not dear:
        return NO_ACTION
    place = slot_with_effect(hero, ruleset, LIGHTNING)
    if place != NOWHERE:
        row = lightning_target(hero, ruleset)
        reach = ruleset.items[hero.inventory[place].kind - 1].reach
        if row != NOWHERE and is_in_lightning(hero.visible_monsters[row].cell, hero.cell, reach, ruleset):
            return action(USE, place)
    place = slot_with_effect(hero, ruleset, FIREBALL)
    if place != NOWHERE:
        cell = best_blast(hero, ruleset, ruleset.items[hero.inventory[place].kind - 1].reach)
        if cell != NOWHERE:
            return action(USE, place, cell)
    place = slot_with_effect(hero, ruleset, CONFUSION)
    if place != NOWHERE:
        row = costliest_enemy(hero, ruleset)
        if row != NOWHERE:
            return action(USE, place, hero.visible_monsters[row].cell)
    return NO_ACTION
