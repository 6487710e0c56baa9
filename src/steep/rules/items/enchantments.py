"""What the enchantment of equipment does, and changing it."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import ENCHANT, AbilityRow, Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_INVENTORY, MAX_PLUS, MIN_PLUS, Hero, World
from steep.rules.abilities.statuses import add_bonus, refresh_conditions
from steep.rules.action_codes import DONE, NO_AMMUNITION, NO_CHARGES
from steep.rules.perceived_events import ENCHANTED, emit

PLUS_CODES = 128


@rule
def coded_plus(plus: int) -> int:
    """An enchantment as the detail of an event, which can't be negative."""
    return plus % PLUS_CODES


@rule
def plus_of(detail: int) -> int:
    """The enchantment that the detail of an event about an item stands for."""
    return detail if detail <= MAX_PLUS else detail - PLUS_CODES


@rule
def add_equipment_bonus(world: World, ruleset: Ruleset, slot: int, times: int) -> None:
    """Add what an item gives while it is equipped to the hero's stats; `times` is -1 to take it away."""
    carried = world.hero.inventory[slot]
    kind = ruleset.items[carried.kind - 1]
    add_bonus(world.actors[HERO_ROW], kind.bonus, times)
    if carried.plus != 0:
        add_bonus(world.actors[HERO_ROW], kind.each_plus, times * int(carried.plus))


@rule
def equipped_in(hero: Hero, ruleset: Ruleset, equipment_slot: int) -> int:
    """Inventory slot of what is equipped in an equipment slot; NOWHERE if nothing is."""
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].equipped == 1 and ruleset.items[hero.inventory[slot].kind - 1].slot == equipment_slot:
            return slot
    return NOWHERE


@rule
def enchantable_in(hero: Hero, ruleset: Ruleset, equipment_slot: int) -> int:
    """Inventory slot of what is equipped in an equipment slot and can be enchanted; NOWHERE if nothing is."""
    slot = equipped_in(hero, ruleset, equipment_slot)
    if slot == NOWHERE or ruleset.items[hero.inventory[slot].kind - 1].enchantable == 0:
        return NOWHERE
    return slot


@rule
def enchant(world: World, ruleset: Ruleset, equipment_slot: int, change: int) -> None:
    """Change the enchantment of what the hero has equipped in an equipment slot."""
    hero = world.hero
    slot = enchantable_in(hero, ruleset, equipment_slot)
    if slot == NOWHERE:
        return
    carried = hero.inventory[slot]
    before = int(carried.plus)
    after = max(MIN_PLUS, min(MAX_PLUS, before + change))
    if after == before:
        return
    carried.plus = after
    body = world.actors[HERO_ROW]
    add_bonus(body, ruleset.items[carried.kind - 1].each_plus, after - before)
    refresh_conditions(body, ruleset)
    emit(world, ENCHANTED, HERO, carried.kind - 1, abs(after - before), hero.cell, coded_plus(after))


@rule
def enchants_nothing(hero: Hero, ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether all that an ability does is enchant what the hero hasn't equipped."""
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect != ENCHANT or enchantable_in(hero, ruleset, effect.kind) != NOWHERE:
            return False
    return True


# What using an item takes: charges, ammunition, the item itself.


@rule
def slot_of_kind(hero: Hero, kind: int) -> int:
    """The first inventory slot with a kind of item that isn't equipped; NOWHERE if there is none."""
    for slot in range(MAX_INVENTORY):
        if hero.inventory[slot].kind == kind + 1 and hero.inventory[slot].equipped == 0:
            return slot
    return NOWHERE


@rule
def not_ready(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """Why the item in a slot can't be used on any target: NO_CHARGES or NO_AMMUNITION; DONE if it can."""
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.charges > 0 and hero.inventory[slot].charges == 0:
        return NO_CHARGES
    if kind.ammunition > 0 and slot_of_kind(hero, kind.ammunition - 1) == NOWHERE:
        return NO_AMMUNITION
    return DONE


@rule
def newest_like(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """The slot of the newest item in the stack of an item that isn't equipped: taking that one, its letter stays.

    What has charges is in a stack only with what shares its slot.
    """
    carried = hero.inventory[slot]
    if ruleset.items[carried.kind - 1].charges > 0:
        return slot
    newest = slot
    latest = 0
    for other in range(MAX_INVENTORY):
        held = hero.inventory[other]
        alike = held.kind == carried.kind and held.plus == carried.plus and held.equipped == 0
        if alike and held.since >= latest:
            newest = other
            latest = held.since
    return newest


@rule
def most_charges(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """The most charges that the items in a slot can have together; 0 while they aren't identified."""
    carried = hero.inventory[slot]
    return carried.count * ruleset.items[carried.kind - 1].charges


@rule
def remove_item(hero: Hero, ruleset: Ruleset, slot: int) -> None:
    """Take one item out of a slot. Those that are left keep all the charges that they can hold."""
    if hero.inventory[slot].count > 1:
        hero.inventory[slot].count -= 1
        hero.inventory[slot].charges = min(hero.inventory[slot].charges, most_charges(hero, ruleset, slot))
        return
    hero.inventory[slot].kind = 0
    hero.inventory[slot].count = 0
    hero.inventory[slot].equipped = 0
    hero.inventory[slot].charges = 0
    hero.inventory[slot].recharging = 0
    hero.inventory[slot].plus = 0
    hero.inventory[slot].since = 0
    hero.inventory_count -= 1
