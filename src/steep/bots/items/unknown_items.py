"""Trying items that aren't identified: between fights for what they are, and in a lost fight for what they might be."""

from __future__ import annotations

from steep.bots.items.choose_and_use_items import ready_use
from steep.bots.movement.steps_and_attacks import NO_ACTION, nearest_enemy
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import Hero
from steep.rules.abilities.ability_shapes import needs_target, refusal
from steep.rules.action_codes import DONE, USE, action
from steep.rules.items.identification import is_unidentified


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
    """Try an unknown item while nobody is in view and the hero could stand a bad one; NO_ACTION if there is none."""
    if hero.visible_monster_count > 0 or 2 * hero.hp <= hero.max_hp:
        return NO_ACTION
    return try_unknown(hero, ruleset)
