"""Ways over the ground that the hero knows, round the foes in view."""

from __future__ import annotations

from array import array

from steep.core.geometry import CELLS, DIRECTIONS, HEIGHT, WIDTH
from steep.core.paths import route, route_to_unknown
from steep.core.record import Cells
from steep.core.world import REMEMBERED_FLOOR, REMEMBERED_ROCK, UNKNOWN, Hero, Search
from steep.play.view import visible_monsters
from steep.rules.actions import MOVE, action


def free_ground(hero: Hero) -> bytearray:
    """What is known of every cell, with the cells of foes in view as good as rock."""
    ground = bytearray(hero.remembered)
    for enemy in visible_monsters(hero):
        ground[enemy.cell] = REMEMBERED_ROCK
    return ground


def hoped_ground(hero: Hero) -> bytearray:
    """The same, with floor wherever nothing is known: a foe can be in view without the ground that leads to it."""
    ground = free_ground(hero).replace(bytes([UNKNOWN]), bytes([REMEMBERED_FLOOR]))
    edge = bytes([REMEMBERED_ROCK])
    ground[:WIDTH] = ground[-WIDTH:] = edge * WIDTH
    ground[::WIDTH] = ground[WIDTH - 1 :: WIDTH] = edge * HEIGHT
    return ground


def step_to(hero: Hero, cell: int) -> int:
    """The action that steps, or strikes, onto a cell beside the hero."""
    return action(MOVE, DIRECTIONS.index(cell - hero.cell))


class Pathfinder:
    """Searches for ways, with room to work in."""

    def __init__(self) -> None:
        self._search = Search()
        self._path = array("h", bytes(2 * CELLS))

    def to(self, ground: Cells, origin: int, target: int) -> list[int]:
        """The cells of a shortest way, first step first; empty when there is none. The target itself may be taken."""
        return list(self._path[: route(ground, REMEMBERED_ROCK, origin, target, self._search, self._path)])

    def to_unknown(self, ground: Cells, origin: int) -> list[int]:
        """The cells of a shortest way to where something unknown can be seen; empty when nothing is left to find."""
        return list(self._path[: route_to_unknown(ground, REMEMBERED_ROCK, origin, self._search, self._path)])
