"""Travel: the move to a chosen cell."""

from __future__ import annotations

from functools import partial

from steep.content.articles_and_plurals import agreeing, definite
from steep.core.geometry import UNKNOWN, steps_between
from steep.core.world import NEUTRAL, VisibleMonster
from steep.play.known.floor_notes import FloorNotes
from steep.play.moves.move_base_class import MultiTurnMove, blocked_by_monster, name_of, one_step_at_a_time
from steep.play.moves.paths_over_known_ground import Pathfinder, ground_out_of_reach, step_to, walkable_ground
from steep.play.moves.ways_through import WayThrough, way_through
from steep.play.player_view import PlayerView, enemies_apart, enemies_that_come, struck_by, visible_monsters
from steep.play.texts.describe import NOT_SEEN
from steep.play.texts.messages import capitalised
from steep.play.texts.terrain import danger_at

NO_WAY = "You haven't found a way there yet."


class Travel(MultiTurnMove):
    """Walk to a remembered cell on a shortest known path, or beside the captive there.

    Where the only way leads through danger or past somebody, it asks.
    """

    passes_items = True

    def __init__(self, cell: int, notes: FloorNotes | None = None) -> None:
        super().__init__(notes)
        self._cell = cell
        self._pathfinder = Pathfinder()

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if hero.cell == self._cell:
            return "" if self._moves else "You are already there."
        self._notes.look(session)
        captive = next(
            (each for each in visible_monsters(hero) if each.cell == self._cell and each.side == NEUTRAL), None
        )
        if captive is not None and steps_between(hero.cell, self._cell) == 1:
            return self._free(session, captive)
        coming = one_step_at_a_time(session, enemies_that_come(session)) if self._moves else ""
        if why := coming or self._unreachable(session):
            return why
        ground = walkable_ground(hero)
        safe = ground_out_of_reach(session, ground, self._notes.struck)
        is_shut = danger_at(session, self._cell) or (captive is None and blocked_by_monster(session, self._cell))
        path = self._pathfinder.to(session, safe, self._cell) if safe and not is_shut else []
        if not path and not is_shut:
            path = self._pathfinder.to(session, ground, self._cell)
            near = [
                enemy for enemy in enemies_apart(session) if path and {hero.cell, path[0]} & struck_by(session, enemy)
            ]
            if self._moves and near:
                return one_step_at_a_time(session, near)
        if path:
            self._notes.crossing.clear()
            return step_to(hero, path[0])
        way = way_through(session, self._cell.__eq__)
        consent = way.consent(self._notes) if way.cells else None
        if consent is not None:
            return self._ask(self._blocked(session, way), *consent)
        return step_to(hero, way.cells[0]) if way.cells else NO_WAY

    def refusal(self, session: PlayerView) -> str:
        """Why the hero cannot travel to the cell, apart from enemies in view; empty when it can, or is there."""
        hero = session.hero
        if hero.cell == self._cell:
            return ""
        if why := self._unreachable(session):
            return why
        if danger := danger_at(session, self._cell):
            return f"You don't walk into {danger} by yourself: step there."
        if blocked := "" if self._holds_captive(session) else blocked_by_monster(session, self._cell):
            return blocked
        if self._pathfinder.to(session, walkable_ground(hero), self._cell):
            return ""
        return self._blocked(session, way_through(session, self._cell.__eq__))

    def _unreachable(self, session: PlayerView) -> str:
        """Why the hero cannot walk onto the cell; empty when it can."""
        hero = session.hero
        if hero.remembered[self._cell] == UNKNOWN:
            return NOT_SEEN
        kind = hero.remembered[self._cell]
        if session.rulebook.terrain[kind].solid and not hero.passable[kind]:
            name = session.rulebook.terrain[kind].name
            return agreeing(f"{capitalised(name)} is in the way.", name)
        return ""

    def _holds_captive(self, session: PlayerView) -> bool:
        return any(each.cell == self._cell and each.side == NEUTRAL for each in visible_monsters(session.hero))

    def _free(self, session: PlayerView, captive: VisibleMonster) -> int | str:
        """Free the captive beside the hero, or ask first."""
        if captive.actor in self._notes.faced:
            return step_to(session.hero, self._cell)
        text = f"{blocked_by_monster(session, self._cell).removesuffix('.')}: walk into it to free it."
        free = f"free {definite(session.rulebook.monsters[captive.kind].name)}"
        return self._ask(text, free, partial(self._notes.faced.add, int(captive.actor)))

    def _blocked(self, session: PlayerView, way: WayThrough) -> str:
        """What is on the only way to the cell, or that there is none."""
        if way.gas and not way.dares(self._notes):
            return agreeing(f"{capitalised(way.gas)} is in the way: wait for it to thin out.", way.gas)
        if not way.dares(self._notes):
            return f"The only way you know leads through {way.danger}."
        if way.body is None:
            return NO_WAY
        if way.body.cell == self._cell:
            return blocked_by_monster(session, self._cell)
        return f"{capitalised(name_of(session, way.body))} blocks the only way you know."
