"""Rest: the move that waits until what time can mend is mended: harmful statuses, and wounds where they heal."""

from __future__ import annotations

from steep.core.ruleset import REGENERATION
from steep.play.moves.move_base_class import MultiTurnMove, enemy_prevents
from steep.play.player_view import PlayerView, alert_enemies, harmful_statuses, hp_per_turn, hp_still_lost
from steep.play.texts.messages import reason_sentence
from steep.play.texts.survival import stage_of
from steep.rules.action_codes import FULL_HEALTH, WAIT, action

NO_REST = "Resting doesn't help: wounds don't heal on their own."
STARVING = "You can't rest while you are {stage}."
FATAL_REST = "Resting would kill you: you will lose {loss} more HP."


class Rest(MultiTurnMove):
    """Wait until no harmful status is left and, if wounds heal with time, until HP are full.

    It is refused where it would only cost turns, and where a status would kill the hero before it ends.
    """

    bears_statuses = True

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if why := enemy_prevents(session, "rest", alert_enemies(session)):
            return why
        stage = stage_of(hero, session.rulebook)
        if stage is not None and stage.hp:
            return STARVING.format(stage=stage.name)
        if hp_still_lost(session) >= hero.hp:
            return FATAL_REST.format(loss=hp_still_lost(session))
        heals = hero.hp < hero.max_hp and (hero.stats[REGENERATION] > 0 or hp_per_turn(session) > 0)
        if heals or harmful_statuses(session):
            return action(WAIT)
        if self._moves:
            return ""
        return reason_sentence(FULL_HEALTH) if hero.hp == hero.max_hp else NO_REST
