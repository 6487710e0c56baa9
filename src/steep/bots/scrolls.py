"""When to read a scroll, and on which target."""

from __future__ import annotations

from steep.bots.fight_cost import enemy_cost, fight_cost, is_threat
from steep.bots.items import monsters_in_blast
from steep.bots.steps_and_attacks import NO_ACTION
from steep.core.geometry import NOWHERE, squared_reach
from steep.core.rule import rule
from steep.core.ruleset import CHEBYSHEV, CONFUSION, FIREBALL, LIGHTNING, Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import USE, action
from steep.rules.effects import is_in_blast, is_in_lightning


@rule
def slot_with_effect(hero: Hero, ruleset: Ruleset, effect: int) -> int:
    """The first inventory slot with an effect; NOWHERE if there is none."""
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and ruleset.items[hero.inventory[slot].kind - 1].effect == effect:
            return slot
    return NOWHERE


@rule
def squared_reach_to(hero: Hero, ruleset: Ruleset, row: int) -> int:
    """Squared distance to a visible monster, measured as the ruleset says."""
    return squared_reach(hero.cell, hero.visible_monsters[row].cell, ruleset.distance == CHEBYSHEV)


@rule
def lightning_target(hero: Hero, ruleset: Ruleset) -> int:
    """Row in `hero.visible_monsters` of the monster lightning would hit, the nearest; NOWHERE if there is none."""
    found = NOWHERE
    for i in range(hero.visible_monster_count):
        if found == NOWHERE or squared_reach_to(hero, ruleset, i) < squared_reach_to(hero, ruleset, found):
            found = i
    return found


@rule
def costliest_enemy(hero: Hero, ruleset: Ruleset) -> int:
    """Row in `hero.visible_monsters` of the threat that costs most HP; NOWHERE if there is none."""
    found = NOWHERE
    highest = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if is_threat(hero, ruleset, enemy) and enemy.confused == 0 and enemy_cost(hero, ruleset, enemy) > highest:
            found = i
            highest = enemy_cost(hero, ruleset, enemy)
    return found


@rule
def best_blast(hero: Hero, ruleset: Ruleset, reach: int) -> int:
    """The visible cell where a blast hits most monsters, at least two, and not the hero; NOWHERE if there is none."""
    best = NOWHERE
    most_hit = 1
    for i in range(hero.in_view_count):
        cell = int(hero.in_view[i])
        if not is_in_blast(hero.cell, cell, reach, ruleset):
            burned = monsters_in_blast(hero, ruleset, cell, reach)
            if burned > most_hit:
                best = cell
                most_hit = burned
    return best


@rule
def read_useful_scroll(hero: Hero, ruleset: Ruleset) -> int:
    """Read a scroll if the fight would be costly and a scroll helps; else NO_ACTION."""
    is_costly = 3 * fight_cost(hero, ruleset, 1) > hero.hp
    if not is_costly:
        return NO_ACTION
    slot = slot_with_effect(hero, ruleset, LIGHTNING)
    if slot != NOWHERE:
        row = lightning_target(hero, ruleset)
        reach = ruleset.items[hero.inventory[slot].kind - 1].reach
        if row != NOWHERE and is_in_lightning(hero.visible_monsters[row].cell, hero.cell, reach, ruleset):
            return action(USE, slot)
    slot = slot_with_effect(hero, ruleset, FIREBALL)
    if slot != NOWHERE:
        cell = best_blast(hero, ruleset, ruleset.items[hero.inventory[slot].kind - 1].reach)
        if cell != NOWHERE:
            return action(USE, slot, cell)
    slot = slot_with_effect(hero, ruleset, CONFUSION)
    if slot != NOWHERE:
        row = costliest_enemy(hero, ruleset)
        if row != NOWHERE:
            return action(USE, slot, hero.visible_monsters[row].cell)
    return NO_ACTION
