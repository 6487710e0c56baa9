"""What the enchantment of equipment does, and changing it."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import ENCHANT, AbilityRow, Ruleset
from steep.core.world import HERO, HERO_ROW, MAX_PLUS, MIN_PLUS, Hero, World
from steep.rules.abilities.statuses import add_bonus, refresh_conditions
from steep.rules.perceived_events import ENCHANTED, emit

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
