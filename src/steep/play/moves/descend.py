"""Descend: the move to the next floor."""

from __future__ import annotations

from steep.core.geometry import NOWHERE
from steep.play.moves.move_base_class import MultiTurnMove
from steep.play.moves.travel import Travel
from steep.play.player_view import PlayerView
from steep.rules.action_codes import DESCEND, action

NO_STAIRS_SEEN = "You haven't found the stairs yet."


class Descend(MultiTurnMove):
    """Travel to the stairs and descend them."""

    def __init__(self) -> None:
        super().__init__()
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
            return action(DESCEND)
        act = self._travel.next_action(session)
        return self._travel.ended if act is None else act
