"""The inventory: picking up, using, equipping and dropping items. An item keeps its slot, and so its letter."""

from __future__ import annotations

from steep.core.geometry import NOWHERE, STAIRS
from steep.core.rule_decorator import rule
from steep.core.ruleset import ON_EQUIP, ON_UNEQUIP, ItemKind, Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_STACK, Hero, World
from steep.mapgen.put_on_free_cell import add_item, floor_is_full
from steep.rules.abilities.ability_shapes import is_within_reach, needs_target, reach_of, refusal
from steep.rules.abilities.queue import bit_of, enqueue_rows
from steep.rules.abilities.statuses import refresh_conditions
from steep.rules.abilities.use_abilities import hits_somebody, nearest_enemy, use_ability
from steep.rules.action_codes import (
    DONE,
    EMPTY_SLOT,
    INVENTORY_FULL,
    NO_AMMUNITION,
    NO_CHARGES,
    NO_ROOM_ON_FLOOR,
    NO_USE,
    NOTHING_HERE,
    NOTHING_IN_BLAST,
    UNDERFOOT,
    take_time,
)
from steep.rules.items.identification_and_enchantments import (
    add_equipment_bonus,
    charges_of_one,
    coded_plus,
    identify,
    is_unidentified,
    most_charges,
    newest_like,
    not_ready,
    perceived_kind,
    plus_carried,
    remove_item,
    slot_of_kind,
    true_kind,
)
from steep.rules.perceived_events import BROKE, DROPPED, EQUIPPED, NOTHING_HAPPENED, PICKED_UP, UNEQUIPPED, emit
from steep.rules.terrain import close_others


@rule
def free_slot(hero: Hero, capacity: int) -> int:
    """The first empty inventory slot; NOWHERE if the inventory is full."""
    for slot in range(capacity):
        if hero.inventory[slot].kind == 0:
            return slot
    return NOWHERE


@rule
def slot_for(hero: Hero, ruleset: Ruleset, row: int) -> int:
    """The inventory slot of one more item that looks like a row of `Ruleset.items`; NOWHERE if there is no room."""
    if ruleset.items[row].stacks == 1:
        for slot in range(ruleset.inventory_capacity):
            if hero.inventory[slot].kind == row + 1 and hero.inventory[slot].count < MAX_STACK:
                return slot
    return free_slot(hero, ruleset.inventory_capacity)


@rule
def carry(hero: Hero, slot: int, kind: int, charges: int = 0, plus: int = 0) -> None:
    """Put an item into an empty slot."""
    hero.inventory[slot].kind = kind + 1
    hero.inventory[slot].count = 1
    hero.inventory[slot].equipped = 0
    hero.inventory[slot].charges = charges
    hero.inventory[slot].recharging = 0
    hero.inventory[slot].plus = plus
    hero.inventory[slot].since = hero.turn
    hero.inventory_count += 1


@rule
def take(world: World, slot: int, kind: int, charges: int, plus: int) -> int:
    """Put an item as the hero sees it into a slot that is empty or has its like. Returns the row that it is seen as."""
    row = perceived_kind(world, kind)
    if world.hero.inventory[slot].kind > 0:
        world.hero.inventory[slot].count += 1
        if row == kind:
            world.hero.inventory[slot].charges += charges
    elif row == kind:
        carry(world.hero, slot, kind, charges, plus)
    else:
        carry(world.hero, slot, row)
        world.hidden_plus[slot] = plus
    return row


@rule
def pick_up(world: World, ruleset: Ruleset) -> int:
    """Pick up one item from the hero's cell, the first for which there is room."""
    hero = world.hero
    reason = NOTHING_HERE
    for i in range(world.item_count):
        item = world.items[i]
        if item.cell == hero.cell:
            if ruleset.items[item.kind].gold > 0 or item.kind + 1 == ruleset.goal_item:
                return DONE  # `collect_gold` takes it after each action
            slot = slot_for(hero, ruleset, perceived_kind(world, item.kind))
            if slot == NOWHERE:
                reason = INVENTORY_FULL
                continue
            row = take(world, slot, item.kind, item.charges, int(world.item_plus[i]))
            item.cell = NOWHERE
            emit(world, PICKED_UP, HERO, row, slot, hero.cell, coded_plus(int(hero.inventory[slot].plus)))
            if world.tiles[hero.cell] > STAIRS:
                close_others(world, ruleset, hero.cell)
            if ruleset.auto_equip == 1 and fills_empty_slot(hero, ruleset, slot):
                equip(world, ruleset, slot)
            return DONE
    return reason


