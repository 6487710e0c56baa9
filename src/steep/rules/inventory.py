"""The inventory: picking up, using, equipping and dropping items. An item keeps its slot, and so its letter."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HERO, MAX_ITEMS, Hero, World
from steep.mapgen.put_on_free_cell import add_item
from steep.rules.action_codes import DONE, EMPTY_SLOT, INVENTORY_FULL, NO_ROOM_ON_FLOOR, NOTHING_HERE
from steep.rules.effects import apply_effect
from steep.rules.events import DROPPED, EQUIPPED, PICKED_UP, UNEQUIPPED, emit


@rule
def free_slot(hero: Hero, capacity: int) -> int:
    """The first empty inventory slot; NOWHERE if the inventory is full."""
    for slot in range(capacity):
        if hero.inventory[slot].kind == 0:
            return slot
    return NOWHERE


@rule
def carry(hero: Hero, slot: int, kind: int) -> None:
    """Put an item into an empty slot."""
    hero.inventory[slot].kind = kind + 1
    hero.inventory[slot].equipped = 0
    hero.inventory_count += 1


@rule
def remove_item(hero: Hero, slot: int) -> None:
    """Empty a slot."""
    hero.inventory[slot].kind = 0
    hero.inventory[slot].equipped = 0
    hero.inventory_count -= 1


@rule
def pick_up(world: World, ruleset: Ruleset) -> int:
    """Pick up one item from the hero's cell."""
    hero = world.hero
    for i in range(world.item_count):
        item = world.items[i]
        if item.cell == hero.cell:
            slot = free_slot(hero, ruleset.inventory_capacity)
            if slot == NOWHERE:
                return INVENTORY_FULL
            carry(hero, slot, item.kind)
            item.cell = NOWHERE
            emit(world, PICKED_UP, HERO, item.kind, slot, hero.cell)
            return DONE
    return NOTHING_HERE


@rule
def equip_silently(hero: Hero, ruleset: Ruleset, slot: int) -> None:
    """Equip an item without an event."""
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    hero.inventory[slot].equipped = 1
    hero.power += kind.power
    hero.defense += kind.defense


@rule
def unequip(world: World, ruleset: Ruleset, slot: int) -> None:
    """Unequip an item."""
    hero = world.hero
    carried = hero.inventory[slot]
    kind = ruleset.items[carried.kind - 1]
    carried.equipped = 0
    hero.power -= kind.power
    hero.defense -= kind.defense
    emit(world, UNEQUIPPED, HERO, carried.kind - 1, 0, hero.cell)


@rule
def equip(world: World, ruleset: Ruleset, slot: int) -> None:
    """Equip an item; another in the same equipment slot is unequipped first."""
    hero = world.hero
    equipment_slot = ruleset.items[hero.inventory[slot].kind - 1].slot
    for other in range(ruleset.inventory_capacity):
        carried = hero.inventory[other]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].slot == equipment_slot:
            unequip(world, ruleset, other)
    equip_silently(hero, ruleset, slot)
    emit(world, EQUIPPED, HERO, hero.inventory[slot].kind - 1, 0, hero.cell)


@rule
def use(world: World, ruleset: Ruleset, slot: int, target: int) -> int:
    """Use an item. Equipment is equipped or unequipped; anything else takes effect and is used up."""
    hero = world.hero
    if slot >= ruleset.inventory_capacity or hero.inventory[slot].kind == 0:
        return EMPTY_SLOT
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0:
        if hero.inventory[slot].equipped == 1:
            unequip(world, ruleset, slot)
        else:
            equip(world, ruleset, slot)
        return DONE
    reason = apply_effect(world, ruleset, kind, target)
    if reason == DONE:
        remove_item(hero, slot)
    return reason


@rule
def floor_is_full(world: World) -> bool:
    """Whether the table of items has no free row."""
    if world.item_count < MAX_ITEMS:
        return False
    for i in range(world.item_count):
        if world.items[i].cell == NOWHERE:
            return False
    return True


@rule
def drop(world: World, ruleset: Ruleset, slot: int) -> int:
    """Drop an item on the hero's cell; an equipped one is unequipped first."""
    hero = world.hero
    if slot >= ruleset.inventory_capacity or hero.inventory[slot].kind == 0:
        return EMPTY_SLOT
    if floor_is_full(world):
        return NO_ROOM_ON_FLOOR
    if hero.inventory[slot].equipped == 1:
        unequip(world, ruleset, slot)
    kind = hero.inventory[slot].kind - 1
    add_item(world, kind, hero.cell)
    remove_item(hero, slot)
    emit(world, DROPPED, HERO, kind, 0, hero.cell)
    return DONE
