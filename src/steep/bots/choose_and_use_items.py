"""Items on the floor and in the inventory: what is worth picking up, equipping and using on the hero."""

from __future__ import annotations

from steep.bots.pathfinding import NO_ACTION, nearest_enemy
from steep.core.geometry import NOWHERE, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import AbilityRow, ItemKind, Ruleset, codes
from steep.core.world import Hero
from steep.rules.abilities.ability_shapes import hits_hero, needs_target, refusal
from steep.rules.action_codes import DONE, DROP, MAX_UNDERFOOT, PICK_UP, UNDERFOOT, USE, action
from steep.rules.hunger import hunger_stage
from steep.rules.items.identification_and_enchantments import equipped_in, is_unidentified, not_ready
from steep.rules.items.inventory import slot_for

POINT = 12
"""The worth of a point of power in a piece of equipment: about six maximum HP."""

STAT_WORTH = (2, POINT, 16, 1, 1, 1, 2, 2, 3)
"""The worth of a point of each stat up to regeneration in a piece of equipment."""

PERCENT_RESISTED = 10
"""Percent of resistance to one type of damage that have a worth of one."""

HP_OF_POINT = 10
"""About how many HP a point of power in the equipment saves."""

ITEM_PARTS = 8
"""An item that doesn't help at once is worth max HP / ITEM_PARTS: about what it saves in a fight."""

FLOORS_OF_USE = 4
"""Permanent gains count once for each of this many floors."""

SAME_ROOM = 12
"""Exclusive treasures within this many steps are assumed to be in the same room."""

NO_PRICE = -1
TOO_HIGH = 1 << 50
"""The price of room for a hero that keeps everything it carries."""

MOST_SEEN = 100
"""Items. A hero that sees more than this on a floor drops nothing: the floor may have no room for it."""


@rule
def is_on_item(hero: Hero) -> bool:
    """Whether an item lies on the hero's cell."""
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell:
            return True
    return False


