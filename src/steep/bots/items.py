"""Items on the floor and in the inventory: what is worth picking up, equipping and using on the hero."""

from __future__ import annotations

from steep.bots.steps_and_attacks import NO_ACTION
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    ACCURACY,
    CALLS,
    DEFENSE,
    EVASION,
    FEEDS,
    HELPS,
    INFORMS,
    MAX_HP,
    MOVES,
    NORMAL_SPEED,
    POWER,
    AbilityRow,
    ItemKind,
    Ruleset,
)
from steep.core.world import Carried, Hero
from steep.rules.abilities.ability_shapes import hits_hero, refusal
from steep.rules.action_codes import DONE, PICK_UP, USE, action
from steep.rules.hunger import hunger_stage
from steep.rules.items.enchantments import equipped_in
from steep.rules.items.identification import is_unidentified
from steep.rules.items.item_charges import not_ready

HP_PER_POINT = 5
"""Maximum HP that equipment gives and that are worth a point of power or defense."""

PERCENT_PER_POINT = 10
"""Percent of accuracy or evasion that are worth one."""


@rule
def is_on_item(hero: Hero) -> bool:
    """Whether an item lies on the hero's cell."""
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell:
            return True
    return False


@rule
def is_first_of_kind(hero: Hero, slot: int) -> bool:
    """Whether a slot holds an item and no slot before it holds the same kind, enchanted alike."""
    carried = hero.inventory[slot]
    for before in range(slot):
        if hero.inventory[before].kind == carried.kind and hero.inventory[before].plus == carried.plus:
            return False
    return carried.kind > 0


