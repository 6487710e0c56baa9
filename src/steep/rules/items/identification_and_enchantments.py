"""What the hero knows of items, how they are enchanted, and when they are ready."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.random_streams import LOOT, below, seed_streams
from steep.core.rule_decorator import rule
from steep.core.ruleset import ENCHANT, MAX_KINDS, AbilityRow, Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_INVENTORY, MAX_PLUS, MIN_PLUS, Hero, World
from steep.rules.abilities.statuses import add_bonus, refresh_conditions
from steep.rules.action_codes import DONE, NO_AMMUNITION, NO_CHARGES
from steep.rules.perceived_events import ENCHANTED, IDENTIFIED, emit

NO_FLOOR = 0
"""Appearances are drawn from the streams of this floor, which no run has."""


@rule
def perceived_kind(world: World, kind: int) -> int:
    """The row of `Ruleset.items` that the hero sees a kind of item as."""
    row = int(world.appearances[kind])
    return kind if row == 0 else row - 1


@rule
def true_kind(world: World, ruleset: Ruleset, row: int) -> int:
    """The kind of an item that the hero sees as a row of `Ruleset.items`."""
    return row if row < ruleset.item_kinds else int(world.appearances[row]) - 1


@rule
def is_unidentified(ruleset: Ruleset, row: int) -> bool:
    """Whether a row of `Ruleset.items` is what an unidentified kind looks like."""
    return row >= ruleset.item_kinds


@rule
def charges_of_one(hero: Hero, ruleset: Ruleset, slot: int, kind: int) -> int:
    """The uses that one item takes along from a slot of a kind. One that isn't identified was never used.

    Of charges that several share, it takes those that the others can't hold.
    """
    carried = hero.inventory[slot]
    charges = ruleset.items[kind].charges
    return max(0, carried.charges - (carried.count - 1) * charges) if carried.kind == kind + 1 else charges


@rule
def plus_carried(world: World, ruleset: Ruleset, slot: int) -> int:
    """The enchantment of the item in a slot, whether the hero knows it or not."""
    carried = world.hero.inventory[slot]
    return int(world.hidden_plus[slot] if is_unidentified(ruleset, carried.kind - 1) else carried.plus)


@rule
def could_be(world: World, ruleset: Ruleset, one: int, other: int) -> bool:
    """Whether a kind can be paired with a row: it could look like it, and `other` has no partner yet."""
    if ruleset.items[one].appearance != ruleset.items[other].appearance:
        return False
    return world.appearances[other] == 0 and world.hero.identified[other] == 0


@rule
def pair(world: World, ruleset: Ruleset, one: int, first: int, last: int) -> None:
    """Give a kind one of the rows `first` to `last` - 1 that it could look like, or a row one of these kinds."""
    possible = 0
    for other in range(first, last):
        if could_be(world, ruleset, one, other):
            possible += 1
    chosen = below(world.random, LOOT, possible)
    for other in range(first, last):
        if could_be(world, ruleset, one, other):
            if chosen == 0:
                world.appearances[one] = other + 1
                world.appearances[other] = one + 1
                return
            chosen -= 1


@rule
def forget_appearances(world: World) -> None:
    """Start with no appearances and nothing identified."""
    world.hero.unidentified = 0
    for row in range(MAX_KINDS):
        world.appearances[row] = 0
        world.hero.identified[row] = 0


@rule
def draw_appearances(world: World, ruleset: Ruleset) -> None:
    """Draw what each kind with an appearance looks like in this run, before the hero gets its starting items."""
    forget_appearances(world)
    if ruleset.item_rows > ruleset.item_kinds:
        seed_streams(world.random, world.seed, NO_FLOOR)
        for kind in range(ruleset.item_kinds):
            if ruleset.items[kind].appearance > 0:
                pair(world, ruleset, kind, ruleset.item_kinds, ruleset.item_rows)
                world.hero.unidentified += 1
        for number in range(ruleset.start_count):
            start = ruleset.start[number]
            if start.identified == 1 or start.equipped == 1:
                learn(world, start.kind)


@rule
def learn(world: World, kind: int) -> None:
    """Let the hero know a kind of item from now on."""
    row = perceived_kind(world, kind)
    if row != kind:
        world.appearances[kind] = 0
        world.appearances[row] = 0
        world.hero.identified[kind] = 1
        world.hero.unidentified -= 1


@rule
def identify(world: World, ruleset: Ruleset, kind: int) -> None:
    """Identify a kind of item: all that the hero carries show what they are, and those on the floor will."""
    row = perceived_kind(world, kind)
    if row == kind:
        return
    learn(world, kind)
    hero = world.hero
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind == row + 1:
            carried.charges = carried.count * ruleset.items[kind].charges
            carried.plus = plus_carried(world, ruleset, slot)
            carried.kind = kind + 1
    emit(world, IDENTIFIED, HERO, kind, row, hero.cell)


@rule
def first_unidentified(hero: Hero, ruleset: Ruleset) -> int:
    """The first inventory slot with an item that isn't identified; NOWHERE if there is none."""
    for slot in range(ruleset.inventory_capacity):
        if is_unidentified(ruleset, hero.inventory[slot].kind - 1):
            return slot
    return NOWHERE


@rule
def identify_carried(world: World, ruleset: Ruleset, count: int) -> None:
    """Identify kinds that the hero carries, up to a number of them, in the order of the inventory."""
    for _ in range(count):
        slot = first_unidentified(world.hero, ruleset)
        if slot == NOWHERE:
            return
        identify(world, ruleset, true_kind(world, ruleset, world.hero.inventory[slot].kind - 1))


# What the enchantment of equipment does, and changing it.

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
