"""Bits for cells: which of them magic has mapped, and where the hero has trodden."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.world import CELL_BYTES, Hero, World


@rule
def is_mapped(hero: Hero, cell: int) -> bool:
    """Whether the hero knows a cell from magic alone. Ask only while `Hero.mapped_count` isn't 0."""
    return int(hero.mapped[cell >> 3]) >> (cell & 7) & 1 == 1


@rule
def note_mapped(hero: Hero, cell: int) -> None:
    """Note that magic has shown the hero a cell that it didn't know."""
    hero.mapped[cell >> 3] = int(hero.mapped[cell >> 3]) | 1 << (cell & 7)
    hero.mapped_count += 1


@rule
def see_mapped(hero: Hero) -> None:
    """Explore those of the cells in view that the hero knew from magic alone."""
    for number in range(hero.in_view_count):
        cell = int(hero.in_view[number])
        if is_mapped(hero, cell):
            hero.mapped[cell >> 3] = int(hero.mapped[cell >> 3]) - (1 << (cell & 7))
            hero.mapped_count -= 1
            hero.cells_explored += 1


@rule
def forget_mapped(hero: Hero) -> None:
    """Forget the map of a floor."""
    for number in range(CELL_BYTES):
        hero.mapped[number] = 0
    hero.mapped_count = 0


@rule
def copy_mapped(copy: Hero, hero: Hero) -> None:
    """Let a copy of the hero know the same cells from magic alone."""
    for number in range(CELL_BYTES):
        copy.mapped[number] = hero.mapped[number]
    copy.mapped_count = hero.mapped_count


# The cells of a floor that somebody has left: a bit each in `World.trodden`.


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
    """On a new floor, mark all cells as never left."""
    for number in range(CELL_BYTES):
        world.trodden[number] = 0
