"""Items on the floor and in the inventory: what is worth picking up, equipping and drinking, and what can be used."""

from __future__ import annotations

from steep.bots.steps_and_attacks import NO_ACTION
from steep.core.geometry import NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import CONFUSION, FIREBALL, HEAL, LIGHTNING, NO_EFFECT, Ruleset
from steep.core.world import Hero
from steep.rules.action_codes import PICK_UP, USE, action
from steep.rules.effects import is_in_blast, is_in_lightning


@rule
def is_on_item(hero: Hero) -> bool:
    """Whether an item lies on the hero's cell."""
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell:
            return True
    return False


@rule
def is_first_of_kind(hero: Hero, slot: int) -> bool:
    """Whether a slot holds an item and no slot before it holds the same kind."""
    for before in range(slot):
        if hero.inventory[before].kind == hero.inventory[slot].kind:
            return False
    return hero.inventory[slot].kind > 0


@rule
def enemy_on(hero: Hero, cell: int) -> int:
    """Row in `hero.visible_monsters` of the monster on a cell; NOWHERE if none is seen there."""
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].cell == cell:
            return i
    return NOWHERE


@rule
def monsters_in_blast(hero: Hero, ruleset: Ruleset, cell: int, radius: int) -> int:
    """How many visible monsters a blast at a cell hits."""
    count = 0
    for i in range(hero.visible_monster_count):
        if is_in_blast(hero.visible_monsters[i].cell, cell, radius, ruleset):
            count += 1
    return count


@rule
def any_in_lightning(hero: Hero, ruleset: Ruleset, reach: int) -> bool:
    """Whether lightning can hit a visible monster."""
    for i in range(hero.visible_monster_count):
        if is_in_lightning(hero.visible_monsters[i].cell, hero.cell, reach, ruleset):
            return True
    return False


@rule
def can_use(hero: Hero, ruleset: Ruleset, slot: int, cell: int) -> bool:
    """Whether the item in a slot can be used, on a visible target cell if it needs one."""
    if hero.inventory[slot].kind == 0:
        return False
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0:
        return True
    if kind.effect == HEAL:
        return hero.hp < hero.max_hp
    if kind.effect == LIGHTNING:
        return any_in_lightning(hero, ruleset, kind.reach)
    if kind.effect == CONFUSION:
        return enemy_on(hero, cell) != NOWHERE
    if kind.effect == FIREBALL:
        return monsters_in_blast(hero, ruleset, cell, kind.reach) > 0
    return False


@rule
def is_useful(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of item has any use."""
    return ruleset.items[kind].effect != NO_EFFECT or ruleset.items[kind].slot > 0


@rule
def pick_up_useful(hero: Hero, ruleset: Ruleset) -> int:
    """Pick up a useful item on the hero's cell; NO_ACTION if there is none or the inventory is full."""
    if hero.inventory_count < ruleset.inventory_capacity:
        for i in range(hero.seen_item_count):
            if hero.seen_items[i].cell == hero.cell and is_useful(ruleset, hero.seen_items[i].kind):
                return action(PICK_UP)
    return NO_ACTION


@rule
def equipment_value(ruleset: Ruleset, kind: int) -> int:
    """The sum of the bonuses of a kind of equipment."""
    return ruleset.items[kind].power + ruleset.items[kind].defense


@rule
def equipped_in(hero: Hero, ruleset: Ruleset, equipment_slot: int) -> int:
    """Inventory slot of what is equipped in an equipment slot; NOWHERE if nothing is."""
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].equipped == 1 and ruleset.items[hero.inventory[slot].kind - 1].slot == equipment_slot:
            return slot
    return NOWHERE


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
        now = 0 if equipped == NOWHERE else equipment_value(ruleset, hero.inventory[equipped].kind - 1)
        if equipment_value(ruleset, kind) > now:
            return action(USE, slot)
    return NO_ACTION


@rule
def potion_for(hero: Hero, ruleset: Ruleset, max_heal: int) -> int:
    """Slot of the strongest potion that heals at most `max_heal` HP; NOWHERE if there is none."""
    found = NOWHERE
    best = 0
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            kind = ruleset.items[hero.inventory[slot].kind - 1]
            if kind.effect == HEAL and best < kind.amount <= max_heal:
                found = slot
                best = kind.amount
    return found


@rule
def drink_when_wounded(hero: Hero, ruleset: Ruleset) -> int:
    """Drink a potion that isn't wasted, if half of the HP are gone; else NO_ACTION."""
    if 2 * hero.hp > hero.max_hp:
        return NO_ACTION
    slot = potion_for(hero, ruleset, hero.max_hp - hero.hp)
    return NO_ACTION if slot == NOWHERE else action(USE, slot)
