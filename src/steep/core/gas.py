"""Planes of gas, with one byte a cell: `World.gas`, and what of it is in view, `Hero.gas`."""

from __future__ import annotations

from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import NO_GAS
from steep.core.world import GAS_STEP, Hero, Search


@rule
def gas_row(gas: Cells, cell: int) -> int:
    """The row of a cell's gas in the table of terrain; NO_GAS if it has none."""
    return NO_GAS + int(gas[cell]) // GAS_STEP


@rule
def units_of_gas(gas: Cells, cell: int) -> int:
    """How much gas is on a cell."""
    return int(gas[cell]) % GAS_STEP


@rule
def of_gas(row: int, units: int) -> int:
    """What a plane has for some units of a gas."""
    return (row - NO_GAS) * GAS_STEP + units


@rule
def close_gas_to_search(gas: Cells, cells: Cells, count: int, passable: Cells, search: Search, mark: int) -> None:
    """Keep a search off the gas that a mover avoids, on the first `count` of some cells. `mark` 0 undoes that."""
    came_from = search.came_from
    for number in range(count):
        cell = cells[number]
        if passable[gas_row(gas, cell)] == 0:
            came_from[cell] = mark


@rule
def forget_gas_in_view(hero: Hero) -> None:
    """Forget the gas in view, before the view changes."""
    for number in range(hero.in_view_count):
        hero.gas[hero.in_view[number]] = 0
    hero.gas_in_view = 0
