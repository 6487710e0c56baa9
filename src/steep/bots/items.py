"""What lies about and what is carried: what is worth picking up, wearing and drinking, and what can be used."""

from __future__ import annotations

from steep.bots.moves import NO_ACTION
from steep.core.geometry import NOWHERE
from steep.core.rule import rule
from steep.core.ruleset import CONFUSION, FIREBALL, HEAL, LIGHTNING, NO_EFFECT, Ruleset
from steep.core.world import Hero
from steep.rules.actions import PICK_UP, USE, action
from steep.rules.effects import is_in_blast, is_in_lightning


@rule
def is_on_item(hero: Hero) -> bool:
    """Whether something lies underfoot."""
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell:
            return True
    return False


@rule
def is_first_of_kind(hero: Hero, place: int) -> bool:
    """Whether a place of the pack holds something, and none before it the same."""
    for before in range(place):
        if hero.inventory[before].kind == hero.inventory[place].kind:
            return False
    return hero.inventory[place].kind > 0


@rule
def enemy_on(hero: Hero, cell: int) -> int:
    """Row in `hero.foes` of who stands on a cell; NOWHERE when nobody is seen there."""
    for i in range(hero.visible_monster_count):
        if hero.visible_monsters[i].cell == cell:
            return i
    return NOWHERE


@rule
def monsters_in_blast(hero: Hero, ruleset: Ruleset, cell: int, radius: int) -> int:
    """How many foes in view a blast at a cell reaches."""
    count = 0
    for i in range(hero.visible_monster_count):
        if is_in_blast(hero.visible_monsters[i].cell, cell, radius, ruleset):
            count += 1
    return count


@rule
def any_in_lightning(hero: Hero, ruleset: Ruleset, reach: int) -> bool:
    """Whether lightning reaches a foe in view."""
    for i in range(hero.visible_monster_count):
        if is_in_lightning(hero.visible_monsters[i].cell, hero.cell, reach, ruleset):
            return True
    return False


@rule
def can_use(hero: Hero, ruleset: Ruleset, place: int, cell: int) -> bool:
    """Whether what is in a place of the pack can be used, at a cell in view where it needs one."""
    if hero.inventory[place].kind == 0:
        return False
    kind = ruleset.items[hero.inventory[place].kind - 1]
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
def is_worth_carrying(ruleset: Ruleset, kind: int) -> bool:
    """Whether a kind of thing has any use."""
    return ruleset.items[kind].effect != NO_EFFECT or ruleset.items[kind].slot > 0


@rule
def pick_up_useful(hero: Hero, ruleset: Ruleset) -> int:
    """Pick up from underfoot; NO_ACTION when nothing of use is there or the pack is full."""
    if hero.inventory_count < ruleset.inventory_capacity:
        for i in range(hero.seen_item_count):
            if hero.seen_items[i].cell == hero.cell and is_worth_carrying(ruleset, hero.seen_items[i].kind):
                return action(PICK_UP)
    return NO_ACTION


@rule
def equipment_value(ruleset: Ruleset, kind: int) -> int:
    """What a thing to wear gives."""
    return ruleset.items[kind].power + ruleset.items[kind].defense


@rule
def equipped_in(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """Place of the pack of what is worn in a slot; NOWHERE when nothing is."""
    for place in range(ruleset.inventory_capacity):
        if hero.inventory[place].equipped == 1 and ruleset.items[hero.inventory[place].kind - 1].slot == slot:
            return place
    return NOWHERE


@rule
def equip_best(hero: Hero, ruleset: Ruleset) -> int:
    """Put on what is better than what is worn in its slot; NO_ACTION when nothing is."""
    for place in range(ruleset.inventory_capacity):
        if hero.inventory[place].kind == 0 or hero.inventory[place].equipped == 1:
            continue
        kind = hero.inventory[place].kind - 1
        slot = ruleset.items[kind].slot
        if slot == 0:
            continue
        worn = equipped_in(hero, ruleset, slot)
        now = 0 if worn == NOWHERE else equipment_value(ruleset, hero.inventory[worn].kind - 1)
        if equipment_value(ruleset, kind) > now:
            return action(USE, place)
    return NO_ACTION


@rule
def potion_for(hero: Hero, ruleset: Ruleset, wound: int) -> int:
    """Place of the pack of the strongest potion that heals no more than a wound of so many HP; NOWHERE without one."""
    found = NOWHERE
    most = 0
    for place in range(ruleset.inventory_capacity):
        if hero.inventory[place].kind > 0:
            kind = ruleset.items[hero.inventory[place].kind - 1]
            if kind.effect == HEAL and most < kind.amount <= wound:
                found = place
                most = kind.amount
    return found


@rule
def drink_when_wounded(hero: Hero, ruleset: Ruleset) -> int:
    """Drink, in peace, what is not wasted, when half of the HP are gone; NO_ACTION else."""
    if 2 * hero.hp > hero.max_hp:
        return NO_ACTION
    place = potion_for(hero, ruleset, hero.max_hp - hero.hp)
    return NO_ACTION if place == NOWHERE else action(USE, place)
