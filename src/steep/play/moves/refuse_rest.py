"""Rest: the move that is always refused, since no ruleset has wounds heal with time."""

from __future__ import annotations

from steep.play.messages import reason_sentence
from steep.play.moves.move_base_class import MultiTurnMove, enemy_prevents
from steep.play.player_view import PlayerView
from steep.rules.action_codes import FULL_HEALTH

NO_REST = "Resting doesn't help: wounds don't heal on their own."


class Rest(MultiTurnMove):
    """Say why resting would only cost turns."""

    def _next(self, session: PlayerView) -> str:
        hero = session.hero
        if why := enemy_prevents(session, "rest"):
            return why
        return reason_sentence(FULL_HEALTH) if hero.hp == hero.max_hp else NO_REST
