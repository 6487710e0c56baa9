"""Whether items are possible: on the floor, carried, seen, and not identified."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    MAX_KINDS,
    Ruleset,
)
from steep.core.world import (
    CARRIES,
    MAX_INVENTORY,
    Hero,
    World,
)
from steep.rules.abilities.statuses import loot_of
from steep.rules.consistency.maps import is_on_border
from steep.rules.items.identification import is_unidentified, perceived_kind, true_kind
from steep.rules.items.inventory import weapon_of
from steep.rules.items.item_charges import most_charges


@rule
def may_have_plus(world: World, ruleset: Ruleset, index: int) -> bool:
    """Whether an item on the floor may have the enchantment that it has."""
    return world.item_plus[index] == 0 or ruleset.items[world.items[index].kind].enchantable == 1


@rule
def appearances_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether each kind with an appearance is identified, or has a row of its appearance to itself."""
    hero = world.hero
    count = 0
    for row in range(MAX_KINDS):
        other = int(world.appearances[row]) - 1
        is_kind = row < ruleset.item_kinds
        if is_kind and ruleset.items[row].appearance > 0:
            if (other == NOWHERE) != (hero.identified[row] == 1):
                return False
        elif hero.identified[row] == 1 or (is_kind and other != NOWHERE):
            return False
        if other != NOWHERE:
            if row >= ruleset.item_rows or other >= ruleset.item_rows or is_kind == (other < ruleset.item_kinds):
                return False
            if world.appearances[other] != row + 1:
                return False
            if ruleset.items[row].appearance != ruleset.items[other].appearance:
                return False
            if is_kind:
                count += 1
    return count == hero.unidentified


@rule
def items_are_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether items have known kinds, lie inside the border and are enchanted only if their kind can be.

    Unidentified ones have all their charges.
    """
    for i in range(world.item_count):
        item = world.items[i]
        if item.kind >= ruleset.item_kinds:
            return False
        if perceived_kind(world, item.kind) != item.kind and item.charges != ruleset.items[item.kind].charges:
            return False
        if item.cell >= 0 and is_on_border(item.cell):
            return False
        if item.cell != NOWHERE and not may_have_plus(world, ruleset, i):
            return False
    return loot_is_carried(world)


@rule
def slot_is_shared(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether an earlier item is equipped where the item in an inventory slot is."""
    equipment_slot = ruleset.items[hero.inventory[slot].kind - 1].slot
    for other in range(slot):
        carried = hero.inventory[other]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].slot == equipment_slot:
            return True
    return False


@rule
def inventory_is_sound(world: World, ruleset: Ruleset) -> bool:
    """Whether the inventory holds known kinds, within its capacity, and only equipment is equipped, one item a slot.

    What isn't identified shows only what it looks like.
    """
    hero = world.hero
    count = 0
    for slot in range(MAX_INVENTORY):
        carried = hero.inventory[slot]
        if carried.kind > 0:
            count += 1
            if slot >= ruleset.inventory_capacity or carried.kind > ruleset.item_rows or carried.since > world.turn:
                return False
            if carried.count == 0 or (carried.count > 1 and ruleset.items[carried.kind - 1].stacks == 0):
                return False
            if is_unidentified(ruleset, carried.kind - 1):
                if world.appearances[carried.kind - 1] == 0:
                    return False
                if carried.equipped == 1 or carried.charges > 0 or carried.recharging > 0:
                    return False
                hidden = ruleset.items[true_kind(world, ruleset, carried.kind - 1)]
                if world.hidden_plus[slot] != 0 and hidden.enchantable == 0:
                    return False
            elif world.appearances[carried.kind - 1] != 0:
                return False
            kind = ruleset.items[carried.kind - 1]
            if carried.charges > most_charges(hero, ruleset, slot):
                return False
            if (carried.equipped == 1 and kind.slot == 0) or (carried.plus != 0 and kind.enchantable == 0):
                return False
            if carried.equipped == 1 and slot_is_shared(hero, ruleset, slot):
                return False
        elif carried.count + carried.equipped > 0 or carried.plus != 0 or carried.since != 0:
            return False
    return count == hero.inventory_count and hero.weapon == weapon_of(hero, ruleset)


@rule
def seen_items_are_listed(world: World) -> bool:
    """Whether the list of seen items is up to date."""
    hero = world.hero
    count = 0
    for index in range(world.item_count):
        item = world.items[index]
        if item.cell >= 0 and item.seen == 1:
            seen = hero.seen_items[count]
            if seen.item != index or seen.cell != item.cell or seen.visited != item.visited:
                return False
            if seen.kind != perceived_kind(world, item.kind):
                return False
            if hero.seen_item_plus[count] != (world.item_plus[index] if seen.kind == item.kind else 0):
                return False
            count += 1
    return count == hero.seen_item_count


@rule
def loot_is_carried(world: World) -> bool:
    """Whether each monster that carries something has one item, and nobody else has any."""
    carried = 0
    for i in range(world.item_count):
        if world.items[i].cell < NOWHERE:
            carried += 1
    for index in range(world.actor_count):
        actor = world.actors[index]
        if actor.hp > 0 and actor.conditions & CARRIES != 0:
            if loot_of(world, index) == NOWHERE:
                return False
            carried -= 1
    return carried == 0
