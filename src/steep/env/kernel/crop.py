"""The crop: the square of cells around the hero, numbered by rows."""

from __future__ import annotations

from steep.core.geometry import HEIGHT, NOWHERE, WIDTH
from steep.core.rule_decorator import rule
from steep.core.world import Hero


@rule
def cell_in_crop(hero: Hero, crop: int, index: int) -> int:
    """The map cell at an index of the crop (row * crop + column); NOWHERE outside the map."""
    x = hero.cell % WIDTH + index % crop - crop // 2
    y = hero.cell // WIDTH + index // crop - crop // 2
    if x < 0 or x >= WIDTH or y < 0 or y >= HEIGHT:
        return NOWHERE
    return y * WIDTH + x


@rule
def index_in_crop(hero: Hero, crop: int, cell: int) -> int:
    """The index of a map cell in the crop (row * crop + column); NOWHERE when the cell is outside it."""
    across = cell % WIDTH - hero.cell % WIDTH + crop // 2
    down = cell // WIDTH - hero.cell // WIDTH + crop // 2
    if across < 0 or across >= crop or down < 0 or down >= crop:
        return NOWHERE
    return down * crop + across
