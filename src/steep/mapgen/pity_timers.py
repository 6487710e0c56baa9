"""Pity timers: the chance of an item rises with each floor without one and falls with each one generated."""

from __future__ import annotations

from steep.core.random_streams import LOOT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_FLOORS, Ruleset
from steep.core.world import World
from steep.mapgen.put_on_free_cell import add_item, is_taken, random_cell, random_room
from steep.spawn.floors_below import floor_above

MAX_TRIES = 100
"""Cells tried to find a free one; then the last is used even if it is taken."""


@rule
def start_pity_timers(world: World, ruleset: Ruleset) -> None:
    """Reset all pity timers at the start of a run."""
    for number in range(ruleset.pity_timer_count):
        state = world.pity_timers[number]
        state.chance = ruleset.pity_timers[number].start
        state.given = 0
        state.counted = 0


@rule
def advance_pity_timers(world: World, ruleset: Ruleset) -> None:
    """Update the chance of each pity timer by what the previous floor generated."""
    for number in range(ruleset.pity_timer_count):
        pity_timer = ruleset.pity_timers[number]
        state = world.pity_timers[number]
        if world.floor > 1:
            fresh = state.given - state.counted
            if fresh > 0:
                state.chance = max(0, state.chance - fresh * pity_timer.reset)
            else:
                state.chance = min(1000, state.chance + pity_timer.step)
        state.counted = state.given


@rule
def generate_item(world: World, ruleset: Ruleset, kind: int, cell: int) -> None:
    """Place an item while a floor is made, and count it for its pity timer."""
    if add_item(world, kind, cell, ruleset.items[kind].charges) and ruleset.items[kind].pity_timer > 0:
        world.pity_timers[ruleset.items[kind].pity_timer - 1].given += 1


@rule
def free_cell(world: World, ruleset: Ruleset) -> int:
    """A random room cell for an item that must not be dropped, free if MAX_TRIES draws find one."""
    cell = random_cell(world, random_room(world, LOOT), LOOT)
    for _ in range(MAX_TRIES):
        if not is_taken(world, ruleset, cell):
            break
        cell = random_cell(world, random_room(world, LOOT), LOOT)
    return cell


@rule
def place_pity_items(world: World, ruleset: Ruleset) -> None:
    """Place the items that pity timers and guarantees give on this floor, before any others."""
    floor = min(floor_above(ruleset.below, world.floor), MAX_FLOORS)
    for number in range(ruleset.pity_timer_count):
        pity_timer = ruleset.pity_timers[number]
        state = world.pity_timers[number]
        due = 1 if below(world.random, LOOT, 1000) < state.chance else 0
        guarantee = int(pity_timer.guarantee[floor - 1])
        due = max(due, guarantee - state.given)
        for _ in range(due):
            generate_item(world, ruleset, pity_timer.kind, free_cell(world, ruleset))
