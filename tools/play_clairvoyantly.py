"""Plays a floor as nobody can: with the map of all of it, knowing what each item is, and how each die will fall.

It is the tactician with its blindfold off. Where the tactician looks ahead in worlds that it imagines, this looks ahead
in clones of the true one, so what it sees is what will happen. Only `solve_by_cheating` plays so.
"""

from __future__ import annotations

from typing import Annotated

from steep.bots.bot_memory import BotMemory, ImaginedState, remember, start_mind
from steep.bots.choose_action import end_stalemate, note_choice, possible_action
from steep.bots.combat.fight_cost import threat_count
from steep.bots.imagine_outcomes import IMPOSSIBLE, UNIT, any_enemy_left, evaluate
from steep.bots.pathfinding import NO_ACTION, go_down
from steep.bots.tactician import (
    LIKE_EXPLORER,
    careful,
    consider,
    consider_others,
    go_on_by_plan,
    is_dangerous,
    is_stalled,
)
from steep.core.geometry import CELLS, NOWHERE, STAIRS
from steep.core.random_streams import COMBAT, below
from steep.core.record import Cells, Plane, copy_record, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import CANNOT_ACT, Ruleset
from steep.core.ruleset.codes import FEEDS, HELPS
from steep.core.world import PLAYING, Hero, World
from steep.rules.action_codes import DONE, WAIT, action
from steep.rules.items.identification_and_enchantments import identify
from steep.rules.turn import step, step_or_wait
from steep.rules.update_view import update_visible

HORIZON = 24
"""How many turns to look ahead."""

LONGEST_STAY = 700
"""Turns on a floor, after which the hero goes straight down."""

FOOD_PARTS = 25
"""So many turns' food count as one HP."""

LEVEL_PARTS = 4
"""A level counts as max HP / LEVEL_PARTS."""


@record
class Foresight:
    """What a clairvoyant hero is about to do."""

    plan: Annotated[Cells, Plane("i8", HORIZON)]
    """The best actions found so far."""
    at: int
    """How many of them are done."""
    length: int
    trial: Annotated[Cells, Plane("i8", HORIZON)]
    """Those that are being tried."""
    trial_length: int
    dives: int
    """1 to go straight down."""
    noise: int
    """Up to 1 / noise of the max HP is added to what an option is worth, by chance; 0 for none."""


@rule
def reveal(world: World, ruleset: Ruleset) -> None:
    """Show the hero the whole floor, and what all items are."""
    hero = world.hero
    for cell in range(CELLS):
        hero.remembered[cell] = world.tiles[cell]
        if world.tiles[cell] == STAIRS:
            hero.stairs = cell
    for index in range(world.item_count):
        world.items[index].seen = 1
    for kind in range(ruleset.item_kinds):
        identify(world, ruleset, kind)
    update_visible(world)


@rule
def foresee(
    world: World, ruleset: Ruleset, imagined: ImaginedState, foresight: Foresight, first: int, plan: int
) -> int:
    """What comes of an action, going on by a plan: its score; IMPOSSIBLE if it is that."""
    clone = imagined.world
    copy_record(clone, world)
    start_mind(imagined.mind, 0)
    if step(clone, ruleset, first) != DONE:
        return IMPOSSIBLE
    foresight.trial[0] = first
    turns = 1
    while turns < HORIZON and clone.outcome == PLAYING and clone.floor == world.floor:
        if not any_enemy_left(clone, ruleset):
            break
        foresight.trial[turns] = go_on_by_plan(clone, ruleset, imagined.mind, plan)
        turns += 1
    foresight.trial_length = turns
    return evaluate(world.hero, clone, ruleset, turns, 0)


@rule
def foresee_plan(world: World, ruleset: Ruleset, imagined: ImaginedState, foresight: Foresight) -> int:
    """What comes of the rest of the plan: its score."""
    clone = imagined.world
    copy_record(clone, world)
    turns = 0
    for at in range(foresight.at, foresight.length):
        step_or_wait(clone, ruleset, foresight.plan[at])
        turns += 1
    return evaluate(world.hero, clone, ruleset, turns, 0)


@rule
def keep_trial(foresight: Foresight) -> None:
    """Make what was tried the plan."""
    for at in range(foresight.trial_length):
        foresight.plan[at] = foresight.trial[at]
    foresight.length = foresight.trial_length
    foresight.at = 0


