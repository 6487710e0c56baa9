"""The environment's actions: what each number means, and the action masks.

Masks are computed from the hero's view alone; tests check that the game's rules agree with them.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, HEIGHT, NOWHERE, WIDTH
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import (
    BALL,
    MAX_GAINS,
    NEEDS_NOTHING,
    ItemKind,
    Ruleset,
)
from steep.core.world import MAX_INVENTORY, REMEMBERED_ROCK, Hero, World
from steep.env.kernel.choose_item_target import any_target, choose_target
from steep.env.kernel.episode import EnvParams, Episode
from steep.rules.ability_shapes import needs_target, refusal
from steep.rules.action_codes import (
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    NO_ENEMY_IN_REACH,
    NO_SUCH_ACTION,
    OUT_OF_SIGHT,
    PICK_UP,
    USE,
    VERB_NAMES,
    WAIT,
    action,
)
from steep.rules.item_charges import not_ready
from steep.rules.turn import step

FLAT_MOVE = 0
FLAT_WAIT = 8
FLAT_PICK_UP = 9
FLAT_DESCEND = 10
FLAT_USE = 11
FLAT_CHOOSE = FLAT_USE + MAX_INVENTORY
FLAT_ACTIONS = FLAT_CHOOSE + MAX_GAINS
"""Number of flat actions. There is no action to drop an item."""

VERBS = len(VERB_NAMES)
ARGUMENTS = MAX_INVENTORY
"""Arguments per verb in the mask: as many as USE and DROP have, one per inventory slot."""


@rule
def act_flat(world: World, ruleset: Ruleset, number: int) -> int:
    """Take a flat action, choosing a target where one is needed. Returns DONE, or why the action is impossible."""
    if number < FLAT_MOVE or number >= FLAT_ACTIONS:
        return NO_SUCH_ACTION
    if number < FLAT_WAIT:
        return step(world, ruleset, action(MOVE, number - FLAT_MOVE))
    if number == FLAT_WAIT:
        return step(world, ruleset, action(WAIT))
    if number == FLAT_PICK_UP:
        return step(world, ruleset, action(PICK_UP))
    if number == FLAT_DESCEND:
        return step(world, ruleset, action(DESCEND))
    if number >= FLAT_CHOOSE:
        return step(world, ruleset, action(CHOOSE, number - FLAT_CHOOSE))
    slot = number - FLAT_USE
    hero = world.hero
    target = 0
    if is_aimed(hero, ruleset, slot):
        target = choose_target(hero, ruleset, ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use])
        if target == NOWHERE:
            return NO_ENEMY_IN_REACH
    return step(world, ruleset, action(USE, slot, target))


@rule
def is_aimed(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether the item in an inventory slot needs a target."""
    if hero.choosing == 1 or hero.inventory[slot].kind == 0:
        return False
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    return kind.slot == 0 and kind.use != NOWHERE and needs_target(ruleset.abilities[kind.use])


@rule
def cell_in_crop(hero: Hero, crop: int, index: int) -> int:
    """The map cell at an index of the crop (row * crop + column); NOWHERE outside the map."""
    x = hero.cell % WIDTH + index % crop - crop // 2
    y = hero.cell // WIDTH + index // crop - crop // 2
    if x < 0 or x >= WIDTH or y < 0 or y >= HEIGHT:
        return NOWHERE
    return y * WIDTH + x


@rule
def index_in_crop(hero: Hero, crop: int, cell: int) -> int:
    """The index of a map cell in the crop (row * crop + column); NOWHERE when the cell is outside it."""
    across = cell % WIDTH - hero.cell % WIDTH + crop // 2
    down = cell // WIDTH - hero.cell // WIDTH + crop // 2
    if across < 0 or across >= crop or down < 0 or down >= crop:
        return NOWHERE
    return down * crop + across


@rule
def act_at_target(world: World, ruleset: Ruleset, crop: int, verb: int, argument: int, index: int) -> int:
    """Take an action whose target is an index of the crop. Returns DONE, or why the action is impossible."""
    if verb < 0 or verb >= VERBS or argument < 0 or argument >= ARGUMENTS or index < 0 or index >= crop * crop:
        return NO_SUCH_ACTION
    target = 0
    if verb == USE and is_aimed(world.hero, ruleset, argument):
        target = cell_in_crop(world.hero, crop, index)
        if target == NOWHERE:
            return OUT_OF_SIGHT
    return step(world, ruleset, action(verb, argument, target))


@rule
def act(episode: Episode, ruleset: Ruleset, params: EnvParams, chosen: Cells) -> int:
    """Take the action in `chosen` (one number, or verb, argument and target). Returns DONE, or why it is impossible."""
    if params.explicit == 1:
        return act_at_target(episode.world, ruleset, params.crop, int(chosen[0]), int(chosen[1]), int(chosen[2]))
    return act_flat(episode.world, ruleset, int(chosen[0]))


