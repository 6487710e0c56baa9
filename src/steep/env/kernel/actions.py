"""The actions: what their numbers mean, which are possible as far as the hero knows, and their masks.

A flat action is one number, whose target is named by an aim. A targeted action has three: a verb, its argument and a
cell of the crop. Tests check that the game's rules agree on what is possible.
"""

from __future__ import annotations

from string import ascii_lowercase

from steep.core.geometry import DIRECTIONS, NOWHERE, UNKNOWN
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_GAINS, AbilityRow, Ruleset, codes
from steep.core.world import HOSTILE, MAX_INVENTORY, Hero, World
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
from steep.env.kernel.episode import EnvParams, Episode
from steep.env.kernel.write_map import cell_in_crop, index_in_crop
from steep.rules import action_codes
from steep.rules.abilities.ability_shapes import needs_target, refusal, seen_on
from steep.rules.action_codes import action
from steep.rules.experience_and_victory import is_sealed
from steep.rules.items.identification_and_enchantments import not_ready, slot_of_kind
from steep.rules.items.inventory import slot_for
from steep.rules.items.throwing import throw_refusal
from steep.rules.terrain import can_open
from steep.rules.turn import step

FLAT_MOVE = 0
FLAT_WAIT = 8
FLAT_PICK_UP = 9
FLAT_DESCEND = 10
FLAT_CHOOSE = 11
FLAT_USE = FLAT_CHOOSE + MAX_GAINS
"""Using an item without a target or on its best one. The other aims follow, then DROP: one number per slot each."""
FLAT_DROP = FLAT_USE + MAX_INVENTORY * len(AIM_NAMES)
FLAT_THROW = FLAT_DROP + MAX_INVENTORY
"""Throwing an item at its best target; the other aims follow."""
FLAT_UNDERFOOT = FLAT_THROW + MAX_INVENTORY * len(AIM_NAMES)
"""Using the first item underfoot that can be used; if it needs a target, on the best one."""
FLAT_ACTIONS = FLAT_UNDERFOOT + 1
"""Number of flat actions. New ones come last, so that recorded games keep their numbers."""

COMPASS_POINTS = ("north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast")
"""In the order of `steep.core.geometry.DIRECTIONS`."""

SLOTS = ascii_lowercase[:MAX_INVENTORY]

FLAT_ROWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "move N, S, W, E, NW, NE, SW or SE: attack an enemy, free a captive, change places with an ally, open a lock",
        tuple(f"move {point}" for point in COMPASS_POINTS),
    ),
    ("wait", ("wait",)),
    ("pick up an item underfoot", ("pick up",)),
    ("descend the stairs", ("descend",)),
    (f"choose gain 0 .. {MAX_GAINS - 1} of a level-up", tuple(f"choose gain {gain}" for gain in range(MAX_GAINS))),
    (
        "use the item in inventory slot a .. z; if it needs a target, on the best one",
        tuple(f"use {slot}" for slot in SLOTS),
    ),
    *(
        (f"use an item that needs a target on the {aim} in view", tuple(f"use {slot} on {aim}" for slot in SLOTS))
        for aim in AIM_NAMES[NEAREST_ENEMY:]
    ),
    ("drop the item in inventory slot a .. z", tuple(f"drop {slot}" for slot in SLOTS)),
    ("throw the item in inventory slot a .. z at the best target", tuple(f"throw {slot}" for slot in SLOTS)),
    *(
        (f"throw an item at the {aim} in view", tuple(f"throw {slot} at {aim}" for slot in SLOTS))
        for aim in AIM_NAMES[NEAREST_ENEMY:]
    ),
    ("use the first item underfoot that can be used; if it needs a target, on the best one", ("use underfoot",)),
)
"""The flat actions in order, by what they do, with the name of each."""

ACTION_NAMES = tuple(name for _, names in FLAT_ROWS for name in names)
"""The name of each flat action, by number."""

USE_UNDERFOOT = len(action_codes.VERB_NAMES)
"""The environment's own verb. In the rules, an item underfoot is used by an argument of USE."""

VERB_ROWS = (
    (action_codes.WAIT, "wait", "", ""),
    (action_codes.MOVE, "move or attack", "direction, 0 .. 7 as above", ""),
    (action_codes.PICK_UP, "pick up", "", ""),
    (action_codes.USE, "use", "inventory slot, 0 .. 25", "if it needs one: row * `crop` + column of the crop"),
    (action_codes.DROP, "drop", "inventory slot, 0 .. 25", ""),
    (action_codes.DESCEND, "descend", "", ""),
    (action_codes.CHOOSE, "choose a gain", "number of the gain, 0 .. 7", ""),
    (action_codes.THROW, "throw", "inventory slot, 0 .. 25", "row * `crop` + column of the crop"),
    (USE_UNDERFOOT, "use underfoot", "number among the items underfoot, 0 .. 25", "as for use"),
)
"""Each verb: what it does, its argument and its target."""

