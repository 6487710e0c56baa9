"""Rest: wait until wounds have healed. It is refused if they don't heal on their own."""

from __future__ import annotations

from steep.core.ruleset import REGENERATION
from steep.play.messages import reason_sentence
from steep.play.moves.move_base_class import MultiTurnMove, enemy_prevents
from steep.play.player_view import PlayerView
from steep.rules.action_codes import FULL_HEALTH, WAIT, action

NO_REST = "Resting doesn't help: wounds don't heal on their own."


class Rest(MultiTurnMove):
    """Wait for regeneration, or say why resting would only cost turns."""

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if why := enemy_prevents(session, "rest"):
            return why
        if hero.hp == hero.max_hp:
            return "" if self._moves else reason_sentence(FULL_HEALTH)
        return action(WAIT) if hero.stats[REGENERATION] > 0 else NO_REST
