"""The rule by which a hero uses the item that it was given to try, whatever its bot thinks of such items.

Bots leave some kinds unused: an estimate from an item's numbers doesn't show what a net or a sealed room is good for. A
person who is handed one uses it in the first fight that looks bad. So does this rule, by what the item does and never
by its name. It sees what bots see.
"""

from __future__ import annotations

from steep.bots.combat.fight_cost import FAR, fight_cost, steps_to_threat
from steep.bots.combat.fighting import is_losing
from steep.bots.combat.use_items_against_enemies import best_centre, costliest_enemy, throw_target
from steep.bots.items.items import can_use_on_hero, ready_use
from steep.bots.movement.steps_and_attacks import NO_ACTION
from steep.core.geometry import NOWHERE
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    BALL,
    CALLS,
    CHANGE_STAT,
    DIG,
    ENCHANT,
    FEEDS,
    GIVE_STATUS,
    HARMS,
    HEAL,
    HELPS,
    INFORMS,
    MOVES,
    WAKE,
    AbilityRow,
    Ruleset,
)
from steep.core.world import Hero
from steep.rules.abilities.ability_shapes import hits_hero, needs_target, refusal
from steep.rules.action_codes import DONE, THROW, USE, action
from steep.rules.items.item_charges import slot_of_kind

PART = 3
"""A fight that costs more than 1 / PART of the HP left is trouble."""

CLOSE = 2
"""Steps to the nearest threat, from which on what lasts some turns, or strikes all around, is not wasted."""


@rule
def heals(ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether an ability gives HP back, at once or by a status."""
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        effect = ruleset.effects[row]
        if effect.effect == HEAL or (effect.effect == GIVE_STATUS and ruleset.statuses[effect.status].hp > 0):
            return True
    return False


@rule
def is_for_fights(ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether an ability is for fights at all: not to learn, eat, dig or wake others with."""
    if ability.traits & (INFORMS | FEEDS) != 0:
        return False
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        if ruleset.effects[row].effect not in (WAKE, DIG):
            return True
    return False


@rule
def is_for_good(ruleset: Ruleset, ability: AbilityRow) -> bool:
    """Whether an ability changes its user or its equipment for good."""
    for row in range(ability.first_effect, ability.first_effect + ability.effect_count):
        if ruleset.effects[row].effect in (CHANGE_STAT, ENCHANT):
            return True
    return False


@rule
def use_on_hero(hero: Hero, ruleset: Ruleset, slot: int, ability: AbilityRow) -> int:
    """Use what affects the hero, if it is good for it now; else NO_ACTION."""
    if ability.traits & (HELPS | HARMS | MOVES) != HELPS or not can_use_on_hero(hero, ruleset, ability):
        return NO_ACTION
    if heals(ruleset, ability):
        needed = 2 * hero.hp <= hero.max_hp and ability.amount <= hero.max_hp - hero.hp
    else:
        needed = ability.traits & CALLS != 0 or steps_to_threat(hero, ruleset) <= CLOSE
    return action(USE, slot, hero.cell) if needed else NO_ACTION


@rule
def use_on_others(hero: Hero, ruleset: Ruleset, slot: int, ability: AbilityRow) -> int:
    """Use what affects others on the costliest enemy, or on all around once they are close; else NO_ACTION."""
    target = hero.cell
    if needs_target(ability):
        target = best_centre(hero, ruleset, ability) if ability.area == BALL else costliest_enemy(hero, ruleset)
        if target == NOWHERE:
            return NO_ACTION
    elif steps_to_threat(hero, ruleset) > CLOSE:
        return NO_ACTION
    # Who is sent away comes back.
    if (
        ability.traits & (HARMS | MOVES) == MOVES
        and not needs_target(ability)
        and not is_losing(hero, ruleset, fight_cost(hero, ruleset, 1))
    ):
        return NO_ACTION
    return action(USE, slot, target) if refusal(hero, ruleset, ability, target) == DONE else NO_ACTION


@rule
def is_time_to_use(hero: Hero, ruleset: Ruleset, row: int) -> bool:
    """Whether it is time to use an item of a row: in a costly fight, and before any other if its charges come back.

    What does nothing but damage is left to the bot once somebody is adjacent: its weapon may do more.
    """
    steps = steps_to_threat(hero, ruleset)
    use = ruleset.items[row].use
    if use != NOWHERE and ruleset.items[row].recharge > 0 and ruleset.abilities[use].traits & HARMS != 0:
        if steps == 1 and ruleset.abilities[use].amount <= ruleset.abilities[use].damage:
            return False
        if 1 < steps < FAR and needs_target(ruleset.abilities[use]):
            return True
    return PART * fight_cost(hero, ruleset, 1) > hero.hp


@rule
def use_for_good(hero: Hero, ruleset: Ruleset, slot: int, ability: AbilityRow) -> int:
    """Use what changes the hero for good, if it may be for the better; else NO_ACTION."""
    usable = ability.traits & HELPS != 0 and can_use_on_hero(hero, ruleset, ability)
    return action(USE, slot, hero.cell) if usable else NO_ACTION


@rule
def use_in_trouble(hero: Hero, ruleset: Ruleset, row: int) -> int:
    """Use or throw an item that the hero sees as the row `row`; NO_ACTION while that is no good.

    What changes the hero for good is used at once, all else in a fight. Equipment is left to the bot.
    """
    slot = slot_of_kind(hero, row)
    if slot == NOWHERE or ruleset.items[row].slot > 0:
        return NO_ACTION
    number = ready_use(hero, ruleset, slot)
    if number != NOWHERE and is_for_good(ruleset, ruleset.abilities[number]):
        return use_for_good(hero, ruleset, slot, ruleset.abilities[number])
    if not is_time_to_use(hero, ruleset, row):
        return NO_ACTION
    thrown = ruleset.items[row].thrown - 1
    if thrown >= 0 and ruleset.throws == 1:
        target = throw_target(hero, ruleset, slot, ruleset.abilities[thrown], costliest_enemy(hero, ruleset))
        if target != NOWHERE:
            return action(THROW, slot, target)
    if number == NOWHERE or not is_for_fights(ruleset, ruleset.abilities[number]):
        return NO_ACTION
    if not needs_target(ruleset.abilities[number]) and hits_hero(hero, ruleset, ruleset.abilities[number], hero.cell):
        return use_on_hero(hero, ruleset, slot, ruleset.abilities[number])
    return use_on_others(hero, ruleset, slot, ruleset.abilities[number])
