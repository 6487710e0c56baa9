"""Places the monsters that a floor has for sure, such as bosses, before all others."""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, NOWHERE, STAIRS, steps_between
from steep.core.random_streams import SPAWNS, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import World
from steep.mapgen.put_on_free_cell import (
    add_actor,
    can_place,
    mover_of_kind,
    random_cell,
    random_cell_at_home,
)
from steep.spawn.floors_below import floor_above

MAX_TRIES = 100
"""Random cells tried to find a free one; then the first free cell of the floor is used."""


@rule
def cell_away_from_start(world: World, ruleset: Ruleset, home: Cells) -> int:
    """A random cell for who has a home, in any room but the first if there is another; NOWHERE if none is free."""
    if home[FLOOR] == 0:
        return random_cell_at_home(world, ruleset, home, SPAWNS)
    others = world.room_count - 1
    for _ in range(MAX_TRIES):
        room = world.rooms[1 + below(world.random, SPAWNS, others) if others > 0 else 0]
        cell = random_cell(world, room, SPAWNS)
        if can_place(world, ruleset, home, cell):
            return cell
    for cell in range(CELLS):
        if can_place(world, ruleset, home, cell):
            return cell
    return NOWHERE


@rule
def stairs_of(world: World) -> int:
    """The cell of the stairs; NOWHERE if the floor has none."""
    for cell in range(CELLS):
        if world.tiles[cell] == STAIRS:
            return cell
    return NOWHERE


@rule
def cell_beside_stairs(world: World, ruleset: Ruleset, home: Cells) -> int:
    """The cell nearest to the stairs, but not on them, that is free for who has a home; NOWHERE if there is none."""
    stairs = stairs_of(world)
    best = NOWHERE
    for cell in range(CELLS):
        nearer = best == NOWHERE or steps_between(cell, stairs) < steps_between(best, stairs)
        if nearer and stairs not in (NOWHERE, cell) and can_place(world, ruleset, home, cell):
            best = cell
    return best


@rule
def place_guaranteed(world: World, ruleset: Ruleset) -> None:
    """Place the floor's guaranteed monsters, but no unique that has already appeared in this run."""
    floor = floor_above(ruleset.below, world.floor)
    for number in range(ruleset.guaranteed_count):
        due = ruleset.guaranteed[number]
        if due.floor == floor and world.uniques_spawned[due.kind] == 0:
            home = mover_of_kind(ruleset, due.kind).lives_on
            cell = cell_beside_stairs(world, ruleset, home) if ruleset.monsters[due.kind].at_stairs == 1 else NOWHERE
            if cell == NOWHERE:
                cell = cell_away_from_start(world, ruleset, home)
            if cell == NOWHERE:
                world.dropped_actors += 1
            else:
                add_actor(world, ruleset, due.kind, cell, SPAWNS)
