"""The rules that play many games one after another and record a floor visit for each floor of each game.

A game is fixed by the ruleset, the bot, the seed, the floors and the turn limit, and by nothing else: not by the games
played before it in the same simulation state. Playing can stop after any turn and continue later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from steep.bots.choose_action import choose_action
from steep.bots.memory.bot_memory import start_mind
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import PLAYING, STOPPED, WON
from steep.lab.simulate.floor_visit import FloorVisit, Wound
from steep.lab.simulate.record_floor_visits import begin_visit, count_events, end_visit, most_wounds
from steep.lab.simulate.simulation_state import SimulationState
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
    begin_visit(state, ruleset)


@rule
def play_action(state: SimulationState, ruleset: Ruleset) -> int:
    """Play the action that the bot chooses. Returns the action that was played."""
    chosen = choose_action(state.bot, state.world.hero, ruleset, state.mind, state.imagined)
    state.acted += 1
    return step_or_wait(state.world, ruleset, chosen)


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

    `wounds` must have room for at least `most_wounds` rows.
    """
    played = 0
    while True:
        if state.in_progress == 0:
            if state.seed >= state.end_seed:
                break
            begin_game(state, ruleset)
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
