"""The way that costs least where every way leads through what the hero avoids, or past somebody: the only ways left.

A move asks its player before it goes such a way, and then goes it as long as there is no better one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from steep.content.articles_and_plurals import definite
from steep.core.gas import gas_row
from steep.core.geometry import NOWHERE, UNKNOWN
from steep.core.ruleset.limits import NO_GAS
from steep.core.world import HOSTILE, NEUTRAL, VisibleMonster
from steep.play.known.floor_notes import FloorNotes
from steep.play.moves.paths_over_known_ground import least_cost_way
from steep.play.player_view import PlayerView, changes_places, visible_monsters
from steep.play.texts.messages import enumerated
from steep.play.texts.terrain import dangers_at

ATTACK_COST, BODY_COST = 3, 2
"""What it costs to go past who must be attacked, or freed or waited for. A cell of danger costs 1 and its harm."""


class WayThrough:
    """A way through what the hero avoids or past who stands in it, with what it takes."""

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
        """Whether the player has agreed to the danger, or there is none. Who stands in something dangerous knows it."""
        known = set(dangers_at(self._session, self._session.hero.cell))
        return set(self.rows) <= notes.crossing | known

    def consent(self, notes: FloorNotes) -> tuple[str, Callable[[], None]] | None:
        """What the player has yet to agree to: what it would do, and how its consent is noted; None for nothing.

        What the way takes no longer was agreed to for nothing.
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
    """The way to beside an enemy that leads through least danger and past fewest."""
    return way_through(session, cell.__eq__, cell)


def way_through(session: PlayerView, is_end: Callable[[int], bool], goal: int = NOWHERE) -> WayThrough:
    """The way over known ground that leads through least danger and past fewest. It leads into no fall.

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
