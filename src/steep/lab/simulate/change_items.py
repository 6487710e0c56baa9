"""Rules that change which items a game has, so that the lab can measure what they are worth.

Nothing else changes: floors, their monsters and the other items are as without the change.
"""

from __future__ import annotations

from steep.bots.items.items import joins_others, least_useful
from steep.core.geometry import NOWHERE
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_INVENTORY, Hero, World
from steep.mapgen.put_on_free_cell import add_item
from steep.rules.items.identification import perceived_kind, true_kind
from steep.rules.items.inventory import slot_for, take, unequip_silently
from steep.rules.items.item_charges import remove_item
from steep.rules.update_view import update_visible

LAST_SLOTS = 1
"""Free slots that bots keep: with no more than these they would make room, and so play on otherwise."""


@rule
def change_items(world: World, ruleset: Ruleset, missing: Cells, given_on: Cells) -> None:
    """As the hero arrives on a floor, take all items of the missing kinds from it, and give the hero the floor's.

    `missing` has a 1 for each kind that is taken out, `given_on` the floor on which the hero is given one of each kind.
    It is as one that is found: not enchanted, and known only if its kind is. In a full inventory it takes the place of
    what the hero misses least; where there is nothing of that kind, it lies underfoot.
    """
    for number in range(world.item_count):
        item = world.items[number]
        if item.cell != NOWHERE and missing[item.kind] == 1:
            item.cell = NOWHERE
    for kind in range(ruleset.item_kinds):
        if given_on[kind] == world.floor:
            make_place(world.hero, ruleset, perceived_kind(world, kind))
            slot = slot_for(world.hero, ruleset, perceived_kind(world, kind))
            charges = ruleset.items[kind].charges
            if slot != NOWHERE:
                take(world, slot, kind, charges, 0)
            else:
                add_item(world, kind, world.hero.cell, charges)
    update_visible(world)


@rule
def make_place(hero: Hero, ruleset: Ruleset, row: int) -> None:
    """Take away what the hero misses least, if one more item of a row would fill its inventory."""
    if ruleset.inventory_capacity - hero.inventory_count > LAST_SLOTS or joins_others(hero, ruleset, row):
        return
    slot = least_useful(hero, ruleset, 0)
    while slot != NOWHERE and hero.inventory[slot].kind > 0:
        remove_item(hero, ruleset, slot)


@rule
def lose_missing_kinds(world: World, ruleset: Ruleset, missing: Cells) -> None:
    """Take the items of the missing kinds from the hero."""
    hero = world.hero
    for slot in range(MAX_INVENTORY):
        row = hero.inventory[slot].kind - 1
        if row >= 0 and missing[true_kind(world, ruleset, row)] == 1:
            if hero.inventory[slot].equipped == 1:
                unequip_silently(world, ruleset, slot)
            while hero.inventory[slot].kind > 0:
                remove_item(hero, ruleset, slot)
    update_visible(world)
