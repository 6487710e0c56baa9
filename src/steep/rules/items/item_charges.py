"""What using an item takes: charges, ammunition, the item itself."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_INVENTORY, Hero
from steep.rules.action_codes import DONE, NO_AMMUNITION, NO_CHARGES


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
