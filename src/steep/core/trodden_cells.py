"""The cells of a floor that somebody has left: a bit each in `World.trodden`.

They are noted only where monsters go by them, which is with the pursuit TRODDEN.
"""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.world import CELL_BYTES, World


@rule
def is_trodden(world: World, cell: int) -> bool:
    """Whether somebody has left a cell."""
    return int(world.trodden[cell >> 3]) >> (cell & 7) & 1 == 1


@rule
def note_trodden(world: World, cell: int) -> None:
    """Note that somebody has left a cell, or died there."""
    world.trodden[cell >> 3] = int(world.trodden[cell >> 3]) | 1 << (cell & 7)


@rule
def forget_trodden(world: World) -> None:
    """Let nobody have left a cell, on a new floor."""
    for number in range(CELL_BYTES):
        world.trodden[number] = 0