@rule
def is_first_ready(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether the item in a slot is ready, and no slot before it holds one of its kind that is, enchanted alike."""
    carried = hero.inventory[slot]
    if carried.kind == 0 or not_ready(hero, ruleset, slot) != DONE:
        return False
    for before in range(slot):
        other = hero.inventory[before]
        alike = other.kind == carried.kind and other.plus == carried.plus
        if alike and not_ready(hero, ruleset, before) == DONE:
            return False
    return True


@rule
def is_useful(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of item has any use."""
    row = ruleset.items[kind]
    return row.use != NOWHERE or row.slot > 0 or row.thrown > 0 or row.opens == 1 or is_gathered(ruleset, kind)


@rule
def is_gathered(ruleset: Ruleset, kind: int) -> bool:
    """Whether the hero takes a kind of item by walking over it."""
    return ruleset.items[kind].gold > 0 or kind + 1 == ruleset.goal_item


@rule
def bonus_of(kind: ItemKind, plus: int, stat: int) -> int:
    """What a piece of equipment adds to a stat."""
    return int(kind.bonus[stat]) + plus * int(kind.each_plus[stat])


@rule
def equipment_value(hero: Hero, ruleset: Ruleset, row: int, plus: int) -> int:
    """The worth of all that a piece of equipment adds to stats, of its dice and of its reach: POINT for one of power.

    With a weapon, the hero's own power counts as often as the weapon strikes. Abilities whose use can't be foreseen are
    worth half a point each, and so is an unidentified item.
    """
    if is_unidentified(ruleset, row):
        return POINT // 2
    kind = ruleset.items[row]
    worth = 0
    for stat in range(codes.STATS):
        bonus = bonus_of(kind, plus, stat)
        worth += bonus * STAT_WORTH[stat] if stat < codes.RESISTANCE else bonus // PERCENT_RESISTED
    attack = kind.attack
    worth += POINT * attack.plus + POINT * attack.dice * (attack.sides + 1) // 2
    if kind.weapon == 1:
        worth += POINT * (kind.attack_reach - 1)
        if ruleset.timed == 1:
            own = POINT * max(0, power_besides(hero, ruleset, kind.slot))
            worth = (worth + own) * codes.NORMAL_SPEED // kind.attack_time - own
    return worth + kind.ability_count * POINT // 2


@rule
def power_besides(hero: Hero, ruleset: Ruleset, equipment_slot: int) -> int:
    """The hero's power without the item in a slot, for comparing items for that slot."""
    power = int(hero.stats[codes.POWER])
    held = equipped_in(hero, ruleset, equipment_slot)
    if held == NOWHERE:
        return power
    carried = hero.inventory[held]
    return power - bonus_of(ruleset.items[carried.kind - 1], int(carried.plus), codes.POWER)


@rule
def value_in(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """The value of the piece of equipment in an inventory slot; 0 for NOWHERE."""
    if slot == NOWHERE:
        return 0
    carried = hero.inventory[slot]
    return equipment_value(hero, ruleset, carried.kind - 1, int(carried.plus))


@rule
def use_value(hero: Hero, ability: AbilityRow) -> int:
    """About how many HP using an item gives or saves."""
    if ability.lasts > 0:
        return FLOORS_OF_USE * ability.lasts
    return min(ability.amount, hero.max_hp) if ability.traits & codes.HELPS else hero.max_hp // ITEM_PARTS


@rule
def item_value(hero: Hero, ruleset: Ruleset, row: int, plus: int) -> int:
    """About how many HP a kind of item, as the hero sees it, would give or save if the hero had one more."""
    kind = ruleset.items[row]
    if kind.slot > 0:
        now = value_in(hero, ruleset, equipped_in(hero, ruleset, kind.slot))
        better = max(0, equipment_value(hero, ruleset, row, plus) - now)
        return HP_OF_POINT * better // POINT
    if kind.use == NOWHERE:
        return hero.max_hp // ITEM_PARTS if is_useful(ruleset, row) else 0
    return use_value(hero, ruleset.abilities[kind.use]) * max(1, kind.charges)


@rule
def is_lesser_choice(hero: Hero, ruleset: Ruleset, i: int) -> bool:
    """Whether taking a seen item would lock away a more valuable one."""
    item = hero.seen_items[i]
    terrain = hero.remembered[item.cell]
    if ruleset.terrain[terrain].taken_to == 0:
        return False
    value = item_value(hero, ruleset, item.kind, int(hero.seen_item_plus[i]))
    for j in range(hero.seen_item_count):
        other = hero.seen_items[j]
        together = hero.remembered[other.cell] == terrain and steps_between(item.cell, other.cell) <= SAME_ROOM
        if together and other.cell != item.cell:
            better = item_value(hero, ruleset, other.kind, int(hero.seen_item_plus[j]))
            if better > value or (better == value and j < i):
                return True
    return False


@rule
def is_kept(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether a hero never parts with the item in a slot: it is equipped, feeds or opens something."""
    kind = hero.inventory[slot].kind - 1
    return hero.inventory[slot].equipped == 1 or is_food(ruleset, kind) or ruleset.items[kind].opens == 1


@rule
def value_of_one_more(hero: Hero, ruleset: Ruleset, row: int, plus: int, alike: int) -> int:
    """About how many HP a kind of item gives or saves if the hero has `alike` of them. More of them are worth less."""
    return item_value(hero, ruleset, row, plus) // (1 + alike)


@rule
def least_useful(hero: Hero, ruleset: Ruleset) -> int:
    """The slot of the carried item that the hero misses least; NOWHERE if it would keep all."""
    found = NOWHERE
    lowest = 0
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0 and not is_kept(hero, ruleset, slot):
            value = value_carried(hero, ruleset, slot)
            if found == NOWHERE or value < lowest:
                found = slot
                lowest = value
    return found


@rule
def value_carried(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """About how many HP what is in a slot gives or saves: less for each alike in a slot before it."""
    carried = hero.inventory[slot]
    alike = alike_before(hero, carried.kind - 1, slot)
    return carried.count * value_of_one_more(hero, ruleset, carried.kind - 1, int(carried.plus), alike)


@rule
def alike_before(hero: Hero, row: int, slot: int) -> int:
    """How many of a kind of item are in the slots before one."""
    count = 0
    for before in range(slot):
        if hero.inventory[before].kind == row + 1:
            count += int(hero.inventory[before].count)
    return count


@rule
def price_of_room(hero: Hero, ruleset: Ruleset) -> int:
    """What room for an item costs: NO_PRICE while there is room, else the value of the least useful item carried.

    The hero leaves behind what is worth no more. It keeps its last free slot for food, keys and what is worth more.
    """
    if ruleset.inventory_capacity - hero.inventory_count > 1:
        return NO_PRICE
    slot = least_useful(hero, ruleset)
    return TOO_HIGH if slot == NOWHERE else value_carried(hero, ruleset, slot)


@rule
def joins_others(hero: Hero, ruleset: Ruleset, row: int) -> bool:
    """Whether one more item stacks with others in a slot."""
    slot = slot_for(hero, ruleset, row) if ruleset.items[row].stacks == 1 else NOWHERE
    return slot != NOWHERE and hero.inventory[slot].kind > 0


@rule
def is_worth_taking(hero: Hero, ruleset: Ruleset, i: int, price: int) -> bool:
    """Whether the hero would take a seen item at the price of the room for it."""
    row = hero.seen_items[i].kind
    if not is_useful(ruleset, row) or is_lesser_choice(hero, ruleset, i):
        return False
    if price == NO_PRICE or is_gathered(ruleset, row) or joins_others(hero, ruleset, row):
        return True
    if is_food(ruleset, row) or ruleset.items[row].opens == 1:
        return price < TOO_HIGH or hero.inventory_count < ruleset.inventory_capacity
    alike = alike_before(hero, row, ruleset.inventory_capacity)
    return value_of_one_more(hero, ruleset, row, int(hero.seen_item_plus[i]), alike) > price


@rule
def pick_up_useful(hero: Hero, ruleset: Ruleset) -> int:
    """Pick up an item worth taking on the hero's cell; NO_ACTION if there is none or the inventory is full."""
    if is_on_item(hero):
        price = price_of_room(hero, ruleset)
        for i in range(hero.seen_item_count):
            item = hero.seen_items[i]
            fits = item.cell == hero.cell and slot_for(hero, ruleset, item.kind) != NOWHERE
            if fits and is_worth_taking(hero, ruleset, i, price):
                return action(PICK_UP)
    return NO_ACTION


@rule
def make_room(hero: Hero, ruleset: Ruleset) -> int:
    """With a full inventory, use or drop the least useful item; NO_ACTION if there is room, or nothing to spare.

    Nothing is dropped on another item: it would be the first to be picked up.
    """
    if hero.inventory_count < ruleset.inventory_capacity or hero.seen_item_count > MOST_SEEN:
        return NO_ACTION
    slot = least_useful(hero, ruleset)
    if slot == NOWHERE:
        return NO_ACTION
    number = ready_use(hero, ruleset, slot)
    if number != NOWHERE and ruleset.items[hero.inventory[slot].kind - 1].slot == 0:
        ability = ruleset.abilities[number]
        if ability.traits & (codes.HELPS | codes.INFORMS) != 0 and can_use_on_hero(hero, ruleset, ability):
            return action(USE, slot, hero.cell)
    return NO_ACTION if is_on_item(hero) else action(DROP, slot)


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
        if value_in(hero, ruleset, slot) > value_in(hero, ruleset, equipped):
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
            if ability.traits & codes.MOVES != 0 and can_use_on_hero(hero, ruleset, ability):
                return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def help_for(hero: Hero, ruleset: Ruleset, most: int) -> int:
    """Slot of the item that helps the hero most, by an amount of at most `most`; NOWHERE if there is none.

    Items that move the hero are kept for escapes, and those that call allies for fights.
    """
    found = NOWHERE
    best = 0
    for slot in range(ruleset.inventory_capacity):
        number = ready_use(hero, ruleset, slot)
        if number != NOWHERE:
            ability = ruleset.abilities[number]
            helps = (
                ability.traits & (codes.HELPS | codes.MOVES | codes.CALLS) == codes.HELPS
                and best < ability.amount <= most
            )
            if helps and can_use_on_hero(hero, ruleset, ability):
                found = slot
                best = ability.amount
    return found


@rule
def use_lasting(hero: Hero, ruleset: Ruleset) -> int:
    """Use the first item with a permanent gain; NO_ACTION if there is none."""
    for slot in range(ruleset.inventory_capacity):
        number = ready_use(hero, ruleset, slot)
        lasts = number != NOWHERE and ruleset.abilities[number].lasts > 0
        if lasts and can_use_on_hero(hero, ruleset, ruleset.abilities[number]):
            return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def eat(hero: Hero, ruleset: Ruleset) -> int:
    """Use what feeds, if nothing of it is wasted or the hero is hungry; NO_ACTION if there is nothing to eat."""
    if ruleset.hunger_full > 0:
        is_hungry = hunger_stage(ruleset, hero.nutrition) > 0
        for slot in range(ruleset.inventory_capacity):
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE and ruleset.abilities[number].traits & codes.FEEDS != 0:
                ability = ruleset.abilities[number]
                fits = is_hungry or hero.nutrition + ability.amount <= ruleset.hunger_full
                if fits and can_use_on_hero(hero, ruleset, ability):
                    return action(USE, slot, hero.cell)
        return eat_underfoot(hero, ruleset, is_hungry)
    return NO_ACTION


@rule
def eat_underfoot(hero: Hero, ruleset: Ruleset, is_hungry: bool) -> int:
    """Eat food that lies on the hero's cell; NO_ACTION if there is none, or too much of it would be wasted."""
    number = 0
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell and number < MAX_UNDERFOOT:
            if is_food(ruleset, hero.seen_items[i].kind) and not is_lesser_choice(hero, ruleset, i):
                ability = ruleset.abilities[ruleset.items[hero.seen_items[i].kind].use]
                fits = is_hungry or hero.nutrition + ability.amount <= ruleset.hunger_full
                if fits and can_use_on_hero(hero, ruleset, ability):
                    return action(USE, UNDERFOOT + number, hero.cell)
            number += 1
    return NO_ACTION


@rule
def eat_when_hungry(hero: Hero, ruleset: Ruleset) -> int:
    """Use what feeds once the hero is hungry; NO_ACTION before that, and if there is nothing to eat."""
    if ruleset.hunger_full > 0 and hunger_stage(ruleset, hero.nutrition) > 0:
        return eat(hero, ruleset)
    return NO_ACTION


@rule
def is_food(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of item is known to feed its user."""
    use = ruleset.items[kind].use
    return use != NOWHERE and ruleset.abilities[use].traits & codes.FEEDS != 0


@rule
def learn_floor(hero: Hero, ruleset: Ruleset) -> int:
    """Use something that informs while the stairs are unknown; NO_ACTION if there is nothing."""
    if hero.stairs == NOWHERE:
        for slot in range(ruleset.inventory_capacity):
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE:
                ability = ruleset.abilities[number]
                if ability.traits & codes.INFORMS != 0 and refusal(hero, ruleset, ability, hero.cell) == DONE:
                    return action(USE, slot, hero.cell)
    return NO_ACTION


@rule
def help_when_wounded(hero: Hero, ruleset: Ruleset) -> int:
    """Use what helps and isn't wasted, if half of the HP are gone; else NO_ACTION."""
    if 2 * hero.hp > hero.max_hp:
        return NO_ACTION
    slot = help_for(hero, ruleset, hero.max_hp - hero.hp)
    return NO_ACTION if slot == NOWHERE else action(USE, slot, hero.cell)


# Trying items that aren't identified: between fights to identify them, and in a losing fight in the hope of help.


@rule
def try_unknown(hero: Hero, ruleset: Ruleset) -> int:
    """Use the first item that isn't identified, on the nearest enemy if it must be aimed; NO_ACTION if none can be."""
    if hero.unidentified == 0:
        return NO_ACTION
    row = nearest_enemy(hero)
    for slot in range(ruleset.inventory_capacity):
        if is_unidentified(ruleset, hero.inventory[slot].kind - 1):
            number = ready_use(hero, ruleset, slot)
            if number != NOWHERE:
                ability = ruleset.abilities[number]
                target = hero.cell
                if needs_target(ability) and row != NOWHERE:
                    target = hero.visible_monsters[row].cell
                if refusal(hero, ruleset, ability, target) == DONE:
                    return action(USE, slot, target)
    return NO_ACTION


@rule
def find_out(hero: Hero, ruleset: Ruleset) -> int:
    """Try an unknown item while no monster is in view and the hero could stand a bad one; NO_ACTION if none can be."""
    if hero.visible_monster_count > 0 or 2 * hero.hp <= hero.max_hp:
        return NO_ACTION
    return try_unknown(hero, ruleset)
