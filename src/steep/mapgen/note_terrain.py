"""What a floor notes of its terrain, so that turns don't have to look for it: what changes, what hides, what harms."""

from __future__ import annotations

from steep.core.geometry import CELLS, STAIRS, WIDTH
from steep.core.rule_decorator import rule
from steep.core.ruleset import ON_STAY, Ruleset
from steep.core.world import MAX_ACTIVE, World


@rule
def note_active(world: World, cell: int) -> bool:
    """Note that a cell changes by itself. Returns False if there is no room for another."""
    if world.active[cell] == 0:
        if world.active_count == MAX_ACTIVE:
            return False
        world.active_cells[world.active_count] = cell
        world.active_count += 1
        world.active[cell] = 1
    return True


@rule
def note_terrain(world: World, ruleset: Ruleset, cell: int) -> None:
    """Note what the terrain of a cell does by itself."""
    row = ruleset.terrain[world.tiles[cell]]
    if row.active == 1:
        note_active(world, cell)
    if row.triggers & (1 << ON_STAY) != 0:
        world.hazards = 1
    if row.found_to > 0:
        world.hides = 1


@rule
def forget_terrain(world: World) -> None:
    """Forget what was noted of the floor before, and its gas."""
    for number in range(world.active_count):
        cell = world.active_cells[number]
        world.active[cell] = 0
        world.gas[cell] = 0
    world.active_count = 0
    world.gas_count = 0
    world.hazards = 0
    world.hides = 0


@rule
def note_all_terrain(world: World, ruleset: Ruleset) -> None:
    """Note what the terrain of a new floor does by itself."""
    tiles = world.tiles
    for first in range(0, CELLS, WIDTH):
        highest = STAIRS
        for cell in range(first, first + WIDTH):
            highest = max(highest, int(tiles[cell]))
        if highest > STAIRS:
            for cell in range(first, first + WIDTH):
                if tiles[cell] > STAIRS:
                    note_terrain(world, ruleset, cell)
