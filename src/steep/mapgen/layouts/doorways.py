"""Hangs doors in doorways: where a tunnel or a wall opens into a room."""

from __future__ import annotations

from steep.core.geometry import CELLS, FLOOR, ROCK, WIDTH
from steep.core.random_streams import LAYOUT, below
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import LayoutRow
from steep.core.world import World

PASSAGE = 2 * FLOOR + 2 * ROCK
"""The sum of the kinds of terrain straight beside a doorway."""


@rule
def is_doorway(tiles: Cells, cell: int, along: int) -> bool:
    """Whether a way leads through a cell in the direction `along`, between rock, and is wider on one side at least."""
    across = WIDTH if along == 1 else 1
    if tiles[cell - across] != ROCK or tiles[cell + across] != ROCK:
        return False
    before = cell - along
    after = cell + along
    if tiles[before] != FLOOR or tiles[after] != FLOOR:
        return False
    wide_before = tiles[before - across] == FLOOR and tiles[before + across] == FLOOR
    return wide_before or (tiles[after - across] == FLOOR and tiles[after + across] == FLOOR)


@rule
def hang_doors(world: World, layout: LayoutRow) -> None:
    """Put a door into a share of the doorways."""
    tiles = world.tiles
    for cell in range(WIDTH, CELLS - WIDTH):
        if (
            tiles[cell] == FLOOR
            # Most floor ends here, at little cost.
            and tiles[cell - 1] + tiles[cell + 1] + tiles[cell - WIDTH] + tiles[cell + WIDTH] == PASSAGE
            and cell != world.hero.cell
            and (is_doorway(tiles, cell, 1) or is_doorway(tiles, cell, WIDTH))
            and below(world.random, LAYOUT, 100) < layout.doors
        ):
            tiles[cell] = layout.door
