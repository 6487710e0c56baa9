"""Actions of three numbers, a verb, its argument and a target among the cells of the crop; and their masks."""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, NOWHERE
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import BALL, NEEDS_NOTHING, TARGET, TOUCH, AbilityRow, Ruleset
from steep.core.world import MAX_INVENTORY, Hero, World
from steep.env.kernel.crop import cell_in_crop, index_in_crop
from steep.env.kernel.possible_actions import can_descend, can_move, can_pick_up, can_use_unaimed, is_aimed, must_wait
from steep.rules.abilities.ability_shapes import refusal
from steep.rules.action_codes import (
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    NO_SUCH_ACTION,
    OUT_OF_SIGHT,
    PICK_UP,
    THROW,
    USE,
    VERB_NAMES,
    WAIT,
    action,
)
from steep.rules.items.item_charges import not_ready
from steep.rules.items.throwing import throw_refusal
from steep.rules.turn import step

VERBS = len(VERB_NAMES)
ARGUMENTS = MAX_INVENTORY
"""Arguments per verb in the mask: as many as USE and DROP have, one per inventory slot."""

SEEN_TARGETS = (TOUCH, TARGET, BALL)
"""The shapes whose target has to be in view; the others only need its direction."""


@rule
def act_at_target(world: World, ruleset: Ruleset, crop: int, verb: int, argument: int, index: int) -> int:
    """Take an action whose target is an index of the crop. Returns DONE, or why the action is impossible."""
    if verb < 0 or verb >= VERBS or argument < 0 or argument >= ARGUMENTS or index < 0 or index >= crop * crop:
        return NO_SUCH_ACTION
    target = 0
    if verb == THROW or (verb == USE and is_aimed(world.hero, ruleset, argument)):
        target = cell_in_crop(world.hero, crop, index)
        if target == NOWHERE:
            return OUT_OF_SIGHT
    return step(world, ruleset, action(verb, argument, target))


@rule
def can_use_somewhere(hero: Hero, ruleset: Ruleset, slot: int, crop: int) -> bool:
    """Whether an item can be used somewhere in the crop. A fireball can burn the hero, if the ruleset lets it."""
    if not is_aimed(hero, ruleset, slot):
        return can_use_unaimed(hero, ruleset, slot)
    if not_ready(hero, ruleset, slot) != DONE:
        return False
    ability = ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use]
    if ability.area == BALL and ability.needs == NEEDS_NOTHING:
        return True
    if ability.area in SEEN_TARGETS:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if index_in_crop(hero, crop, cell) != NOWHERE and refusal(hero, ruleset, ability, cell) == DONE:
                return True
        return False
    for index in range(crop * crop):
        if is_target(hero, ruleset, ability, cell_in_crop(hero, crop, index)):
            return True
    return False


@rule
def can_throw_somewhere(hero: Hero, ruleset: Ruleset, slot: int, crop: int) -> bool:
    """Whether an item can be thrown somewhere in the crop."""
    if ruleset.throws == 1:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if index_in_crop(hero, crop, cell) != NOWHERE and throw_refusal(hero, ruleset, slot, cell) == DONE:
                return True
    return False


@rule
def is_target(hero: Hero, ruleset: Ruleset, ability: AbilityRow, cell: int) -> bool:
    """Whether an ability can be used on a cell, as far as the hero knows."""
    return cell != NOWHERE and refusal(hero, ruleset, ability, cell) == DONE


@rule
def allow_verb(mask: Cells, verb: int, arguments: int) -> None:
    """Write 1 for a verb with each of its first `arguments` arguments."""
    for argument in range(arguments):
        mask[verb * ARGUMENTS + argument] = 1


@rule
def write_verb_mask(hero: Hero, ruleset: Ruleset, crop: int, mask: Cells) -> None:
    """Write the mask of (verb, argument) pairs: 1 when possible at some target, 0 when not.

    A verb without an argument is possible with every argument. A dead hero may wait, so that no mask is all zeros.
    """
    for pair in range(VERBS * ARGUMENTS):
        mask[pair] = 0
    if must_wait(hero):
        allow_verb(mask, WAIT, ARGUMENTS)
        return
    if hero.choosing == 1:
        allow_verb(mask, CHOOSE, ruleset.gain_count)
        return
    allow_verb(mask, WAIT, ARGUMENTS)
    for direction in range(len(DIRECTIONS)):
        if can_move(hero, ruleset, direction):
            mask[MOVE * ARGUMENTS + direction] = 1
    if can_pick_up(hero, ruleset):
        allow_verb(mask, PICK_UP, ARGUMENTS)
    if can_descend(hero, ruleset):
        allow_verb(mask, DESCEND, ARGUMENTS)
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            mask[DROP * ARGUMENTS + slot] = 1
            if can_use_somewhere(hero, ruleset, slot, crop):
                mask[USE * ARGUMENTS + slot] = 1
            if can_throw_somewhere(hero, ruleset, slot, crop):
                mask[THROW * ARGUMENTS + slot] = 1


@rule
def write_target_mask(hero: Hero, ruleset: Ruleset, crop: int, mask: Cells) -> None:
    """Write for each inventory slot 1 for each index of the crop where its item can be used, then where thrown."""
    square = crop * crop
    for slot in range(MAX_INVENTORY):
        aimed = is_aimed(hero, ruleset, slot)
        throws = ruleset.throws == 1 and hero.choosing == 0
        for index in range(square):
            cell = cell_in_crop(hero, crop, index)
            use = slot * square + index
            mask[use] = 1
            if aimed:
                ability = ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use]
                mask[use] = 1 if is_target(hero, ruleset, ability, cell) else 0
            thrown = throws and cell != NOWHERE and throw_refusal(hero, ruleset, slot, cell) == DONE
            mask[MAX_INVENTORY * square + use] = 1 if thrown else 0
