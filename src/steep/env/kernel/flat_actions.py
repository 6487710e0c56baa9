"""Flat actions: one number each, with targets named by aims. What each number means, and their mask."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_GAINS, Ruleset
from steep.core.world import MAX_INVENTORY, Hero, World
from steep.env.kernel.choose_target import (
    AIM_NAMES,
    BEST,
    NEAREST_ENEMY,
    NEAREST_FRIEND,
    WEAKEST_ENEMY,
    aimed_cell,
    has_best_target,
    target_of,
    throw_target,
)
from steep.env.kernel.possible_actions import can_descend, can_move, can_pick_up, can_use_unaimed, is_aimed, must_wait
from steep.rules.abilities.ability_shapes import refusal
from steep.rules.action_codes import (
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    NO_ENEMY_IN_REACH,
    NO_SUCH_ACTION,
    PICK_UP,
    THROW,
    USE,
    WAIT,
    action,
)
from steep.rules.items.item_charges import not_ready
from steep.rules.turn import step

FLAT_MOVE = 0
FLAT_WAIT = 8
FLAT_PICK_UP = 9
FLAT_DESCEND = 10
FLAT_CHOOSE = 11
FLAT_USE = FLAT_CHOOSE + MAX_GAINS
"""Using an item that needs no target, or on its best one. The other aims follow, then DROP: one number per slot."""
FLAT_DROP = FLAT_USE + MAX_INVENTORY * len(AIM_NAMES)
FLAT_THROW = FLAT_DROP + MAX_INVENTORY
"""Throwing an item at its best target; the other aims follow."""
FLAT_ACTIONS = FLAT_THROW + MAX_INVENTORY * len(AIM_NAMES)
"""Number of flat actions."""


@rule
def flat_use(aim: int, slot: int) -> int:
    """The flat action of using an inventory slot with an aim."""
    return FLAT_USE + aim * MAX_INVENTORY + slot


@rule
def act_flat(world: World, ruleset: Ruleset, number: int) -> int:
    """Take a flat action. Returns DONE, or why the action is impossible."""
    if number < FLAT_MOVE or number >= FLAT_ACTIONS:
        return NO_SUCH_ACTION
    verb = MOVE
    argument = number
    target = 0
    if number >= FLAT_THROW:
        return throw_flat(world, ruleset, (number - FLAT_THROW) % MAX_INVENTORY, (number - FLAT_THROW) // MAX_INVENTORY)
    if number >= FLAT_DROP:
        verb = DROP
        argument = number - FLAT_DROP
    elif number >= FLAT_USE:
        verb = USE
        argument = (number - FLAT_USE) % MAX_INVENTORY
        aim = (number - FLAT_USE) // MAX_INVENTORY
        hero = world.hero
        if is_aimed(hero, ruleset, argument):
            use = ruleset.items[hero.inventory[argument].kind - 1].use
            target = target_of(hero, ruleset, ruleset.abilities[use], aim)
            if target == NOWHERE:
                return NO_ENEMY_IN_REACH
        elif aim != BEST and hero.choosing == 0 and hero.inventory[argument].kind > 0:
            return NO_SUCH_ACTION
    elif number >= FLAT_CHOOSE:
        verb = CHOOSE
        argument = number - FLAT_CHOOSE
    elif number == FLAT_WAIT:
        verb = WAIT
    elif number == FLAT_PICK_UP:
        verb = PICK_UP
    elif number == FLAT_DESCEND:
        verb = DESCEND
    return step(world, ruleset, action(verb, argument, target))


@rule
def throw_flat(world: World, ruleset: Ruleset, slot: int, aim: int) -> int:
    """Throw an item with an aim. Returns DONE, or why it is impossible."""
    hero = world.hero
    target = throw_target(hero, ruleset, slot, aim)
    if target != NOWHERE:
        return step(world, ruleset, action(THROW, slot, target))
    # The rules say what else is in the way; nobody throws at the hero's own cell.
    reason = step(world, ruleset, action(THROW, slot, hero.cell))
    return NO_ENEMY_IN_REACH if reason == NO_SUCH_ACTION else reason


@rule
def write_flat_mask(hero: Hero, ruleset: Ruleset, mask: Cells) -> None:
    """Write the flat action mask: 1 for possible, 0 for impossible. It is never all zeros: a dead hero may wait."""
    for number in range(FLAT_ACTIONS):
        mask[number] = 0
    if must_wait(hero):
        mask[FLAT_WAIT] = 1
        return
    if hero.choosing == 1:
        for gain in range(ruleset.gain_count):
            mask[FLAT_CHOOSE + gain] = 1
        return
    for direction in range(len(DIRECTIONS)):
        if can_move(hero, ruleset, direction):
            mask[FLAT_MOVE + direction] = 1
    mask[FLAT_WAIT] = 1
    if can_pick_up(hero, ruleset):
        mask[FLAT_PICK_UP] = 1
    if can_descend(hero, ruleset):
        mask[FLAT_DESCEND] = 1
    if hero.inventory_count > 0:
        for slot in range(ruleset.inventory_capacity):
            if hero.inventory[slot].kind > 0:
                mask[FLAT_DROP + slot] = 1
                if is_aimed(hero, ruleset, slot):
                    write_aims(hero, ruleset, slot, mask)
                elif can_use_unaimed(hero, ruleset, slot):
                    mask[FLAT_USE + slot] = 1
                if ruleset.throws == 1 and hero.visible_monster_count > 0:
                    for aim in range(len(AIM_NAMES)):
                        if throw_target(hero, ruleset, slot, aim) != NOWHERE:
                            mask[FLAT_THROW + aim * MAX_INVENTORY + slot] = 1


@rule
def write_aims(hero: Hero, ruleset: Ruleset, slot: int, mask: Cells) -> None:
    """Write 1 for each aim at which an item that needs a target can be used."""
    if not_ready(hero, ruleset, slot) != DONE:
        return
    ability = ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use]
    if has_best_target(hero, ruleset, ability):
        mask[flat_use(BEST, slot)] = 1
    if hero.visible_monster_count > 0:
        for aim in (NEAREST_ENEMY, WEAKEST_ENEMY, NEAREST_FRIEND):
            cell = aimed_cell(hero, ruleset, aim)
            if cell != NOWHERE and refusal(hero, ruleset, ability, cell) == DONE:
                mask[flat_use(aim, slot)] = 1
