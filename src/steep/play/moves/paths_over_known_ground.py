"""Paths over ground that the hero knows, around visible monsters but through allies."""

from __future__ import annotations

from array import array

from steep.core.breadth_first_search import route, route_to_unknown
from steep.core.geometry import CELLS, DIRECTIONS, HEIGHT, WIDTH
from steep.core.record import Cells
from steep.core.world import REMEMBERED_FLOOR, REMEMBERED_ROCK, UNKNOWN, Hero, Search
from steep.play.player_view import changes_places, visible_monsters
from steep.rules.action_codes import MOVE, action


def walkable_ground(hero: Hero) -> bytearray:
    """The remembered tiles, one byte per cell, with rock where visible monsters stand that don't change places."""
    ground = bytearray(hero.remembered)
    for monster in visible_monsters(hero):
        if not changes_places(monster):
            ground[monster.cell] = REMEMBERED_ROCK
    return ground


def optimistic_ground(hero: Hero) -> bytearray:
    """The same, with floor where nothing is known: an enemy can be visible without a known path to it."""
    ground = walkable_ground(hero).replace(bytes([UNKNOWN]), bytes([REMEMBERED_FLOOR]))
    edge = bytes([REMEMBERED_ROCK])
    ground[:WIDTH] = ground[-WIDTH:] = edge * WIDTH
    ground[::WIDTH] = ground[WIDTH - 1 :: WIDTH] = edge * HEIGHT
    return ground


def step_to(hero: Hero, cell: int) -> int:
    """The action that moves to, or attacks, an adjacent cell."""
    return action(MOVE, DIRECTIONS.index(cell - hero.cell))


class Pathfinder:
    """Finds shortest paths. It keeps its scratch space from one search to the next."""

    def __init__(self) -> None:
        self._search = Search()
        self._path = array("h", bytes(2 * CELLS))

    def to(self, ground: Cells, origin: int, target: int) -> list[int]:
        """The cells of a shortest path, first step first; empty when there is none. The target need not be walkable."""
        return list(self._path[: route(ground, REMEMBERED_ROCK, origin, target, self._search, self._path)])

    def to_unknown(self, ground: Cells, origin: int) -> list[int]:
        """The cells of a shortest path to a cell next to an unknown one; empty when there is none."""
        return list(self._path[: route_to_unknown(ground, REMEMBERED_ROCK, origin, self._search, self._path)])
