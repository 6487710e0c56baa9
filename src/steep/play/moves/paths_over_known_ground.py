"""Paths over ground that the hero knows, around visible monsters but through allies."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush

from steep.core.breadth_first_search import ENDS_SEARCH, route, route_to_unknown
from steep.core.gas import gas_row
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, HEIGHT, NOWHERE, ROCK, UNKNOWN, WIDTH
from steep.core.mapped_cells import is_mapped
from steep.core.record import Cells
from steep.core.ruleset import MAX_TERRAIN
from steep.core.world import Hero, Search
from steep.play.player_view import PlayerView, changes_places, enemies_apart, struck_by, visible_monsters
from steep.rules.action_codes import MOVE, action
from steep.rules.terrain.movers import bar_gas_in_view

UNTIL_GONE = "wait for it to thin out, or step in."
"""What to do about gas that is in the way."""


def walkable_ground(hero: Hero) -> bytearray:
    """The remembered terrain, one byte per cell, with rock where visible monsters stand that don't change places."""
    ground = bytearray(hero.remembered)
    for monster in visible_monsters(hero):
        if not changes_places(monster):
            ground[monster.cell] = ROCK
    return ground


def ground_to_explore(hero: Hero, ground: Cells) -> Cells:
    """Ground on which what the hero knows from magic alone, and could go to, is as unknown as without it."""
    if hero.mapped_count == 0:
        return ground
    mapped = [cell for cell in range(CELLS) if is_mapped(hero, cell) and hero.passable[ground[cell]]]
    unknown = bytearray(ground)
    for cell in mapped:
        unknown[cell] = UNKNOWN
    return unknown


def ground_without(ground: bytearray, cells: Collection[int]) -> bytearray:
    """Ground with rock on some cells."""
    rest = bytearray(ground)
    for cell in cells:
        rest[cell] = ROCK
    return rest


class OutOfReach:
    """Keeps a move out of the reach of enemies that keep apart, of those that are out of view again, too.

    A move that forgot them would turn back to where it sees them, and walk to and fro.
    """

    def __init__(self) -> None:
        self.struck: set[int] = set()
        """The cells where one of them may strike."""

    def ground(self, session: PlayerView, ground: bytearray) -> bytearray | None:
        """Ground with rock where one of them may strike; None if none was seen. The hero's own cell stays."""
        for enemy in enemies_apart(session):
            self.struck |= struck_by(session, enemy)
        if not self.struck:
            return None
        return ground_without(ground, self.struck - {session.hero.cell})


def optimistic_ground(hero: Hero) -> bytearray:
    """The same, with floor where nothing is known: an enemy can be visible without a known path to it."""
    ground = walkable_ground(hero).replace(bytes([UNKNOWN]), bytes([FLOOR]))
    edge = bytes([ROCK])
    ground[:WIDTH] = ground[-WIDTH:] = edge * WIDTH
    ground[::WIDTH] = ground[WIDTH - 1 :: WIDTH] = edge * HEIGHT
    return ground


def step_to(hero: Hero, cell: int) -> int:
    """The action that moves to, or attacks, an adjacent cell."""
    return action(MOVE, DIRECTIONS.index(cell - hero.cell))


def way_to(cell: int, came_from: Mapping[int, int]) -> list[int]:
    """The cells of the way to a cell, without the first, which came from itself."""
    path = []
    while came_from[cell] != cell:
        path.append(cell)
        cell = came_from[cell]
    return path[::-1]


class Pathfinder:
    """Finds shortest paths for the hero, where it can and should walk. It keeps its scratch space."""

    def __init__(self) -> None:
        self._search = Search()
        self._path = array("h", bytes(2 * CELLS))

    def to(self, session: PlayerView, ground: Cells, target: int, passable: Cells | None = None) -> list[int]:
        """The cells of a shortest path, first step first; empty when there is none. The target need not be walkable.

        `passable` says where it may lead; by default to where the hero can and will walk.
        """
        hero = session.hero
        passable = hero.passable if passable is None else passable
        bar_gas_in_view(hero, self._search, target + 1)
        length = route(ground, passable, hero.cell, target, self._search, self._path)
        bar_gas_in_view(hero, self._search, 0)
        return list(self._path[:length])

    def to_what_is_left(
        self, session: PlayerView, ground: Cells, items: Collection[int], struck: Collection[int]
    ) -> list[int]:
        """The cells of a path to a cell next to an unknown one or to one of some items, over the fewest of some cells.

        Of several such paths it is a shortest one; empty when there is none.
        """
        hero, unknown = session.hero, ground_to_explore(session.hero, ground)
        best, came_from = {hero.cell: (0, 0)}, {hero.cell: hero.cell}
        waiting = [(0, 0, hero.cell)]
        while waiting:
            blows, steps, cell = heappop(waiting)
            beside = [cell + step for step in DIRECTIONS]
            if cell != hero.cell and (cell in items or any(unknown[each] == UNKNOWN for each in beside)):
                return way_to(cell, came_from)
            for each in beside:
                cost = blows + (each in struck), steps + 1
                open_ = hero.passable[ground[each]] and hero.passable[gas_row(hero.gas, each)]
                if open_ and cost < best.get(each, (CELLS, 0)):
                    best[each], came_from[each] = cost, cell
                    heappush(waiting, (*cost, each))
        return []

    def gas_in_the_way(self, session: PlayerView, ground: Cells, target: int | None) -> str:
        """What gas lies on the way to a cell, or to a cell next to an unknown one; empty if none does."""
        hero = session.hero
        if target is None:
            length = route_to_unknown(
                ground_to_explore(hero, ground), hero.explores, hero.cell, self._search, self._path
            )
        else:
            length = route(ground, hero.passable, hero.cell, target, self._search, self._path)
        rows = (gas_row(hero.gas, cell) for cell in self._path[:length])
        return next((session.rulebook.terrain_row(row).name for row in rows if hero.passable[row] == 0), "")

    def barred(self, session: PlayerView, ground: Cells, items: Sequence[int]) -> int:
        """The first cell that the hero could, but won't, go through to an unknown cell or to one of some items.

        That is what it avoids, or a lock whose key it lacks. NOWHERE if nothing is behind such a cell.
        """
        hero, ruleset = session.hero, session.rulebook.compiled
        over = bytearray(MAX_TERRAIN)
        for kind in range(1, ruleset.terrain_kinds):
            over[kind] = ruleset.enterable[kind] == 1 or ruleset.terrain[kind].opens_to > 0
        paths = [self.to(session, ground, cell, over) for cell in items if over[ground[cell]]]
        over[UNKNOWN] = ENDS_SEARCH
        length = route_to_unknown(ground_to_explore(hero, ground), over, hero.cell, self._search, self._path)
        path = min((path for path in (list(self._path[:length]), *paths) if path), key=len, default=[])
        return next((cell for cell in path if not hero.passable[hero.remembered[cell]]), NOWHERE)

    def to_unknown(self, session: PlayerView, ground: Cells) -> list[int]:
        """The cells of a shortest path to a cell next to an unknown one; empty when there is none."""
        hero = session.hero
        bar_gas_in_view(hero, self._search, hero.cell + 1)
        length = route_to_unknown(ground_to_explore(hero, ground), hero.explores, hero.cell, self._search, self._path)
        bar_gas_in_view(hero, self._search, 0)
        return list(self._path[:length])
