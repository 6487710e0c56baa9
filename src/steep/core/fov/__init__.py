"""Field of view: which cells the hero sees. A ruleset chooses one of five algorithms.

| name | reach at radius r | cells in a straight line | same as |
| --- | --- | --- | --- |
| symmetric | dx² + dy² < r² | r - 1 | symmetric shadowcasting |
| restrictive | a square of 2r + 1 | r | libtcod's FOV_RESTRICTIVE |
| raycasting | dx² + dy² <= r² | r | libtcod's FOV_BASIC |
| precise | a square of 2r + 1 | r | rot.js's FOV.PreciseShadowcasting, where its share is 1 |
| recursive | dx² + dy² < r² | r - 1 | recursive shadowcasting in eight octants |

All of them show walls. Only the symmetric one guarantees that two cells see
each other or neither does; monsters always use the hero's own field of view.
"""

from __future__ import annotations

from steep.core.fov.precise import see_precise
from steep.core.fov.raycasting import see_raycasting
from steep.core.fov.restrictive import see_restrictive
from steep.core.fov.shadowcasting import see_recursive, see_symmetric
from steep.core.record import Cells
from steep.core.rule_decorator import rule

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
    opaque: Cells,
    width: int,
    height: int,
    origin: int,
    radius: int,
    sight: Cells,
    visible: Cells,
    in_view: Cells,
) -> int:
    """Mark all cells in view of `origin` with 1 in `visible` and list them in `in_view`. Returns how many there are.

    `tiles` has the kind of terrain of each cell, and `opaque` is 1 for each kind that stops sight. `width` and `height`
    are the size of the map, whose border is rock. `radius` is
    at most MAX_RADIUS. `visible` must be all 0 before. `sight` is working memory.
    """
    if fov == RESTRICTIVE:
        return see_restrictive(tiles, opaque, width, height, origin, radius, sight, visible, in_view)
    if fov == RAYCASTING:
        return see_raycasting(tiles, opaque, width, height, origin, radius, visible, in_view)
    if fov == PRECISE:
        return see_precise(tiles, opaque, origin, radius, sight, visible, in_view)
    if fov == RECURSIVE:
        return see_recursive(tiles, opaque, origin, radius, sight, visible, in_view)
    return see_symmetric(tiles, opaque, origin, radius, sight, visible, in_view)


@rule
def clear_fov(visible: Cells, in_view: Cells, count: int) -> None:
    """Undo `see`: set the `count` cells listed in `in_view` back to 0 in `visible`."""
    for cell in in_view[0:count]:
        visible[cell] = 0
