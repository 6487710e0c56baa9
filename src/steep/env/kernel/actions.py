"""The actions of the environment: what each number means, and which of them are possible.

What is possible is read from the view; the rules of the game agree with it.
"""

from __future__ import annotations

from steep.core.geometry import DIRECTIONS, HEIGHT, NOWHERE, WIDTH
from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import (
    CONFUSION,
    FIREBALL,
    HEAL,
    LIGHTNING,
    MAX_GAINS,
    NEEDS_ENEMY,
    ItemKind,
    Ruleset,
)
from steep.core.world import MAX_INVENTORY, REMEMBERED_ROCK, Hero, World
from steep.env.kernel.episodes import EnvParams, Episode
from steep.env.kernel.targeting import aim, any_blast, monsters_in_blast, needs_target
from steep.rules.actions import (
    CHOOSE,
    DESCEND,
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
from steep.rules.effects import is_in_lightning, needs_no_target
from steep.rules.step import step

FLAT_MOVE = 0
FLAT_WAIT = 8
FLAT_PICK_UP = 9
FLAT_DESCEND = 10
FLAT_USE = 11
FLAT_CHOOSE = FLAT_USE + MAX_INVENTORY
FLAT_ACTIONS = FLAT_CHOOSE + MAX_GAINS
"""How many there are. Nothing is dropped: whoever has to make room uses something up."""

VERBS = len(VERB_NAMES)
ARGUMENTS = MAX_INVENTORY
"""As many as the verb with the most has."""


@rule
def act_flat(world: World, ruleset: Ruleset, number: int) -> int:
    """Play an action by its number, at a target chosen for it; DONE, or the reason why it is impossible."""
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
    place = number - FLAT_USE
    hero = world.hero
    target = 0
    if is_aimed(hero, ruleset, place):
        target = aim(hero, ruleset, ruleset.items[hero.inventory[place].kind - 1])
        if target == NOWHERE:
            return NO_ENEMY_IN_REACH
    return step(world, ruleset, action(USE, place, target))


@rule
def is_aimed(hero: Hero, ruleset: Ruleset, place: int) -> bool:
    """Whether using what is in a place of the pack asks for a target now."""
    if hero.choosing == 1 or hero.inventory[place].kind == 0:
        return False
    return needs_target(ruleset.items[hero.inventory[place].kind - 1])


@rule
def cell_in_crop(hero: Hero, crop: int, number: int) -> int:
    """The cell that shows in a place of the crop; NOWHERE beside the map."""
    x = hero.cell % WIDTH + number % crop - crop // 2
    y = hero.cell // WIDTH + number // crop - crop // 2
    if x < 0 or x >= WIDTH or y < 0 or y >= HEIGHT:
        return NOWHERE
    return y * WIDTH + x


@rule
def place_in_crop(hero: Hero, crop: int, cell: int) -> int:
    """The place of the crop in which a cell shows; NOWHERE when it does not."""
    across = cell % WIDTH - hero.cell % WIDTH + crop // 2
    down = cell // WIDTH - hero.cell // WIDTH + crop // 2
    if across < 0 or across >= crop or down < 0 or down >= crop:
        return NOWHERE
    return down * crop + across


@rule
def act_at_target(world: World, ruleset: Ruleset, crop: int, verb: int, argument: int, number: int) -> int:
    """Play an action at a target given as a place of the crop; DONE, or the reason why it is impossible."""
    if verb < 0 or verb >= VERBS or argument < 0 or argument >= ARGUMENTS or number < 0 or number >= crop * crop:
        return NO_SUCH_ACTION
    target = 0
    if verb == USE and is_aimed(world.hero, ruleset, argument):
        target = cell_in_crop(world.hero, crop, number)
        if target == NOWHERE:
            return OUT_OF_SIGHT
    return step(world, ruleset, action(verb, argument, target))


@rule
def act(episode: Episode, ruleset: Ruleset, params: EnvParams, chosen: Cells) -> int:
    """Play an action as the environment is given it; DONE, or the reason why it is impossible."""
    if params.explicit == 1:
        return act_at_target(episode.world, ruleset, params.crop, int(chosen[0]), int(chosen[1]), int(chosen[2]))
    return act_flat(episode.world, ruleset, int(chosen[0]))


@rule
def enemy_in_reach(hero: Hero, ruleset: Ruleset, reach: int) -> bool:
    """Whether a foe in view is near enough to be struck by lightning."""
    for i in range(hero.visible_monster_count):
        if is_in_lightning(hero.visible_monsters[i].cell, hero.cell, reach, ruleset):
            return True
    return False


@rule
def can_pick_up(hero: Hero, ruleset: Ruleset) -> bool:
    """Whether something lies underfoot and there is room for it."""
    if hero.inventory_count < ruleset.inventory_capacity:
        for i in range(hero.seen_item_count):
            if hero.seen_items[i].cell == hero.cell:
                return True
    return False


@rule
def can_move(hero: Hero, direction: int) -> bool:
    """Whether the next cell is not known to be rock."""
    return int(hero.remembered[hero.cell + DIRECTIONS[direction]]) != REMEMBERED_ROCK


@rule
def can_use(hero: Hero, ruleset: Ruleset, kind: ItemKind) -> bool:
    """Whether using an item that the hero carries does anything, at the target that is chosen for it."""
    if kind.slot > 0:
        return True
    if kind.effect == HEAL:
        return kind.amount > 0 and hero.hp < hero.max_hp
    if kind.effect == LIGHTNING:
        return enemy_in_reach(hero, ruleset, kind.reach)
    if kind.effect == CONFUSION:
        return hero.visible_monster_count > 0
    if kind.effect == FIREBALL:
        return any_blast(hero, ruleset, kind.reach)
    return False


@rule
def mark_flat(hero: Hero, ruleset: Ruleset, mask: Cells) -> None:
    """Write 1 for each possible action, 0 for the others. The dead wait, so that some action is always there."""
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
        for place in range(ruleset.inventory_capacity):
            if hero.inventory[place].kind > 0 and can_use(hero, ruleset, ruleset.items[hero.inventory[place].kind - 1]):
                mask[FLAT_USE + place] = 1


@rule
def any_enemy_in_crop(hero: Hero, crop: int) -> bool:
    """Whether a foe in view shows in the crop."""
    for i in range(hero.visible_monster_count):
        if place_in_crop(hero, crop, hero.visible_monsters[i].cell) != NOWHERE:
            return True
    return False


@rule
def any_blast_in_crop(hero: Hero, ruleset: Ruleset, crop: int, radius: int) -> bool:
    """Whether a blast at some place of the crop meets a foe in view."""
    if hero.visible_monster_count > 0:
        for i in range(hero.in_view_count):
            cell = int(hero.in_view[i])
            if place_in_crop(hero, crop, cell) != NOWHERE and monsters_in_blast(hero, ruleset, cell, radius) > 0:
                return True
    return False


@rule
def can_use_somewhere(hero: Hero, ruleset: Ruleset, kind: ItemKind, crop: int) -> bool:
    """Whether using an item does anything at some place of the crop. A fireball at least burns the hero, if it may."""
    if kind.slot == 0 and kind.effect == CONFUSION:
        return any_enemy_in_crop(hero, crop)
    if kind.slot == 0 and kind.effect == FIREBALL:
        return ruleset.fireball_needs != NEEDS_ENEMY or any_blast_in_crop(hero, ruleset, crop, kind.reach)
    return can_use(hero, ruleset, kind)


@rule
def mark_verb(mask: Cells, verb: int, arguments: int) -> None:
    """Write 1 for a verb with its first arguments."""
    for argument in range(arguments):
        mask[verb * ARGUMENTS + argument] = 1


@rule
def mark_verbs(hero: Hero, ruleset: Ruleset, crop: int, mask: Cells) -> None:
    """Write 1 for each pair of a verb and an argument that is possible at some target, 0 for the others.

    What takes no argument is possible with any. The dead wait, so that some action is always there.
    """
    for pair in range(VERBS * ARGUMENTS):
        mask[pair] = 0
    if hero.hp <= 0:
        mark_verb(mask, WAIT, ARGUMENTS)
        return
    if hero.choosing == 1:
        mark_verb(mask, CHOOSE, ruleset.gain_count)
        return
    mark_verb(mask, WAIT, ARGUMENTS)
    for direction in range(len(DIRECTIONS)):
        if can_move(hero, direction):
            mask[MOVE * ARGUMENTS + direction] = 1
    if can_pick_up(hero, ruleset):
        mark_verb(mask, PICK_UP, ARGUMENTS)
    if hero.cell == hero.stairs:
        mark_verb(mask, DESCEND, ARGUMENTS)
    for place in range(ruleset.inventory_capacity):
        if hero.inventory[place].kind > 0:
            mask[DROP * ARGUMENTS + place] = 1
            if can_use_somewhere(hero, ruleset, ruleset.items[hero.inventory[place].kind - 1], crop):
                mask[USE * ARGUMENTS + place] = 1


@rule
def is_target(hero: Hero, ruleset: Ruleset, kind: ItemKind, cell: int) -> bool:
    """Whether an item that is used at a cell does anything at this one, as far as the hero knows."""
    if cell == NOWHERE or hero.visible[cell] == 0:
        return False
    if kind.effect == CONFUSION:
        return monsters_in_blast(hero, ruleset, cell, 0) > 0
    return (
        needs_no_target(hero.cell, cell, kind.reach, ruleset) or monsters_in_blast(hero, ruleset, cell, kind.reach) > 0
    )


@rule
def mark_targets(hero: Hero, ruleset: Ruleset, crop: int, mask: Cells) -> None:
    """For each place of the pack, write 1 for each place of the crop at which it can be used."""
    for place in range(MAX_INVENTORY):
        aimed = is_aimed(hero, ruleset, place)
        for number in range(crop * crop):
            mask[place * crop * crop + number] = 1
            if aimed:
                kind = ruleset.items[hero.inventory[place].kind - 1]
                if not is_target(hero, ruleset, kind, cell_in_crop(hero, crop, number)):
                    mask[place * crop * crop + number] = 0
