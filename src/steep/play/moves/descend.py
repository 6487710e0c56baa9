"""Descend: the move to the next floor."""

from __future__ import annotations

from functools import partial

from steep.core.geometry import NOWHERE
from steep.play.known.floor_notes import FloorNotes
from steep.play.known.left_behind import left_behind
from steep.play.moves.move_base_class import MultiTurnMove
from steep.play.moves.travel import Travel
from steep.play.player_view import PlayerView, visible_enemies
from steep.rules.action_codes import DESCEND, action

NO_STAIRS_SEEN = "You haven't found the stairs yet."


class Descend(MultiTurnMove):
    """Travel to the stairs and descend them. Once a floor it says on them what is left behind, but not to who flees."""

    def __init__(self, notes: FloorNotes | None = None) -> None:
        super().__init__()
        self._notes = FloorNotes() if notes is None else notes
        self._floor = NOWHERE
        self._travel = Travel(NOWHERE)

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if self._moves == 0:
            self._floor = hero.floor
            self._travel = Travel(hero.stairs)
        if hero.floor != self._floor:
            return ""
        if hero.stairs == NOWHERE:
            return NO_STAIRS_SEEN
        if hero.cell == hero.stairs:
            left = "" if self._notes.left or visible_enemies(hero) else left_behind(session, self._notes)
            if left:
                self.go_on = partial(setattr, self._notes, "left", True)
                return left
            return action(DESCEND)
        act = self._travel.next_action(session)
        return self._travel.ended if act is None else act
