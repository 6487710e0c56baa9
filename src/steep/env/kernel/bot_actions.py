"""A bot chooses the environment's actions: the one that it wants, or the nearest that the environment has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import choose_action
from steep.core.geometry import NOWHERE
from steep.core.native.types import MATRIX
from steep.core.record import Cells, record
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_INVENTORY, PLAYING, Hero
from steep.env.kernel.actions import (
    FLAT_CHOOSE,
    FLAT_DESCEND,
    FLAT_DROP,
    FLAT_MOVE,
    FLAT_PICK_UP,
    FLAT_THROW,
    FLAT_UNDERFOOT,
    FLAT_USE,
    FLAT_WAIT,
    USE_UNDERFOOT,
    first_underfoot,
    is_aimed,
)
from steep.env.kernel.choose_target import AIM_NAMES, BEST, target_of, throw_target
from steep.env.kernel.episode import EnvParams, Episode
from steep.env.kernel.write_map import index_in_crop
from steep.rules.action_codes import (
    CHOOSE,
    DESCEND,
    DONE,
    DROP,
    MOVE,
    PICK_UP,
    THROW,
    UNDERFOOT,
    USE,
    WAIT,
    action,
    argument_of,
    cell_of,
    verb_of,
)


@record
class PolicyMemory:
    """What a bot remembers of an episode between its steps."""

    seed: int
    """The seed of the run."""
    steps: int
    """The episode's steps when the bot last chose."""
    mind: BotMemory


@rule
def needs_aim(hero: Hero, ruleset: Ruleset, act: int) -> bool:
    """Whether an action has a target."""
    return verb_of(act) == THROW or (verb_of(act) == USE and is_aimed(hero, ruleset, argument_of(act)))


@rule
def cell_of_aim(hero: Hero, ruleset: Ruleset, act: int, aim: int) -> int:
    """The cell that an aim means for an action that has a target; NOWHERE if it is impossible there."""
    slot = argument_of(act)
    if verb_of(act) == THROW:
        return throw_target(hero, ruleset, slot, aim)
    return target_of(hero, ruleset, ruleset.abilities[ruleset.items[hero.inventory[slot].kind - 1].use], aim)


@rule
def aim_of(hero: Hero, ruleset: Ruleset, act: int) -> int:
    """The aim with the target of an action; else the first that is possible, NOWHERE if none is."""
    first = NOWHERE
    for aim in range(len(AIM_NAMES)):
        cell = cell_of_aim(hero, ruleset, act, aim)
        if cell == cell_of(act):
            return aim
        if first == NOWHERE and cell != NOWHERE:
            first = aim
    return first


@rule
def write_flat(hero: Hero, ruleset: Ruleset, act: int, chosen: Cells) -> bool:
    """Write the flat action that does the same as a bot's action. Returns whether there is one.

    If there is none, the action has the best target, or else the first possible one; without any, the hero waits.
    """
    verb = verb_of(act)
    argument = argument_of(act)
    chosen[0] = FLAT_WAIT
    if verb == MOVE:
        chosen[0] = FLAT_MOVE + argument
    elif verb == PICK_UP:
        chosen[0] = FLAT_PICK_UP
    elif verb == DESCEND:
        chosen[0] = FLAT_DESCEND
    elif verb == CHOOSE:
        chosen[0] = FLAT_CHOOSE + argument
    elif verb != WAIT:
        if argument >= UNDERFOOT:
            chosen[0] = FLAT_UNDERFOOT
            return first_underfoot(hero, ruleset) == argument - UNDERFOOT
        if verb == DROP:
            chosen[0] = FLAT_DROP + argument
        elif not needs_aim(hero, ruleset, act):
            chosen[0] = FLAT_USE + argument
        else:
            aim = aim_of(hero, ruleset, act)
            if aim == NOWHERE:
                return False
            chosen[0] = (FLAT_THROW if verb == THROW else FLAT_USE) + aim * MAX_INVENTORY + argument
            return cell_of_aim(hero, ruleset, act, aim) == cell_of(act)
    return True


@rule
def write_targeted(hero: Hero, ruleset: Ruleset, crop: int, act: int, chosen: Cells) -> bool:
    """Write a bot's action as verb, argument and target. Returns whether it is the same.

    If the target is outside the crop, the action has the best target instead, or the hero waits.
    """
    chosen[0] = verb_of(act)
    chosen[1] = argument_of(act)
    chosen[2] = 0
    if chosen[1] >= UNDERFOOT:
        chosen[0] = USE_UNDERFOOT
        chosen[1] -= UNDERFOOT
        return True
    if not needs_aim(hero, ruleset, act):
        return True
    chosen[2] = index_in_crop(hero, crop, cell_of(act))
    if chosen[2] != NOWHERE:
        return True
    best = cell_of_aim(hero, ruleset, act, BEST)
    if best != NOWHERE:
        chosen[2] = index_in_crop(hero, crop, best)
    if chosen[2] == NOWHERE:
        chosen[0] = WAIT
        chosen[1] = 0
        chosen[2] = 0
    return False


@rule
def begins(episode: Episode, memory: PolicyMemory) -> bool:
    """Whether a bot's memory is of another episode, or of a later step of this one. Then notes seed and steps."""
    other = episode.steps == 0 or episode.steps < memory.steps or episode.world.seed != memory.seed
    memory.steps = episode.steps
    memory.seed = episode.world.seed
    return other


@rule
def was_refused(chosen: Cells, taken: Cells, reason: int) -> bool:
    """Whether the action that a bot chose was taken, and was impossible."""
    for number in range(len(chosen)):
        if chosen[number] != taken[number]:
            return False
    return reason != DONE


@rule
def choose_actions(
    bot: int,
    episodes: Sequence[Episode],
    rulesets: Sequence[Ruleset],
    all_params: Sequence[EnvParams],
    taken: Annotated[NDArray[np.int64], MATRIX],
    reasons: NDArray[np.int64],
    memories: Sequence[PolicyMemory],
    imagined: ImaginedState,
    chosen: Annotated[NDArray[np.int64], MATRIX],
    exact: NDArray[np.bool_],
) -> None:
    """Let a bot choose an action in every episode. `exact` gets whether it is what the bot wants.

    `taken` and `reasons` are the actions of the last step, and why they were impossible. `chosen` has the actions that
    the bot chose before, and gets the next ones; all have a row for each episode. An action that is impossible for a
    reason unknown to the hero takes no turn here. In the lab the hero then waits, so the bot waits next.
    """
    params = all_params[0]
    for i in range(len(episodes)):
        episode = episodes[i]
        ruleset = rulesets[episode.ruleset_index]
        hero = episode.world.hero
        memory = memories[i]
        act = action(WAIT)
        if episode.now.end == PLAYING:
            if begins(episode, memory):
                start_mind(memory.mind, episode.world.seed)
                act = choose_action(bot, hero, ruleset, memory.mind, imagined)
            elif was_refused(chosen[i], taken[i], int(reasons[i])):
                act = action(CHOOSE) if hero.choosing == 1 else action(WAIT)
            else:
                act = choose_action(bot, hero, ruleset, memory.mind, imagined)
        if params.explicit == 1:
            exact[i] = write_targeted(hero, ruleset, params.crop, act, chosen[i])
        else:
            exact[i] = write_flat(hero, ruleset, act, chosen[i])