@rule
def best_foreseen(
    world: World, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState, foresight: Foresight, usual: int
) -> int:
    """The action of which most comes: the plan's next one, unless more comes of another."""
    hero = world.hero
    best = IMPOSSIBLE
    if foresight.at < foresight.length:
        best = foresee_plan(world, ruleset, imagined, foresight)
    imagined.option_count = 0
    consider(imagined, usual, LIKE_EXPLORER)
    consider_others(hero, ruleset, mind, imagined)
    for row in range(imagined.option_count):
        act = int(imagined.options[row].act)
        score = foresee(world, ruleset, imagined, foresight, act, int(imagined.options[row].plan))
        if score > IMPOSSIBLE and foresight.noise > 0:
            score += below(mind.random, COMBAT, max(1, hero.max_hp * UNIT // foresight.noise))
        if score > best:
            best = score
            keep_trial(foresight)
    return usual if foresight.at >= foresight.length else int(foresight.plan[foresight.at])


@rule
def clairvoyant_action(
    world: World, ruleset: Ruleset, mind: BotMemory, imagined: ImaginedState, foresight: Foresight
) -> int:
    """The next action of a hero that sees what comes."""
    hero = world.hero
    if hero.choosing == 0 and hero.conditions & CANNOT_ACT != 0:
        return action(WAIT)
    remember(hero, mind)
    act = NO_ACTION
    if foresight.dives == 1 and hero.choosing == 0 and threat_count(hero, ruleset) == 0:
        act = go_down(hero, ruleset, mind)
    if act == NO_ACTION:
        act = careful(hero, ruleset, mind)
    if hero.choosing == 0 and is_dangerous(hero, ruleset, mind) and not is_stalled(hero, mind):
        act = best_foreseen(world, ruleset, mind, imagined, foresight, act)
    planned = foresight.at < foresight.length and act == foresight.plan[foresight.at]
    if not planned:
        foresight.length = 0
        foresight.at = 0
        act = possible_action(hero, ruleset, mind, end_stalemate(hero, ruleset, mind, act))
    else:
        foresight.at += 1
    note_choice(hero, mind, act)
    return act


@rule
def start_floor(world: World, shown: World, ruleset: Ruleset, foresight: Foresight) -> None:
    """Make a copy of a world in which the hero knows the floor, and forget all plans."""
    copy_record(shown, world)
    reveal(shown, ruleset)
    foresight.length = 0
    foresight.at = 0


@rule
def go_the_same_way(one: World, other: World) -> bool:
    """Whether two worlds are alike as far as the next turns show: the hero, the clock and the dice."""
    if one.turn != other.turn or one.outcome != other.outcome or one.hero.cell != other.hero.cell:
        return False
    return one.hero.hp == other.hero.hp and one.random[4 * COMBAT] == other.random[4 * COMBAT]


@rule
def play_floor(
    world: World,
    ruleset: Ruleset,
    mind: BotMemory,
    imagined: ImaginedState,
    foresight: Foresight,
    shown: World,
    style: int,
    seed: int,
    actions: Annotated[Cells, "i8"],
) -> int:
    """Play until the floor or the run ends, or `actions` is full, and write the actions; their number.

    `shown` is working memory: the same world, with a hero that knows the floor. What it knows changes nothing else, but
    for a few abilities that depend on what the hero has seen; after those it is copied anew.
    """
    floor = world.floor
    start_mind(mind, seed)
    foresight.dives = style % 2
    foresight.noise = style // 2
    start_floor(world, shown, ruleset, foresight)
    count = 0
    while count < len(actions) and world.outcome == PLAYING and world.floor == floor:
        if world.turn - world.arrived > LONGEST_STAY:
            foresight.dives = 1
        act = clairvoyant_action(shown, ruleset, mind, imagined, foresight)
        act = step_or_wait(world, ruleset, act)
        actions[count] = act
        count += 1
        step_or_wait(shown, ruleset, act)
        if not go_the_same_way(world, shown):
            start_floor(world, shown, ruleset, foresight)
    return count


def state_of(hero: Hero, ruleset: Ruleset) -> int:
    """How good a hero's state is, about in HP: its own, its levels, and what it carries."""
    value = hero.hp + hero.level * (hero.max_hp // LEVEL_PARTS) + hero.nutrition // FOOD_PARTS
    for slot in range(ruleset.inventory_capacity):
        if hero.inventory[slot].kind > 0:
            value += 1
            number = ruleset.items[hero.inventory[slot].kind - 1].use
            if number != NOWHERE:
                ability = ruleset.abilities[number]
                if ability.traits & FEEDS != 0:
                    value += ability.amount // FOOD_PARTS
                elif ability.traits & HELPS != 0:
                    value += ability.amount
    return value
