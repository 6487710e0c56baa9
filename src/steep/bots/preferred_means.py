"""What a tactician does to kill by the means of its build (`steep.bots.builds`)."""

from __future__ import annotations

from steep.bots.builds import ALLIES, WEAPON, suits
from steep.bots.enemies import is_threat
from steep.bots.fight_cost import threat_count
from steep.bots.items import is_first_of_kind, ready_use
from steep.bots.steps_and_attacks import NO_ACTION, adjacent_enemy, nearest_enemy
from steep.bots.use_items_against_enemies import best_target, harmful_throw, throw_target
from steep.core.geometry import NOWHERE, steps_between
from steep.core.rule_decorator import rule
from steep.core.ruleset import CALLS, HARMS, Ruleset
from steep.core.world import ALLIED, Hero
from steep.rules.abilities.ability_shapes import refusal
from steep.rules.action_codes import DONE, THROW, USE, WAIT, action

ALLY_STEPS = 3
"""A hero leaves an enemy to an ally that is so near to it."""


@rule
def preferred_use(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """The use of an item that suits the build, where it does most; NO_ACTION if it does nothing now."""
    number = ready_use(hero, ruleset, slot)
    if number == NOWHERE:
        return NO_ACTION
    ability = ruleset.abilities[number]
    if ability.traits & CALLS != 0:
        return action(USE, slot, hero.cell) if refusal(hero, ruleset, ability, hero.cell) == DONE else NO_ACTION
    target = best_target(hero, ruleset, ability) if ability.traits & HARMS != 0 else NOWHERE
    return NO_ACTION if target == NOWHERE else action(USE, slot, target)


@rule
def preferred_throw(hero: Hero, ruleset: Ruleset, slot: int) -> int:
    """The throw of an item that suits the build, where it does most; NO_ACTION if it does nothing now."""
    number = harmful_throw(hero, ruleset, slot)
    if number == NOWHERE:
        return NO_ACTION
    target = throw_target(hero, ruleset, slot, ruleset.abilities[number])
    return NO_ACTION if target == NOWHERE else action(THROW, slot, target)


@rule
def leave_it_to_allies(hero: Hero, ruleset: Ruleset) -> int:
    """Wait while an ally is about to fight whoever is nearest; NO_ACTION if none is, or an enemy is adjacent."""
    row = nearest_enemy(hero)
    if row == NOWHERE or adjacent_enemy(hero) != NOWHERE:
        return NO_ACTION
    enemy = hero.visible_monsters[row]
    for i in range(hero.visible_monster_count):
        ally = hero.visible_monsters[i]
        if (
            ally.side == ALLIED
            and steps_between(ally.cell, enemy.cell) <= ALLY_STEPS
            and is_threat(hero, ruleset, enemy)
        ):
            return action(WAIT)
    return NO_ACTION


@rule
def preferred_action(hero: Hero, ruleset: Ruleset, build: int) -> int:
    """What kills by the means of a build, or helps it to; NO_ACTION if nothing does now."""
    if build <= WEAPON or threat_count(hero, ruleset) == 0:
        return NO_ACTION
    for slot in range(ruleset.inventory_capacity):
        if is_first_of_kind(hero, slot) and suits(ruleset, ruleset.items[hero.inventory[slot].kind - 1], build):
            act = preferred_use(hero, ruleset, slot)
            if act == NO_ACTION and ruleset.throws == 1:
                act = preferred_throw(hero, ruleset, slot)
            if act != NO_ACTION:
                return act
    return leave_it_to_allies(hero, ruleset) if build == ALLIES else NO_ACTION


@rule
def lacks_charges(hero: Hero, ruleset: Ruleset, build: int) -> bool:
    """Whether an item that suits the build is regaining a charge."""
    for slot in range(ruleset.inventory_capacity):
        carried = hero.inventory[slot]
        if carried.kind > 0:
            kind = ruleset.items[carried.kind - 1]
            if carried.charges < kind.charges and kind.recharge > 0 and suits(ruleset, kind, build):
                return True
    return False