@rule
def fills_empty_slot(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether the item in an inventory slot is equipment, and nothing is equipped where it goes."""
    equipment_slot = ruleset.items[hero.inventory[slot].kind - 1].slot
    if equipment_slot == 0:
        return False
    for other in range(ruleset.inventory_capacity):
        carried = hero.inventory[other]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].slot == equipment_slot:
            return False
    return True


@rule
def weapon_of(hero: Hero, ruleset: Ruleset) -> int:
    """The kind + 1 of the first equipped item with dice or a damage type of its own; 0 if there is none."""
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].weapon == 1:
            return int(carried.kind)
    return 0


@rule
def equip_silently(world: World, ruleset: Ruleset, slot: int) -> None:
    """Equip an item without an event."""
    hero = world.hero
    hero.inventory[slot].equipped = 1
    add_equipment_bonus(world, ruleset, slot, 1)
    equipment_changed(world, ruleset)


@rule
def triggers_of_equipment(hero: Hero, ruleset: Ruleset) -> int:
    """The bit of each trigger that the abilities of the hero's equipment have."""
    triggers = 0
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].equipped == 1:
            triggers |= ruleset.items[hero.inventory[slot].kind - 1].triggers
    return triggers


@rule
def equipment_changed(world: World, ruleset: Ruleset) -> None:
    """Work out what the hero's equipment does to it. Max HP may have fallen."""
    hero = world.hero
    body = world.actors[HERO_ROW]
    body.triggers = triggers_of_equipment(hero, ruleset)
    hero.weapon = weapon_of(hero, ruleset)
    refresh_conditions(body, ruleset)


@rule
def unequip_silently(world: World, ruleset: Ruleset, slot: int) -> None:
    """Unequip an item without an event."""
    world.hero.inventory[slot].equipped = 0
    add_equipment_bonus(world, ruleset, slot, -1)
    equipment_changed(world, ruleset)


@rule
def set_off_item(world: World, ruleset: Ruleset, trigger: int, slot: int) -> None:
    """Enqueue the abilities of a single item that a trigger sets off."""
    item = ruleset.items[world.hero.inventory[slot].kind - 1]
    if item.triggers & bit_of(trigger) != 0:
        enqueue_rows(world, ruleset, trigger, item.first_ability, item.ability_count, HERO_ROW, world.hero.cell)


@rule
def unequip(world: World, ruleset: Ruleset, slot: int) -> None:
    """Unequip an item."""
    carried = world.hero.inventory[slot]
    unequip_silently(world, ruleset, slot)
    emit(world, UNEQUIPPED, HERO, carried.kind - 1, 0, world.hero.cell, coded_plus(int(carried.plus)))
    set_off_item(world, ruleset, ON_UNEQUIP, slot)


@rule
def equip(world: World, ruleset: Ruleset, slot: int) -> None:
    """Equip an item, which identifies it; another in the same equipment slot is unequipped first."""
    hero = world.hero
    identify(world, ruleset, true_kind(world, ruleset, hero.inventory[slot].kind - 1))
    equipment_slot = ruleset.items[hero.inventory[slot].kind - 1].slot
    for other in range(ruleset.inventory_capacity):
        carried = hero.inventory[other]
        if carried.equipped == 1 and ruleset.items[carried.kind - 1].slot == equipment_slot:
            unequip(world, ruleset, other)
    equip_silently(world, ruleset, slot)
    plus = int(hero.inventory[slot].plus)
    emit(world, EQUIPPED, HERO, hero.inventory[slot].kind - 1, 0, hero.cell, coded_plus(plus))
    set_off_item(world, ruleset, ON_EQUIP, slot)


@rule
def use(world: World, ruleset: Ruleset, slot: int, target: int) -> int:
    """Use an item. Equipment is equipped or unequipped; anything else takes effect and is used up."""
    hero = world.hero
    if slot >= UNDERFOOT:
        return use_underfoot(world, ruleset, slot - UNDERFOOT, target)
    if slot >= ruleset.inventory_capacity or hero.inventory[slot].kind == 0:
        return EMPTY_SLOT
    row = hero.inventory[slot].kind - 1
    if ruleset.items[row].slot > 0:
        if hero.inventory[slot].equipped == 1:
            unequip(world, ruleset, slot)
        else:
            equip(world, ruleset, slot)
        return DONE
    reason = not_ready(hero, ruleset, slot)
    if reason != DONE:
        return reason
    kind = true_kind(world, ruleset, row)
    reason = take_effect(world, ruleset, row, target)
    if reason == DONE:
        spend(hero, ruleset, ruleset.items[kind], slot)
    return reason


@rule
def item_underfoot(world: World, number: int) -> int:
    """The row of an item that the hero has seen on its cell, counted from 0; NOWHERE if there is none."""
    for i in range(world.item_count):
        if world.items[i].cell == world.hero.cell and world.items[i].seen == 1:
            if number == 0:
                return i
            number -= 1
    return NOWHERE


@rule
def use_underfoot(world: World, ruleset: Ruleset, number: int, target: int) -> int:
    """Use an item where it lies, under the hero. Equipment must be picked up first."""
    hero = world.hero
    index = item_underfoot(world, number)
    if index == NOWHERE:
        return EMPTY_SLOT
    item = world.items[index]
    row = perceived_kind(world, item.kind)
    look = ruleset.items[row]
    if look.slot > 0:
        return NO_USE
    if look.charges > 0 and item.charges == 0:
        return NO_CHARGES
    if look.ammunition > 0 and slot_of_kind(hero, look.ammunition - 1) == NOWHERE:
        return NO_AMMUNITION
    cell = hero.cell
    reason = take_effect(world, ruleset, row, target)
    if reason == DONE:
        kind = ruleset.items[item.kind]
        if kind.ammunition > 0:
            spend_ammunition(hero, ruleset, kind)
        if kind.charges > 0:
            item.charges -= 1
        elif kind.ammunition == 0:
            item.cell = NOWHERE
        if world.tiles[cell] > STAIRS:
            close_others(world, ruleset, cell)
    return reason


