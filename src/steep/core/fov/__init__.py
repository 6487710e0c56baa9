"""Field of view: which cells the hero sees from where it stands. A ruleset chooses one of five algorithms.

| name | reach at radius r | cells straight | walks like |
| --- | --- | --- | --- |
| symmetric | dx² + dy² < r² | r - 1 | symmetric shadowcasting |
| restrictive | a square of 2r + 1 | r | libtcod's FOV_RESTRICTIVE |
| raycasting | dx² + dy² <= r² | r | libtcod's FOV_BASIC |
| precise | a square of 2r + 1 | r | rot.js's FOV.PreciseShadowcasting |
| recursive | dx² + dy² < r² | r - 1 | recursive shadowcasting in eight octants |

Walls in view are lit by all of them. Only the symmetric one promises that
whoever is seen sees back; monsters always act on the hero's own view.
"""

from __future__ import annotations

from steep.core.fov.precise import see_precise
from steep.core.fov.raycasting import see_raycasting
from steep.core.fov.recursive import see_recursive
from steep.core.fov.restrictive import see_restrictive
from steep.core.fov.symmetric import see_symmetric
from steep.core.record import Cells
from steep.core.rule import rule

SYMMETRIC = 0
RESTRICTIVE = 1
RAYCASTING = 2
PRECISE = 3
RECURSIVE = 4
FOV_NAMES = ("symmetric", "restrictive", "raycasting", "precise", "recursive")


@rule
def see(
    fov: int,
    tiles: Cells,
    width: int,
    height: int,
    origin: int,
    radius: int,
    sight: Cells,
    visible: Cells,
    in_view: Cells,
) -> int:
    """Light all cells in view of `origin` and list them in `in_view`; their number.

    `width` and `height` are the map's, whose border is rock. `radius` is at most
    MAX_RADIUS. `visible` must be dark before. `sight` is room to work in.
    """
    if fov == RESTRICTIVE:
        return see_restrictive(tiles, width, height, origin, radius, sight, visible, in_view)
    if fov == RAYCASTING:
        return see_raycasting(tiles, width, height, origin, radius, visible, in_view)
    if fov == PRECISE:
        return see_precise(tiles, origin, radius, sight, visible, in_view)
    if fov == RECURSIVE:
        return see_recursive(tiles, origin, radius, sight, visible, in_view)
    return see_symmetric(tiles, origin, radius, sight, visible, in_view)


@rule
def clear_fov(visible: Cells, in_view: Cells, count: int) -> None:
    """Undo `see`: leave `visible` dark."""
    for i in range(count):
        visible[in_view[i]] = 0
