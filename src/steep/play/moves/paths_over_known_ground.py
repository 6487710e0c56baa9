"""Paths over ground that the hero knows, around visible monsters but through allies.

If every way leads through danger or past somebody, the one that costs least is taken. A move asks its player before it
goes such a way, and then keeps to it until there is a better one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush

from steep.content.articles_and_plurals import definite
from steep.core.breadth_first_search import ENDS_SEARCH, route, route_to_unknown
from steep.core.gas import gas_row
from steep.core.geometry import CELLS, DIRECTIONS, FLOOR, HEIGHT, NOWHERE, ROCK, UNKNOWN, WIDTH
from steep.core.magic_mapping import is_mapped
from steep.core.record import Cells
from steep.core.ruleset import MAX_TERRAIN
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import HOSTILE, NEUTRAL, Hero, Search, VisibleMonster
from steep.play.player_view import PlayerView, changes_places, visible_monsters
from steep.play.texts.abilities import dangers_at
from steep.play.texts.messages import enumerated
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import MOVE, action
from steep.rules.terrain import bar_gas_in_view


def walkable_ground(hero: Hero) -> bytearray:
    """The remembered terrain, one byte per cell, with rock where visible monsters stand that don't change places."""
    ground = bytearray(hero.remembered)
    for monster in visible_monsters(hero):
        if not changes_places(monster):
            ground[monster.cell] = ROCK
    return ground


def ground_to_explore(hero: Hero, ground: Cells) -> Cells:
    """Ground on which cells that the hero could go to but knows only from magic count as unknown."""
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
    """The cells of the way to an end that costs least, first step first; of several, a shortest.

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
        """The cells of a path to a cell next to an unknown one, or to one of `items`, over the fewest `struck` cells.

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


ATTACK_COST, BODY_COST = 3, 2
"""The cost of a step past an actor to attack, free or wait for. A cell of danger costs 1 and its harm."""


class WayThrough:
    """A way through what the hero avoids or past an actor in it, with its cost."""

    def __init__(self, session: PlayerView, cells: list[int], goal: int) -> None:
        self._session = session
        self.cells = cells
        """First step first; empty when there is no way at all."""
        entered = [cell for cell in cells if cell != goal]
        dangers = [dangers_at(session, cell) for cell in entered]
        self.rows = list(dict.fromkeys(row for rows in dangers for row in rows))
        """The rows of the terrain and gas that the hero avoids."""
        standing = bodies_in_the_way(session)
        self.body = next((standing[cell] for cell in entered if cell in standing), None)
        """Who stands in the way first; None if nobody does."""

    @property
    def danger(self) -> str:
        """The names of what is dangerous on the way; empty if nothing is."""
        return enumerated([self._session.rulebook.terrain_row(row).name for row in self.rows])

    @property
    def gas(self) -> str:
        """The name of the gas in the way, where nothing else is dangerous; empty otherwise."""
        names = [self._session.rulebook.terrain_row(row).name for row in self.rows if row > NO_GAS]
        return names[0] if names and len(names) == len(self.rows) else ""

    def dares(self, notes: FloorNotes) -> bool:
        """Whether the player has agreed to the danger, or there is none. A hero in a danger already knows of it."""
        known = set(dangers_at(self._session, self._session.hero.cell))
        return set(self.rows) <= notes.crossing | known

    def consent(self, notes: FloorNotes) -> tuple[str, Callable[[], None]] | None:
        """What the player has yet to agree to: the deed in words, and how consent is noted; None for nothing.

        Earlier consent to dangers that are no longer on the way is forgotten.
        """
        notes.crossing &= set(self.rows)
        if not self.dares(notes):
            return "go all the same", partial(notes.crossing.update, self.rows)
        if self.body is None or self.body.actor in notes.faced:
            return None
        name = definite(self._session.rulebook.monsters[self.body.kind].name)
        verb = {HOSTILE: f"attack {name}", NEUTRAL: f"free {name}"}.get(self.body.side, f"wait for {name}")
        return verb, partial(notes.faced.add, int(self.body.actor))


def bodies_in_the_way(session: PlayerView) -> dict[int, VisibleMonster]:
    """The visible monsters that don't change places with the hero, by their cells."""
    return {each.cell: each for each in visible_monsters(session.hero) if not changes_places(each)}


def cost_of_terrain(session: PlayerView, row: int) -> int | None:
    """What a cell of a row of terrain or gas costs: nothing where the hero goes by itself; None where it can't go."""
    hero, ruleset = session.hero, session.rulebook.compiled
    if hero.passable[row]:
        return 0
    enters = row != UNKNOWN and ruleset.enterable[row] and not ruleset.terrain[row].leads_down
    return 1 + int(ruleset.terrain[row].harm) if enters else None


def way_to_enemy(session: PlayerView, cell: int) -> WayThrough:
    """The way to a cell beside an enemy that leads through the least danger and past the fewest actors."""
    return way_through(session, cell.__eq__, cell)


def way_through(session: PlayerView, is_end: Callable[[int], bool], goal: int = NOWHERE) -> WayThrough:
    """The way over known ground through the least danger and past the fewest actors. It never leads down a floor.

    The hero need not be able to enter the cell `goal`.
    """
    hero = session.hero
    costs = [cost_of_terrain(session, row) for row in range(len(hero.passable))]
    bodies = {
        cell: ATTACK_COST if body.side == HOSTILE else BODY_COST for cell, body in bodies_in_the_way(session).items()
    }

    def cost(cell: int) -> int | None:
        if cell == goal:
            return 0
        terrain, gas = costs[hero.remembered[cell]], costs[gas_row(hero.gas, cell)]
        return None if terrain is None or gas is None else terrain + gas + bodies.get(cell, 0)

    return WayThrough(session, least_cost_way(hero.cell, cost, is_end), goal)
