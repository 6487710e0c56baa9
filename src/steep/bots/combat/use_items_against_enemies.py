"""When to use or throw an item that harms, and where: a quick and rough estimate from its numbers."""

from __future__ import annotations

from steep.bots.choose_and_use_items import is_first_ready, ready_use
from steep.bots.combat.enemies import UNABLE, is_in_its_reach, is_threat
from steep.bots.combat.fight_cost import cost_saved, enemy_cost, threat_count
from steep.bots.pathfinding import NO_ACTION
from steep.core.geometry import CELLS, NOWHERE, WIDTH
from steep.core.rule_decorator import rule
from steep.core.ruleset import AbilityRow, Ruleset, codes
from steep.core.world import Hero, VisibleMonster
from steep.rules.abilities.ability_shapes import (
    hits_hero,
    is_in_ball,
    nearest_seen,
    refusal,
    seen_line_length,
    seen_on,
    would_hit,
)
from steep.rules.action_codes import DONE, THROW, USE, action
from steep.rules.combat import held_turns
from steep.rules.items.identification_and_enchantments import slot_of_kind
from steep.rules.items.throwing import seen_landing, throw_refusal

WHEN_FREE = UNABLE & ~(codes.HELD | codes.AFRAID)
"""Items that recharge are used on held or fleeing enemies too, because these come back once they can."""


@rule
def is_pressing(hero: Hero, ruleset: Ruleset, enemy: VisibleMonster, unable: int = UNABLE) -> bool:
    """Whether an enemy is a threat that isn't hindered yet by any of the conditions `unable`."""
    return enemy.conditions & unable == 0 and is_threat(hero, ruleset, enemy)


@rule
def costliest_enemy(hero: Hero, ruleset: Ruleset, unable: int = UNABLE) -> int:
    """Cell of the pressing enemy that costs most HP; NOWHERE if none costs any."""
    cell = NOWHERE
    highest = 0
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        if is_pressing(hero, ruleset, enemy, unable):
            cost = enemy_cost(hero, ruleset, enemy)
            if cost > highest:
                cell = enemy.cell
                highest = cost
    return cell


