"""The pack: picking up, using, wearing and dropping. A thing keeps its place, and so its letter."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import Ruleset
from steep.core.world import HERO, MAX_ITEMS, Hero, World
from steep.mapgen.placement import add_item
from steep.rules.actions import DONE, EMPTY_SLOT, INVENTORY_FULL, NO_ROOM_ON_FLOOR, NOTHING_HERE
from steep.rules.effects import apply_effect
from steep.rules.events import DROPPED, EQUIPPED, PICKED_UP, UNEQUIPPED, emit


@rule
def free_slot(hero: Hero, capacity: int) -> int:
    """First empty place of the pack; NOWHERE when it is full."""
    for place in range(capacity):
        if hero.inventory[place].kind == 0:
            return place
    return NOWHERE


@rule
def carry(hero: Hero, place: int, kind: int) -> None:
    """Put a thing into an empty place."""
    hero.inventory[place].kind = kind + 1
    hero.inventory[place].equipped = 0
    hero.inventory_count += 1


@rule
def remove_item(hero: Hero, place: int) -> None:
    """Empty a place."""
    hero.inventory[place].kind = 0
    hero.inventory[place].equipped = 0
    hero.inventory_count -= 1


@rule
def pick_up(world: World, ruleset: Ruleset) -> int:
    """Take one thing from the cell underfoot."""
    hero = world.hero
    for i in range(world.item_count):
        item = world.items[i]
        if item.cell == hero.cell:
            place = free_slot(hero, ruleset.inventory_capacity)
            if place == NOWHERE:
                return INVENTORY_FULL
            carry(hero, place, item.kind)
            item.cell = NOWHERE
            emit(world, PICKED_UP, HERO, item.kind, place, hero.cell)
            return DONE
    return NOTHING_HERE


@rule
def equip_silently(hero: Hero, ruleset: Ruleset, place: int) -> None:
    """Wear a thing, without a word."""
    kind = ruleset.items[hero.inventory[place].kind - 1]
    hero.inventory[place].equipped = 1
    hero.power += kind.power
    hero.defense += kind.defense


@rule
def unequip(world: World, ruleset: Ruleset, place: int) -> None:
    """Stop wearing a thing."""
    hero = world.hero
    carried = hero.inventory[place]
    kind = ruleset.items[carried.kind - 1]
    carried.equipped = 0
    hero.power -= kind.power
    hero.defense -= kind.defense
    emit(world, UNEQUIPPED, HERO, carried.kind - 1, 0, hero.cell)


@rule
def equip(world: World, ruleset: Ruleset, place: int) -> None:
    """Wear a thing; what is worn in the same slot comes off first."""
    hero = world.hero
    slot = ruleset.items[hero.inventory[place].kind - 1].slot
    for other in range(ruleset.inventory_capacity):
        carried = hero.inventory[other]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].slot == slot:
            unequip(world, ruleset, other)
    equip_silently(hero, ruleset, place)
    emit(world, EQUIPPED, HERO, hero.inventory[place].kind - 1, 0, hero.cell)


@rule
def use(world: World, ruleset: Ruleset, place: int, target: int) -> int:
    """Use a thing: it is worn or taken off where it can be, else its effect happens and it is gone."""
    hero = world.hero
    if place >= ruleset.inventory_capacity or hero.inventory[place].kind == 0:
        return EMPTY_SLOT
    kind = ruleset.items[hero.inventory[place].kind - 1]
    if kind.slot > 0:
        if hero.inventory[place].equipped == 1:
            unequip(world, ruleset, place)
        else:
            equip(world, ruleset, place)
        return DONE
    reason = apply_effect(world, ruleset, kind, target)
    if reason == DONE:
        remove_item(hero, place)
    return reason


@rule
def floor_is_full(world: World) -> bool:
    """Whether the table of items has no row left."""
    if world.item_count < MAX_ITEMS:
        return False
    for i in range(world.item_count):
        if world.items[i].cell == NOWHERE:
            return False
    return True


@rule
def drop(world: World, ruleset: Ruleset, place: int) -> int:
    """Put a thing on the cell underfoot; what is worn comes off first."""
    hero = world.hero
    if place >= ruleset.inventory_capacity or hero.inventory[place].kind == 0:
        return EMPTY_SLOT
    if floor_is_full(world):
        return NO_ROOM_ON_FLOOR
    if hero.inventory[place].equipped == 1:
        unequip(world, ruleset, place)
    kind = hero.inventory[place].kind - 1
    add_item(world, kind, hero.cell)
    remove_item(hero, place)
    emit(world, DROPPED, HERO, kind, 0, hero.cell)
    return DONE