VERB_MEANINGS = (*action_codes.VERB_NAMES, "use underfoot")
"""The name of each verb, by number."""

VERBS = len(VERB_MEANINGS)
ARGUMENTS = MAX_INVENTORY
"""Arguments per verb in the mask: as many as USE and DROP have, one per inventory slot."""

SEEN_TARGETS = (codes.TOUCH, codes.TARGET, codes.BALL)
"""The shapes whose target has to be in view; the others only need its direction."""


@rule
def must_wait(hero: Hero) -> bool:
    """Whether the hero waits, whatever it is told: it is dead, or it can't act. A level-up's choice comes first."""
    return hero.hp <= 0 or (hero.conditions & codes.CANNOT_ACT != 0 and hero.choosing == 0)


@rule
def can_pick_up(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether there is an item underfoot that the inventory has room for."""
    for i in range(hero.seen_item_count):
        if hero.seen_items[i].cell == hero.cell and slot_for(hero, ruleset, hero.seen_items[i].kind) != NOWHERE:
            return True
    return False


@rule
def can_descend(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether the hero stands on stairs that are open."""
    return hero.cell == hero.stairs and not is_sealed(ruleset, hero.floor)


@rule
def can_move(hero: Hero, ruleset: Ruleset, direction: int) -> bool:
    """Whether the adjacent cell isn't known to be solid; for a hero that is afraid or charmed, nor to hold an enemy.

    A hero that stumbles can try any direction, since it goes in another.
    """
    if hero.conditions & codes.STUMBLES != 0:
        return True
    cell = hero.cell + DIRECTIONS[direction]
    kind = hero.remembered[cell]
    if kind != UNKNOWN and ruleset.enterable[kind] == 0 and not can_open(hero, ruleset, int(kind)):
        return False
    if hero.conditions & (codes.AFRAID | codes.CHARMED) == 0:
        return True
    row = seen_on(hero, cell)
    return row == NOWHERE or hero.visible_monsters[row].side != HOSTILE


@rule
def is_aimed(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether using the item in an inventory slot needs a target."""
    if hero.choosing == 1 or hero.inventory[slot].kind == 0:
        return False
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    return kind.slot == 0 and kind.use != NOWHERE and needs_target(ruleset.abilities[kind.use])


@rule
def can_use_unaimed(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether a carried item that needs no target can be used: equipped, unequipped, or to some effect."""
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0:
        return True
    if kind.use == NOWHERE or not_ready(hero, ruleset, slot) != action_codes.DONE:
        return False
    return refusal(hero, ruleset, ruleset.abilities[kind.use], hero.cell) == action_codes.DONE


@rule
def use_of_seen(hero: Hero, ruleset: Ruleset, row: int) -> int:
    """The ability of an item of `seen_items` where it lies; NOWHERE for equipment, and without its ammunition."""
    kind = ruleset.items[hero.seen_items[row].kind]
    if kind.slot > 0 or (kind.ammunition > 0 and slot_of_kind(hero, kind.ammunition - 1) == NOWHERE):
        return NOWHERE
    return int(kind.use)


@rule
def use_of_underfoot(hero: Hero, ruleset: Ruleset, number: int) -> int:
    """The ability of an item underfoot, counted from 0; NOWHERE if there is none that could be used there."""
    for row in range(hero.seen_item_count):
        if hero.seen_items[row].cell == hero.cell:
            if number == 0:
                return use_of_seen(hero, ruleset, row)
            number -= 1
    return NOWHERE


@rule
def first_underfoot(hero: Hero, ruleset: Ruleset) -> int:
    """The number of the first item underfoot that can be used, if aimed at its best target; NOWHERE if none can be."""
    number = 0
    for row in range(hero.seen_item_count):
        if hero.seen_items[row].cell == hero.cell:
            use = use_of_seen(hero, ruleset, row)
            if use != NOWHERE:
                ability = ruleset.abilities[use]
                if needs_target(ability):
                    if has_best_target(hero, ruleset, ability):
                        return number
                elif refusal(hero, ruleset, ability, hero.cell) == action_codes.DONE:
                    return number
            number += 1
    return NOWHERE


@rule
def use_underfoot(world: World, ruleset: Ruleset, number: int, target: int) -> int:
    """Use an item underfoot. Returns DONE, or why it is impossible."""
    reason = step(world, ruleset, action(action_codes.USE, action_codes.UNDERFOOT + number, target))
    return action_codes.NOTHING_HERE if reason == action_codes.EMPTY_SLOT else reason


@rule
def use_first_underfoot(world: World, ruleset: Ruleset) -> int:
    """Use the first item underfoot that can be used. Returns DONE, or why it is impossible."""
    hero = world.hero
    number = first_underfoot(hero, ruleset)
    if number == NOWHERE:
        return action_codes.NOTHING_HERE
    ability = ruleset.abilities[use_of_underfoot(hero, ruleset, number)]
    target = target_of(hero, ruleset, ability, BEST) if needs_target(ability) else hero.cell
    return use_underfoot(world, ruleset, number, target)


@rule
def flat_use(aim: int, slot: int) -> int:
    """The flat action of using an inventory slot with an aim."""
    return FLAT_USE + aim * MAX_INVENTORY + slot


@rule
def act_flat(world: World, ruleset: Ruleset, number: int) -> int:
    """Take a flat action. Returns DONE, or why the action is impossible."""
    if number < FLAT_MOVE or number >= FLAT_ACTIONS:
        return action_codes.NO_SUCH_ACTION
    verb = action_codes.MOVE
    argument = number
    target = 0
    if number == FLAT_UNDERFOOT:
        return use_first_underfoot(world, ruleset)
    if number >= FLAT_THROW:
        return throw_flat(world, ruleset, (number - FLAT_THROW) % MAX_INVENTORY, (number - FLAT_THROW) // MAX_INVENTORY)
    if number >= FLAT_DROP:
        verb = action_codes.DROP
        argument = number - FLAT_DROP
    elif number >= FLAT_USE:
        verb = action_codes.USE
        argument = (number - FLAT_USE) % MAX_INVENTORY
        aim = (number - FLAT_USE) // MAX_INVENTORY
        hero = world.hero
        if is_aimed(hero, ruleset, argument):
            use = ruleset.items[hero.inventory[argument].kind - 1].use
            target = target_of(hero, ruleset, ruleset.abilities[use], aim)
            if target == NOWHERE:
                return action_codes.NO_ENEMY_IN_REACH
        elif aim != BEST and hero.choosing == 0 and hero.inventory[argument].kind > 0:
            return action_codes.NO_SUCH_ACTION
    elif number >= FLAT_CHOOSE:
        verb = action_codes.CHOOSE
        argument = number - FLAT_CHOOSE
    elif number == FLAT_WAIT:
        verb = action_codes.WAIT
    elif number == FLAT_PICK_UP:
        verb = action_codes.PICK_UP
    elif number == FLAT_DESCEND:
        verb = action_codes.DESCEND
    return step(world, ruleset, action(verb, argument, target))


@rule
def throw_flat(world: World, ruleset: Ruleset, slot: int, aim: int) -> int:
    """Throw an item with an aim. Returns DONE, or why it is impossible."""
    hero = world.hero
    target = throw_target(hero, ruleset, slot, aim)
    if target != NOWHERE:
        return step(world, ruleset, action(action_codes.THROW, slot, target))
    # The rules say what else is in the way; nobody throws at the hero's own cell.
    reason = step(world, ruleset, action(action_codes.THROW, slot, hero.cell))
    return action_codes.NO_ENEMY_IN_REACH if reason == action_codes.NO_SUCH_ACTION else reason


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
    if first_underfoot(hero, ruleset) != NOWHERE:
        mask[FLAT_UNDERFOOT] = 1
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
    if not_ready(hero, ruleset, slot) != action_codes.DONE:
        return
    ability = ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use]
    if has_best_target(hero, ruleset, ability):
        mask[flat_use(BEST, slot)] = 1
    if hero.visible_monster_count > 0:
        for aim in (NEAREST_ENEMY, WEAKEST_ENEMY, NEAREST_FRIEND):
            cell = aimed_cell(hero, ruleset, aim)
            if cell != NOWHERE and refusal(hero, ruleset, ability, cell) == action_codes.DONE:
                mask[flat_use(aim, slot)] = 1


@rule
def act_at_target(world: World, ruleset: Ruleset, crop: int, verb: int, argument: int, index: int) -> int:
    """Take an action whose target is an index of the crop. Returns DONE, or why the action is impossible."""
    if verb < 0 or verb >= VERBS or argument < 0 or argument >= ARGUMENTS or index < 0 or index >= crop * crop:
        return action_codes.NO_SUCH_ACTION
    target = 0
    if is_targeted(world.hero, ruleset, verb, argument):
        target = cell_in_crop(world.hero, crop, index)
        if target == NOWHERE:
            return action_codes.OUT_OF_SIGHT
    if verb == USE_UNDERFOOT:
        return use_underfoot(world, ruleset, argument, target)
    return step(world, ruleset, action(verb, argument, target))


@rule
def is_targeted(hero: Hero, ruleset: Ruleset, verb: int, argument: int) -> bool:
    """Whether a verb of `actions="targets"` needs a target, with its argument."""
    if verb == USE_UNDERFOOT:
        use = use_of_underfoot(hero, ruleset, argument)
        return use != NOWHERE and needs_target(ruleset.abilities[use])
    return verb == action_codes.THROW or (verb == action_codes.USE and is_aimed(hero, ruleset, argument))


@rule
def can_use_somewhere(hero: Hero, ruleset: Ruleset, slot: int, crop: int) -> bool:
    """Whether an item can be used somewhere in the crop."""
    if not is_aimed(hero, ruleset, slot):
        return can_use_unaimed(hero, ruleset, slot)
    if not_ready(hero, ruleset, slot) != action_codes.DONE:
        return False
    return can_aim_somewhere(hero, ruleset, ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use], crop)


@rule
def can_aim_somewhere(hero: Hero, ruleset: Ruleset, ability: AbilityRow, crop: int) -> bool:
    """Whether an ability has a target somewhere in the crop. A fireball can burn the hero, if the ruleset lets it."""
    if ability.area == codes.BALL and ability.needs == codes.NEEDS_NOTHING:
        return True
    if ability.area in SEEN_TARGETS:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if (
                index_in_crop(hero, crop, cell) != NOWHERE
                and refusal(hero, ruleset, ability, cell) == action_codes.DONE
            ):
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
            if (
                index_in_crop(hero, crop, cell) != NOWHERE
                and throw_refusal(hero, ruleset, slot, cell) == action_codes.DONE
            ):
                return True
    return False


@rule
def is_target(hero: Hero, ruleset: Ruleset, ability: AbilityRow, cell: int) -> bool:
    """Whether an ability can be used on a cell, as far as the hero knows."""
    return cell != NOWHERE and refusal(hero, ruleset, ability, cell) == action_codes.DONE


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
        allow_verb(mask, action_codes.WAIT, ARGUMENTS)
        return
    if hero.choosing == 1:
        allow_verb(mask, action_codes.CHOOSE, ruleset.gain_count)
        return
    allow_verb(mask, action_codes.WAIT, ARGUMENTS)
    for direction in range(len(DIRECTIONS)):
        if can_move(hero, ruleset, direction):
            mask[action_codes.MOVE * ARGUMENTS + direction] = 1
    if can_pick_up(hero, ruleset):
        allow_verb(mask, action_codes.PICK_UP, ARGUMENTS)
    if can_descend(hero, ruleset):
        allow_verb(mask, action_codes.DESCEND, ARGUMENTS)
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            mask[action_codes.DROP * ARGUMENTS + slot] = 1
            if can_use_somewhere(hero, ruleset, slot, crop):
                mask[action_codes.USE * ARGUMENTS + slot] = 1
            if can_throw_somewhere(hero, ruleset, slot, crop):
                mask[action_codes.THROW * ARGUMENTS + slot] = 1
    write_underfoot_mask(hero, ruleset, crop, mask)


@rule
def write_underfoot_mask(hero: Hero, ruleset: Ruleset, crop: int, mask: Cells) -> None:
    """Write 1 for each item underfoot that can be used somewhere in the crop."""
    pair = USE_UNDERFOOT * ARGUMENTS
    for row in range(hero.seen_item_count):
        if hero.seen_items[row].cell == hero.cell and pair < VERBS * ARGUMENTS:
            use = use_of_seen(hero, ruleset, row)
            if use != NOWHERE:
                ability = ruleset.abilities[use]
                if needs_target(ability):
                    mask[pair] = int(can_aim_somewhere(hero, ruleset, ability, crop))
                else:
                    mask[pair] = int(refusal(hero, ruleset, ability, hero.cell) == action_codes.DONE)
            pair += 1


@rule
def write_target_mask(episode: Episode, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """For each slot, write 1 at each index of the crop where its item can be used, then where it can be thrown."""
    hero = episode.world.hero
    crop = params.crop
    square = crop * crop
    for slot in range(MAX_INVENTORY):
        aimed = is_aimed(hero, ruleset, slot)
        throws = ruleset.throws == 1 and hero.choosing == 0
        for index in range(square):
            cell = cell_in_crop(hero, crop, index)
            use = slot * square + index
            row[use] = 1
            if aimed:
                ability = ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use]
                row[use] = 1 if is_target(hero, ruleset, ability, cell) else 0
            thrown = throws and cell != NOWHERE and throw_refusal(hero, ruleset, slot, cell) == action_codes.DONE
            row[MAX_INVENTORY * square + use] = 1 if thrown else 0


@rule
def write_action_mask(episode: Episode, ruleset: Ruleset, params: EnvParams, row: Cells) -> None:
    """Write the mask of the environment's kind of actions."""
    if params.explicit == 1:
        write_verb_mask(episode.world.hero, ruleset, params.crop, row)
    else:
        write_flat_mask(episode.world.hero, ruleset, row)
