"""Metered items: a chance that rises with each floor without one and falls with each one given, and promises."""

from __future__ import annotations

from steep.core.rule import rule
from steep.core.ruleset import MAX_FLOORS, Meter, Ruleset
from steep.core.streams import LOOT, below
from steep.core.world import World
from steep.mapgen.place import add_item, any_room, cell_in, is_taken

MAX_TRIES = 100
"""Cells that are tried at random before the first free one is taken."""


@rule
def start_meters(world: World, ruleset: Ruleset) -> None:
    """Set all meters as a run begins."""
    for number in range(ruleset.meter_count):
        state = world.meters[number]
        state.chance = ruleset.meters[number].start
        state.given = 0
        state.counted = 0


@rule
def turn_meter(world: World, meter: Meter, number: int) -> None:
    """Move a meter's chance by what the floor before had."""
    state = world.meters[number]
    if world.floor > 1:
        fresh = state.given - state.counted
        if fresh > 0:
            state.chance = max(0, state.chance - fresh * meter.fall)
        else:
            state.chance = min(1000, state.chance + meter.rise)
    state.counted = state.given


@rule
def generate_item(world: World, ruleset: Ruleset, kind: int, cell: int) -> None:
    """Put an item where a floor is made; its meter, if it has one, counts it."""
    if add_item(world, kind, cell) and ruleset.items[kind].meter > 0:
        world.meters[ruleset.items[kind].meter - 1].given += 1


@rule
def free_cell(world: World, ruleset: Ruleset) -> int:
    """A cell of a room for something that must not be lost."""
    cell = cell_in(any_room(world, LOOT), world.random, LOOT)
    for _ in range(MAX_TRIES):
        if not is_taken(world, ruleset, cell):
            break
        cell = cell_in(any_room(world, LOOT), world.random, LOOT)
    return cell


@rule
def give_metered(world: World, ruleset: Ruleset) -> None:
    """Give what the meters owe this floor, before anything else is strewn on it."""
    for number in range(ruleset.meter_count):
        meter = ruleset.meters[number]
        turn_meter(world, meter, number)
        state = world.meters[number]
        due = 1 if below(world.random, LOOT, 1000) < state.chance else 0
        promised = int(meter.promised[min(world.floor, MAX_FLOORS) - 1])
        due = max(due, promised - state.given)
        for _ in range(due):
            generate_item(world, ruleset, meter.kind, free_cell(world, ruleset))