@rule
def can_pick_up(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether there is an item underfoot and a free inventory slot."""
    if hero.inventory_count < ruleset.inventory_capacity:
        for i in range(hero.seen_item_count):
            if hero.seen_items[i].cell == hero.cell:
                return True
    return False


@rule
def can_move(hero: Hero, direction: int) -> bool:
    """Whether the adjacent cell is anything but remembered rock."""
    return int(hero.remembered[hero.cell + DIRECTIONS[direction]]) != REMEMBERED_ROCK


@rule
def can_use(hero: Hero, ruleset: Ruleset, slot: int) -> bool:
    """Whether using a carried item has an effect at the target that `choose_target` picks."""
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0:
        return True
    if kind.use == NOWHERE or not_ready(hero, ruleset, slot) != DONE:
        return False
    ability = ruleset.abilities[kind.use]
    if needs_target(ability):
        return any_target(hero, ruleset, ability)
    return refusal(hero, ruleset, ability, hero.cell) == DONE


@rule
def write_flat_mask(hero: Hero, ruleset: Ruleset, mask: Cells) -> None:
    """Write the flat action mask: 1 for possible, 0 for impossible.

    A dead hero may wait, so that no mask is all zeros.
    """
    for number in range(FLAT_ACTIONS):
        mask[number] = 0
    if hero.hp <= 0:
        mask[FLAT_WAIT] = 1
        return
    if hero.choosing == 1:
        for gain in range(ruleset.gain_count):
            mask[FLAT_CHOOSE + gain] = 1
        return
    for direction in range(len(DIRECTIONS)):
        if can_move(hero, direction):
            mask[FLAT_MOVE + direction] = 1
    mask[FLAT_WAIT] = 1
    if can_pick_up(hero, ruleset):
        mask[FLAT_PICK_UP] = 1
    if hero.cell == hero.stairs:
        mask[FLAT_DESCEND] = 1
    if hero.inventory_count > 0:
        for slot in range(ruleset.inventory_capacity):
            if hero.inventory[slot].kind > 0 and can_use(hero, ruleset, slot):
                mask[FLAT_USE + slot] = 1


@rule
def can_use_somewhere(hero: Hero, ruleset: Ruleset, slot: int, crop: int) -> bool:
    """Whether an item has an effect somewhere in the crop. A fireball can burn the hero, if the ruleset lets it."""
    kind = ruleset.items[hero.inventory[slot].kind - 1]
    if kind.slot > 0 or kind.use == NOWHERE or not needs_target(ruleset.abilities[kind.use]):
        return can_use(hero, ruleset, slot)
    if not_ready(hero, ruleset, slot) != DONE:
        return False
    ability = ruleset.abilities[kind.use]
    if ability.area == BALL and ability.needs == NEEDS_NOTHING:
        return True
    for i in range(hero.in_view_count):
        cell = int(hero.in_view[i])
        if index_in_crop(hero, crop, cell) != NOWHERE and refusal(hero, ruleset, ability, cell) == DONE:
            return True
    return False


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
    if hero.hp <= 0:
        allow_verb(mask, WAIT, ARGUMENTS)
        return
    if hero.choosing == 1:
        allow_verb(mask, CHOOSE, ruleset.gain_count)
        return
    allow_verb(mask, WAIT, ARGUMENTS)
    for direction in range(len(DIRECTIONS)):
        if can_move(hero, direction):
            mask[MOVE * ARGUMENTS + direction] = 1
    if can_pick_up(hero, ruleset):
        allow_verb(mask, PICK_UP, ARGUMENTS)
    if hero.cell == hero.stairs:
        allow_verb(mask, DESCEND, ARGUMENTS)
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            mask[DROP * ARGUMENTS + slot] = 1
            if can_use_somewhere(hero, ruleset, slot, crop):
                mask[USE * ARGUMENTS + slot] = 1


@rule
def is_target(hero: Hero, ruleset: Ruleset, kind: ItemKind, cell: int) -> bool:
    """Whether a targeted item has an effect at a cell, as far as the hero knows."""
    return (
        cell != NOWHERE
        and hero.visible[cell] == 1
        and refusal(hero, ruleset, ruleset.abilities[kind.use], cell) == DONE
    )


@rule
def write_target_mask(hero: Hero, ruleset: Ruleset, crop: int, mask: Cells) -> None:
    """Write the target mask: for each inventory slot, 1 for each index of the crop where its item can be used."""
    for slot in range(MAX_INVENTORY):
        aimed = is_aimed(hero, ruleset, slot)
        for index in range(crop * crop):
            mask[slot * crop * crop + index] = 1
            if aimed:
                kind = ruleset.items[hero.inventory[slot].kind - 1]
                if not is_target(hero, ruleset, kind, cell_in_crop(hero, crop, index)):
                    mask[slot * crop * crop + index] = 0