@rule
def best_centre(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> int:
    """The visible cell from where a blast reaches most pressing enemies, and not the hero; NOWHERE if none."""
    best = NOWHERE
    most = 0
    pressing = 0
    first = CELLS
    last = NOWHERE
    left = WIDTH
    right = 0
    for j in range(hero.visible_monster_count):
        if is_pressing(hero, ruleset, hero.visible_monsters[j]):
            cell = hero.visible_monsters[j].cell
            pressing += 1
            first = min(first, cell)
            last = max(last, cell)
            left = min(left, cell % WIDTH)
            right = max(right, cell % WIDTH)
    # Most cells in view are too far from all of them.
    first -= ability.radius * (WIDTH + 1)
    last += ability.radius * (WIDTH + 1)
    left -= ability.radius
    right += ability.radius
    for i in range(hero.in_view_count):
        cell = int(hero.in_view[i])
        near = first <= cell <= last and left <= cell % WIDTH <= right
        if near and not is_in_ball(ability, ruleset, hero.cell, cell):
            count = 0
            for j in range(hero.visible_monster_count):
                enemy = hero.visible_monsters[j]
                if is_in_ball(ability, ruleset, enemy.cell, cell) and is_pressing(hero, ruleset, enemy):
                    count += 1
            if count > most:
                best = cell
                most = count
            if count == pressing:
                return best
    return best


@rule
def best_target(hero: Hero, ruleset: Ruleset, ability: AbilityRow, dearest: int) -> int:
    """Where an ability that harms does most; NOWHERE if it does nothing. `dearest` is the `costliest_enemy`."""
    if ability.area == codes.BALL:
        return best_centre(hero, ruleset, ability)
    if ability.area == codes.NEAREST:
        row = nearest_seen(hero, ruleset, ability.reach)
        return NOWHERE if row == NOWHERE else hero.visible_monsters[row].cell
    return dearest if dearest != NOWHERE and refusal(hero, ruleset, ability, dearest) == DONE else NOWHERE


@rule
def harm_done(hero: Hero, ruleset: Ruleset, ability: AbilityRow, enemy: VisibleMonster) -> int:
    """About how many HP an ability takes from an enemy. Each turn of a status counts as one HP.

    A held enemy still strikes, but comes later. So holding counts only out of its reach, while the hero fights others.
    """
    apart = not is_in_its_reach(hero, ruleset, enemy) and threat_count(hero, ruleset) > 1
    return ability.amount - (0 if apart else held_turns(ruleset, ability, UNABLE))


@rule
def harm_saves(hero: Hero, ruleset: Ruleset, ability: AbilityRow, target: int, unable: int = UNABLE) -> int:
    """HP that an ability saves: how much less the pressing enemies that it reaches cost afterwards."""
    saved = 0
    length = seen_line_length(hero, ruleset, ability, target)
    for i in range(hero.visible_monster_count):
        enemy = hero.visible_monsters[i]
        reached = would_hit(hero, ruleset, ability, target, length, enemy.cell)
        if reached and is_pressing(hero, ruleset, enemy, unable):
            saved += cost_saved(hero, ruleset, enemy, harm_done(hero, ruleset, ability, enemy))
    return saved


@rule
def harmful_throw(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """The ability by which throwing the item in a slot harms; NOWHERE if it has none or another slot comes first."""
    carried = hero.inventory[slot]
    number = ruleset.items[carried.kind - 1].thrown - 1 if carried.kind > 0 else NOWHERE
    if number < 0 or ruleset.abilities[number].traits & codes.HARMS == 0:
        return NOWHERE
    return number if slot_of_kind(hero, carried.kind - 1) == slot else NOWHERE


@rule
def throw_target(hero: Hero, ruleset: Ruleset, slot: int, ability: AbilityRow, dearest: int) -> int:
    """Where to throw an item, and where it then comes down: a pressing enemy's cell, or the best centre of a blast.

    NOWHERE if it can't be thrown there, or would hit the hero. `dearest` is the `costliest_enemy`.
    """
    target = best_centre(hero, ruleset, ability) if ability.area == codes.BALL else dearest
    if target == NOWHERE or throw_refusal(hero, ruleset, slot, target) != DONE:
        return NOWHERE
    cell = seen_landing(hero, ruleset, target)
    if ability.area == codes.BALL:
        return NOWHERE if cell != target or hits_hero(hero, ruleset, ability, cell) else cell
    row = seen_on(hero, cell)
    return cell if row != NOWHERE and is_pressing(hero, ruleset, hero.visible_monsters[row]) else NOWHERE


@rule
def throw_harmful(hero: Hero, ruleset: Ruleset, act: int, most: int, dearest: int) -> int:
    """The throw that saves more than `most` HP, and more than all others; `act` if there is none."""
    for slot in range(ruleset.inventory_capacity):
        number = harmful_throw(hero, ruleset, slot)
        if number != NOWHERE:
            ability = ruleset.abilities[number]
            target = throw_target(hero, ruleset, slot, ability, dearest)
            if target != NOWHERE:
                saved = harm_saves(hero, ruleset, ability, target)
                if saved > most:
                    act = action(THROW, slot, target)
                    most = saved
    return act


@rule
def use_harmful(hero: Hero, ruleset: Ruleset, cost: int) -> int:
    """In a costly fight, use or throw the item that harms most, or else call allies; NO_ACTION if nothing helps.

    `cost` is what the fight costs one by one.
    """
    act = NO_ACTION
    if 3 * cost <= hero.hp:
        return act
    most = 0
    dearest = costliest_enemy(hero, ruleset)
    for slot in range(ruleset.inventory_capacity):
        number = ready_use(hero, ruleset, slot)
        if number == NOWHERE or ruleset.abilities[number].traits & (codes.CALLS | codes.HARMS) == 0:
            continue
        if is_first_ready(hero, ruleset, slot):
            ability = ruleset.abilities[number]
            if ability.traits & codes.CALLS and act == NO_ACTION and refusal(hero, ruleset, ability, hero.cell) == DONE:
                act = action(USE, slot, hero.cell)
            elif ability.traits & codes.HARMS:
                target = best_target(hero, ruleset, ability, dearest)
                if target != NOWHERE:
                    saved = harm_saves(hero, ruleset, ability, target)
                    if saved > most:
                        act = action(USE, slot, target)
                        most = saved
    return throw_harmful(hero, ruleset, act, most, dearest) if ruleset.throws == 1 else act


@rule
def throw_what_lasts(hero: Hero, ruleset: Ruleset) -> int:
    """Throw the most harmful of the items that can be picked up again; NO_ACTION if there is none."""
    act = NO_ACTION
    most = 0
    for slot in range(ruleset.inventory_capacity):
        number = harmful_throw(hero, ruleset, slot)
        if number != NOWHERE and ruleset.items[hero.inventory[slot].kind - 1].breaks < 100:
            ability = ruleset.abilities[number]
            target = throw_target(hero, ruleset, slot, ability, costliest_enemy(hero, ruleset))
            harm = ability.amount - held_turns(ruleset, ability, UNABLE)
            if target != NOWHERE and harm > most:
                act = action(THROW, slot, target)
                most = harm
    return act
