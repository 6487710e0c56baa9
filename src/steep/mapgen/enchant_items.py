"""Draws the enchantment of the items on a new floor."""

from __future__ import annotations

from steep.core.random_streams import LOOT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import EnchantmentRow, Ruleset
from steep.core.world import MAX_PLUS, MIN_PLUS, World
from steep.spawn.draw_from_compiled_tables import roll_dice, value_on
from steep.spawn.floors_below import floor_above


@rule
def draw_plus(world: World, enchantment: EnchantmentRow, floor: int) -> int:
    """Draw an enchantment by the tables of a floor; 0 for none."""
    if below(world.random, LOOT, 100) >= value_on(enchantment.chance, floor):
        return 0
    plus = roll_dice(enchantment.plus, floor, world.random, LOOT)
    if below(world.random, LOOT, 100) < enchantment.negative:
        plus = -plus
    return max(MIN_PLUS, min(MAX_PLUS, plus))


@rule
def enchant_items(world: World, ruleset: Ruleset) -> None:
    """Enchant items of the kinds that may be, after everything is placed: so no other draw of a floor depends on it."""
    floor = floor_above(ruleset.below, world.floor)
    for i in range(world.item_count):
        number = ruleset.items[world.items[i].kind].enchantment
        if number > 0:
            world.item_plus[i] = draw_plus(world, ruleset.enchantments[number - 1], floor)
