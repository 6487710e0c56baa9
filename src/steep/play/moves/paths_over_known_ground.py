"""Paths over ground that the hero knows, around visible monsters but through allies."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from heapq import heappop, heappush

from steep.core.breadth_first_search import ENDS_SEARCH, route, route_to_unknown
from steep.core.gas import gas_row
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, HEIGHT, NOWHERE, ROCK, UNKNOWN, WIDTH
from steep.core.mapped_cells import is_mapped
from steep.core.record import Cells
from steep.core.ruleset import MAX_TERRAIN
from steep.core.world import Hero, Search
from steep.play.player_view import PlayerView, changes_places, visible_monsters
from steep.rules.action_codes import MOVE, action
from steep.rules.terrain.movers import bar_gas_in_view


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


def what_is_left(hero: Hero, ground: Cells, items: Collection[int]) -> Callable[[int], bool]:
    """Whether a cell is one of some items, or next to an unknown one."""
    unknown = ground_to_explore(hero, ground)
    return lambda cell: cell in items or any(unknown[cell + step] == UNKNOWN for step in DIRECTIONS)


def ground_out_of_reach(session: PlayerView, ground: bytearray, struck: Collection[int]) -> bytearray | None:
    """Ground with rock where an enemy that keeps apart may strike; None if none may. The hero's own cell stays."""
    return ground_without(ground, set(struck) - {session.hero.cell}) if struck else None


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


def least_cost_way(origin: int, cost_of: Callable[[int], int | None], is_end: Callable[[int], bool]) -> list[int]:
    """The cells of a way to the nearest end, first step first, that costs least; of several a shortest.

    `cost_of` is what a cell costs, or None where the way may not lead. Empty when there is no way.
    """
    # What a cell costs is the same from wherever it is entered, so the first way to it costs least.
    came_from = {origin: origin}
    waiting = [(0, 0, origin)]
    while waiting:
        total, steps, cell = heappop(waiting)
        if cell != origin and is_end(cell):
            return way_to(cell, came_from)
        for step in DIRECTIONS:
            beside = cell + step
            if beside not in came_from:
                cost = cost_of(beside)
                if cost is not None:
                    came_from[beside] = cell
                    heappush(waiting, (total + cost, steps + 1, beside))
    return []


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
        hero = session.hero

        def blows(cell: int) -> int | None:
            open_ = hero.passable[ground[cell]] and hero.passable[gas_row(hero.gas, cell)]
            return int(cell in struck) if open_ else None

        return least_cost_way(hero.cell, blows, what_is_left(hero, ground, items))

    def locked(self, session: PlayerView, ground: Cells, items: Sequence[int]) -> int:
        """The first lock, whose key the hero lacks, on a way to an unknown cell or to one of some items.

        NOWHERE if nothing is behind one.
        """
        hero, ruleset = session.hero, session.rulebook.compiled
        over = bytearray(MAX_TERRAIN)
        for kind in range(1, ruleset.terrain_kinds):
            over[kind] = ruleset.enterable[kind] == 1 or ruleset.terrain[kind].opens_to > 0
        paths = [self.to(session, ground, cell, over) for cell in items if over[ground[cell]]]
        over[UNKNOWN] = ENDS_SEARCH
        length = route_to_unknown(ground_to_explore(hero, ground), over, hero.cell, self._search, self._path)
        path = min((path for path in (list(self._path[:length]), *paths) if path), key=len, default=[])
        shut = (cell for cell in path if not ruleset.enterable[hero.remembered[cell]])
        return next((cell for cell in shut if not hero.passable[hero.remembered[cell]]), NOWHERE)

    def to_unknown(self, session: PlayerView, ground: Cells) -> list[int]:
        """The cells of a shortest path to a cell next to an unknown one; empty when there is none."""
        hero = session.hero
        bar_gas_in_view(hero, self._search, hero.cell + 1)
        length = route_to_unknown(ground_to_explore(hero, ground), hero.explores, hero.cell, self._search, self._path)
        bar_gas_in_view(hero, self._search, 0)
        return list(self._path[:length])
