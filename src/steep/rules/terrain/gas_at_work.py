"""Gas at work: it is released, moves from cell to cell, thins out and catches fire."""

from __future__ import annotations

from steep.core.gas import gas_row, of_gas, units_of_gas
from steep.core.geometry import DIRECTIONS
from steep.core.random_streams import COMBAT, below
from steep.core.rule_decorator import rule
from steep.core.ruleset import Ruleset
from steep.core.world import MAX_GAS, World
from steep.mapgen.note_terrain import note_active


@rule
def release(world: World, ruleset: Ruleset, cell: int, row: int, units: int) -> bool:
    """Add gas to a cell that can hold it; it takes the place of any other. Returns whether there is room for it."""
    if ruleset.holds_gas[world.tiles[cell]] == 0 or not note_active(world, cell):
        return False
    if gas_row(world.gas, cell) == row:
        units += units_of_gas(world.gas, cell)
    elif world.gas[cell] == 0:
        world.gas_count += 1
    world.gas[cell] = of_gas(row, min(MAX_GAS, units))
    return True


@rule
def kindle(world: World, ruleset: Ruleset, cell: int) -> bool:
    """Set fire to the gas of a cell. Returns whether it burns."""
    burns_to = ruleset.terrain[gas_row(world.gas, cell)].burns_to
    if burns_to == 0:
        return False
    world.gas[cell] = of_gas(burns_to, units_of_gas(world.gas, cell))
    return True


@rule
def move_gas(world: World, ruleset: Ruleset, cell: int) -> None:
    """A turn of the gas of one cell: it may lose a unit, and half of what it has more may flow to a cell beside it.

    A half is rounded up, so that single units drift. One random number has all three rolls.
    """
    gas = world.gas
    row = ruleset.terrain[gas_row(gas, cell)]
    rolls = below(world.random, COMBAT, len(DIRECTIONS) * 100 * 100)
    if rolls % 100 < row.thins:
        if units_of_gas(gas, cell) == 1:
            gas[cell] = 0
            world.gas_count -= 1
            return
        gas[cell] = int(gas[cell]) - 1
    beside = cell + DIRECTIONS[rolls // 10_000]
    same = gas[beside] == 0 or gas_row(gas, beside) == gas_row(gas, cell)
    if rolls // 100 % 100 < row.spreads and same and ruleset.holds_gas[world.tiles[beside]] == 1:
        flow = (units_of_gas(gas, cell) - units_of_gas(gas, beside) + 1) // 2
        if flow > 0 and note_active(world, beside):
            world.gas_count += int(gas[beside] == 0)
            gas[beside] = of_gas(gas_row(gas, cell), units_of_gas(gas, beside) + flow)
            if units_of_gas(gas, cell) == flow:
                gas[cell] = 0
                world.gas_count -= 1
            else:
                gas[cell] = int(gas[cell]) - flow