@rule
def take_effect(world: World, ruleset: Ruleset, row: int, target: int) -> int:
    """Let what using an item does happen, if that isn't refused. `row` is what the hero sees it as.

    The hero can use an item that isn't identified as its appearance allows, whatever its kind is.
    """
    hero = world.hero
    look = ruleset.items[row]
    if look.use == NOWHERE:
        return NO_USE
    reason = refusal(hero, ruleset, ruleset.abilities[look.use], target)
    if reason == NOTHING_IN_BLAST and hits_somebody(world, ruleset, look.use, HERO_ROW, target):
        reason = DONE
    if reason == DONE:
        if is_unidentified(ruleset, row):
            use_unidentified(world, ruleset, row, target)
        else:
            told = hero.event_count
            use_ability(world, ruleset, look.use, HERO_ROW, target)
            say_if_nothing_happened(world, told)
            take_time(world, ruleset, ruleset.abilities[look.use].time)
    return reason


@rule
def say_if_nothing_happened(world: World, told: int) -> None:
    """Report that what the hero used had no effect, if it perceived nothing since `told` events."""
    hero = world.hero
    if hero.event_count == told:
        emit(world, NOTHING_HAPPENED, HERO, HERO, 0, hero.cell)


@rule
def use_unidentified(world: World, ruleset: Ruleset, row: int, target: int) -> None:
    """Identify an item and let it take effect.

    If it must be aimed and its appearance isn't, it goes off at the nearest enemy in view, or else where the hero
    stands. It does nothing where it doesn't reach.
    """
    hero = world.hero
    guess = ruleset.abilities[ruleset.items[row].use]
    number = true_kind(world, ruleset, row)
    identify(world, ruleset, number)
    kind = ruleset.items[number]
    told = hero.event_count
    if kind.use != NOWHERE:
        ability = ruleset.abilities[kind.use]
        if needs_target(ability) and not needs_target(guess):
            nearest = nearest_enemy(world, ruleset, HERO_ROW, reach_of(ability))
            target = hero.cell if nearest == NOWHERE else world.actors[nearest].cell
        if is_within_reach(hero, ruleset, ability, target):
            use_ability(world, ruleset, kind.use, HERO_ROW, target)
        take_time(world, ruleset, ability.time)
    say_if_nothing_happened(world, told)


@rule
def spend_ammunition(hero: Hero, ruleset: Ruleset, kind: ItemKind) -> None:
    """Take one of an item's ammunition from the inventory."""
    remove_item(hero, ruleset, newest_like(hero, ruleset, slot_of_kind(hero, kind.ammunition - 1)))


@rule
def spend(hero: Hero, ruleset: Ruleset, kind: ItemKind, slot: int) -> None:
    """Take what using an item costs: its ammunition, a charge, or the item itself."""
    if kind.ammunition > 0:
        spend_ammunition(hero, ruleset, kind)
    if kind.charges > 0:
        hero.inventory[slot].charges -= 1
    elif kind.ammunition == 0:
        remove_item(hero, ruleset, slot)


@rule
def recharge(world: World, ruleset: Ruleset) -> None:
    """Give the items carried the charges that they regain this turn. Those that share a slot regain theirs at once."""
    hero = world.hero
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind > 0:
            kind = ruleset.items[carried.kind - 1]
            lacking = most_charges(hero, ruleset, slot) - carried.charges
            if kind.recharge > 0 and lacking > 0:
                carried.recharging += min(carried.count, lacking)
                carried.charges += carried.recharging // kind.recharge
                carried.recharging %= kind.recharge


@rule
def lose_keys(world: World, ruleset: Ruleset) -> None:
    """Let the keys that the hero carries break as it leaves their floor: they open nothing on another."""
    hero = world.hero
    for row in range(ruleset.terrain_kinds):
        key = ruleset.terrain[row].key_kind - 1
        slot = slot_of_kind(hero, key) if key >= 0 else NOWHERE
        while slot != NOWHERE:
            if hero.inventory[slot].equipped == 1:
                unequip_silently(world, ruleset, slot)
            remove_item(hero, ruleset, slot)
            emit(world, BROKE, HERO, key, 0, hero.cell)
            slot = slot_of_kind(hero, key)


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
    row = hero.inventory[slot].kind - 1
    kind = true_kind(world, ruleset, row)
    known_plus = int(hero.inventory[slot].plus)
    charges = charges_of_one(hero, ruleset, slot, kind)
    add_item(world, kind, hero.cell, charges, plus_carried(world, ruleset, slot))
    remove_item(hero, ruleset, slot)
    emit(world, DROPPED, HERO, row, 0, hero.cell, coded_plus(known_plus))
    return DONE