@rule
def is_useful(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of item has any use."""
    row = ruleset.items[kind]
    return row.use != NOWHERE or row.slot > 0 or row.thrown > 0 or is_gathered(ruleset, kind)


@rule
def is_gathered(ruleset: Ruleset, kind: int) -> bool:
    """Whether the hero takes a kind of item by walking over it."""
    return ruleset.items[kind].gold > 0 or kind + 1 == ruleset.goal_item


@rule
def pick_up_useful(hero: Hero, ruleset: Ruleset) -> int:
    """Pick up a useful item on the hero's cell; NO_ACTION if there is none or the inventory is full."""
    if hero.inventory_count < ruleset.inventory_capacity:
        for i in range(hero.seen_item_count):
            if hero.seen_items[i].cell == hero.cell and is_useful(ruleset, hero.seen_items[i].kind):
                return action(PICK_UP)
    return NO_ACTION


@rule
def bonus_of(kind: ItemKind, plus: int, stat: int) -> int:
    """What a piece of equipment adds to a stat."""
    return int(kind.bonus[stat]) + plus * int(kind.each_plus[stat])


@rule
def equipment_value(ruleset: Ruleset, carried: Carried) -> int:
    """The sum of the bonuses of a piece of equipment that count in a fight, its dice and its reach included, times 2.

    Abilities that nobody can foresee count half a point, and so does what isn't identified.
    """
    if is_unidentified(ruleset, carried.kind - 1):
        return 1
    kind = ruleset.items[carried.kind - 1]
    plus = int(carried.plus)
    stats = bonus_of(kind, plus, POWER) + bonus_of(kind, plus, DEFENSE) + bonus_of(kind, plus, MAX_HP) // HP_PER_POINT
    percent = bonus_of(kind, plus, ACCURACY) + bonus_of(kind, plus, EVASION)
    attack = kind.attack
    points = 2 * (stats + attack.plus + percent // PERCENT_PER_POINT) + attack.dice * (attack.sides + 1)
    if kind.weapon == 1:
        points += 2 * (kind.attack_reach - 1)
        if ruleset.timed == 1:
            points = points * NORMAL_SPEED // kind.attack_time
    return points + (1 if kind.ability_count > 0 else 0)


@rule
def equip_best(hero: Hero, ruleset: Ruleset) -> int:
    """Equip something better than what is equipped in its place; NO_ACTION if there is nothing better."""
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind == 0 or hero.inventory[slot].equipped == 1:
            continue
        kind = hero.inventory[slot].kind - 1
        equipment_slot = ruleset.items[kind].slot
        if equipment_slot == 0:
            continue
        equipped = equipped_in(hero, ruleset, equipment_slot)
        now = 0 if equipped == NOWHERE else equipment_value(ruleset, hero.inventory[equipped])
        if equipment_value(ruleset, hero.inventory[slot]) > now:
            return action(USE, slot)
    return NO_ACTION


@rule
def amount_of_use(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """About how many HP, or turns, using an item that can be used gives or takes."""
    return ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use].amount


@rule
def can_use_on_hero(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether the hero can use an ability where it stands and is affected by it."""
    return hits_hero(hero, ruleset, ability, hero.cell) and refusal(hero, ruleset, ability, hero.cell) == DONE


@rule
def ready_use(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """The ability that using the item in a slot would set off; NOWHERE if there is none or it isn't ready."""
    if hero.inventory[slot].kind == 0 or not_ready(hero, ruleset, slot) != DONE:
        return NOWHERE
    return ruleset.items[hero.inventory[slot].kind - 1].use


@rule
def escape(hero: Hero, ruleset: Ruleset) -> int:
    """Use the first item that moves the hero; NO_ACTION if there is none."""
    for slot in range(ruleset.inventory_capacity):
        number = ready_use(hero, ruleset, slot)
        if number != NOWHERE:
            ability = ruleset.abilities[number]
            if ability.traits & MOVES != 0 and can_use_on_hero(hero, ruleset, ability):
                return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def help_for(hero: Hero, ruleset: Ruleset, most: int) -> int:
    """Slot of the item that helps the hero most, by an amount of at most `most`; NOWHERE if there is none.

    What moves the hero is kept for escapes, and who calls allies for fights.
    """
    found = NOWHERE
    best = 0
    for slot in range(ruleset.inventory_capacity):
        number = ready_use(hero, ruleset, slot)
        if number != NOWHERE:
            ability = ruleset.abilities[number]
            helps = ability.traits & (HELPS | MOVES | CALLS) == HELPS and best < ability.amount <= most
            if helps and can_use_on_hero(hero, ruleset, ability):
                found = slot
                best = ability.amount
    return found


@rule
def eat(hero: Hero, ruleset: Ruleset) -> int:
    """Use what feeds, if nothing of it is wasted or the hero is hungry; NO_ACTION if there is nothing to eat."""
    if ruleset.hunger_full > 0:
        is_hungry = hunger_stage(ruleset, hero.nutrition) > 0
        for slot in range(ruleset.inventory_capacity):
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE and ruleset.abilities[number].traits & FEEDS != 0:
                ability = ruleset.abilities[number]
                fits = is_hungry or hero.nutrition + ability.amount <= ruleset.hunger_full
                if fits and can_use_on_hero(hero, ruleset, ability):
                    return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def learn_floor(hero: Hero, ruleset: Ruleset) -> int:
    """Use something that informs while the stairs are unknown; NO_ACTION if there is nothing."""
    if hero.stairs == NOWHERE:
        for slot in range(ruleset.inventory_capacity):
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE:
                ability = ruleset.abilities[number]
                if ability.traits & INFORMS != 0 and refusal(hero, ruleset, ability, hero.cell) == DONE:
                    return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def help_when_wounded(hero: Hero, ruleset: Ruleset) -> int:
    """Use what helps and isn't wasted, if half of the HP are gone; else NO_ACTION."""
    if 2 * hero.hp > hero.max_hp:
        return NO_ACTION
    slot = help_for(hero, ruleset, hero.max_hp - hero.hp)
    return NO_ACTION if slot == NOWHERE else action(USE, slot, hero.cell)
