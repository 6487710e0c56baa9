"""The rules that play many games one after another and record a floor visit for each floor of each game.

A game is fixed by the ruleset, the bot, the seed, the floors and the turn limit, and by nothing else: not by the games
played before it in the same simulation state. Playing can stop after any turn and continue later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from steep.bots.choose_action import choose_action
from steep.bots.memory.bot_memory import start_mind
from steep.core.geometry import NOWHERE
from steep.core.random_streams import seed_streams
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_INVENTORY, PLAYING, STOPPED, WON, World
from steep.lab.simulate.change_items import change_items, lose_missing_kinds
from steep.lab.simulate.floor_visit import FloorVisit, Wound
from steep.lab.simulate.record_floor_visits import begin_visit, count_events, end_visit, most_wounds
from steep.lab.simulate.simulation_state import ARRIVED, NEVER, SimulationState
from steep.lab.simulate.use_where_it_pays import use_where_it_pays
from steep.rules.action_codes import THROW, UNDERFOOT, USE, argument_of, verb_of
from steep.rules.items.identification import identify, true_kind
from steep.rules.items.inventory import item_underfoot
from steep.rules.new_game import new_game
from steep.rules.turn import step_or_wait

ACTIONS_PER_TURN = 2
"""A game of this many actions for each turn of its limit is stopped too: choosing a level-up's gain takes no turn."""


@rule
def begin_game(state: SimulationState, ruleset: Ruleset) -> None:
    """Start the game of the next seed."""
    new_game(state.world, ruleset, state.seed, state.first_floor)
    start_mind(state.mind, state.seed)
    state.event_cursor = state.world.hero.event_count
    state.in_progress = 1
    state.acted = 0
    if state.knows_all == 1:
        for kind in range(ruleset.item_kinds):
            identify(state.world, ruleset, kind)
    if state.changes_items == 1:
        lose_missing_kinds(state.world, ruleset, state.missing)
        change_items(state.world, ruleset, state.missing, state.given_on)
    begin_visit(state, ruleset)


@rule
def go_on_from_arrival(state: SimulationState, ruleset: Ruleset) -> None:
    """Go on with a game whose hero has just arrived on a floor."""
    state.in_progress = 1
    if state.changes_items == 1:
        change_items(state.world, ruleset, state.missing, state.given_on)
    begin_visit(state, ruleset)


@rule
def next_action(state: SimulationState, ruleset: Ruleset) -> int:
    """The action that the bot chooses."""
    return choose_action(state.bot, state.world.hero, ruleset, state.mind, state.imagined)


@rule
def item_used(world: World, ruleset: Ruleset, act: int) -> int:
    """The kind of the item that an action uses, equips or throws; NOWHERE if it does nothing of these."""
    slot = argument_of(act)
    if verb_of(act) != USE and verb_of(act) != THROW:
        return NOWHERE
    if slot >= UNDERFOOT:
        underfoot = item_underfoot(world, slot - UNDERFOOT)
        return NOWHERE if underfoot == NOWHERE else int(world.items[underfoot].kind)
    if slot >= MAX_INVENTORY:
        return NOWHERE
    row = world.hero.inventory[slot].kind - 1
    return NOWHERE if row < 0 else true_kind(world, ruleset, row)


@rule
def or_use_well(state: SimulationState, ruleset: Ruleset, chosen: int) -> int:
    """The action that the bot chose, or a use that pays more, unless the bot uses something itself."""
    world = state.world
    if verb_of(chosen) == USE or verb_of(chosen) == THROW or world.hero.choosing == 1:
        return chosen
    return use_where_it_pays(state.trial, world, state.mind, ruleset, state.used_well, chosen, state.seed)


@rule
def play_action(state: SimulationState, ruleset: Ruleset) -> int:
    """Play the action that the bot chooses, and change the items of a floor that it leads to. Returns the action.

    In a paired game the bot's random numbers depend on nothing but the seed and the turn. So it acts as in the other
    game until something else is better, although it may have had more to consider.
    """
    world = state.world
    floor = world.floor
    turn = world.turn
    if state.is_paired == 1:
        seed_streams(state.mind.random, state.seed, world.turn)
    chosen = next_action(state, ruleset)
    if state.uses_well == 1:
        chosen = or_use_well(state, ruleset, chosen)
    kind = item_used(world, ruleset, chosen)
    played = step_or_wait(world, ruleset, chosen)
    state.acted += 1
    if played == chosen and kind != NOWHERE:
        state.used[kind] += 1
        if kind == state.watched - 1 and state.first_use == NEVER:
            state.first_use = turn
    if state.changes_items == 1 and world.floor != floor and world.outcome == PLAYING:
        change_items(world, ruleset, state.missing, state.given_on)
    return played


@rule
def end_of(state: SimulationState) -> int:
    """How the floor visit ended, a number of `steep.core.world`; -1 while it goes on."""
    world = state.world
    if world.outcome != PLAYING:
        return world.outcome
    if world.floor > state.last_floor:
        return WON
    if world.turn >= state.turn_limit or state.acted >= ACTIONS_PER_TURN * state.turn_limit:
        return STOPPED
    if world.floor != state.visit.floor:
        return PLAYING
    return -1


@rule
def play_on(
    state: SimulationState,
    ruleset: Ruleset,
    visits: Sequence[FloorVisit],
    wounds: Sequence[Wound],
    budget: int,
) -> int:
    """Play up to `budget` actions, until all games are played or there is no room for rows; the number played.

    With a budget of 0 a game is begun, but not played. `wounds` must have room for at least `most_wounds` rows.
    """
    played = 0
    while True:
        if state.in_progress == 0:
            if state.seed >= state.end_seed:
                break
            begin_game(state, ruleset)
        elif state.in_progress == ARRIVED:
            go_on_from_arrival(state, ruleset)
        if played >= budget:
            break
        if state.visit_count >= len(visits) or state.wound_count + most_wounds(ruleset) > len(wounds):
            break
        play_action(state, ruleset)
        played += 1
        if state.event_cursor != state.world.hero.event_count:
            count_events(state, ruleset)
        end = end_of(state)
        if end == -1:
            continue
        end_visit(state, ruleset, visits, wounds, end)
        if end == PLAYING:
            begin_visit(state, ruleset)
        else:
            state.in_progress = 0
            state.seed += 1
    return played


@rule
def record_game(state: SimulationState, ruleset: Ruleset, actions: Annotated[Cells, "i8"]) -> int:
    """Play only the game of `state.seed` and write its actions; their number.

    `actions` must have room for ACTIONS_PER_TURN for each turn of the limit.
    """
    begin_game(state, ruleset)
    count = 0
    while True:
        actions[count] = play_action(state, ruleset)
        count += 1
        if end_of(state) > PLAYING:
            break
        state.visit.floor = state.world.floor
    state.in_progress = 0
    return count
