"""Rest: the move that waits for HP to regenerate."""

from __future__ import annotations

from steep.play.messages import reason_sentence
from steep.play.moves.multi_turn import MultiTurnMove, enemy_prevents
from steep.play.view import PlayerView
from steep.rules.actions import FULL_HEALTH, WAIT, action

MAX_IDLE_TURNS = 20
"""Turns without a gain of HP after which a rest stops."""


class Rest(MultiTurnMove):
    """Wait until HP are full.

    Whether HP regenerate depends on the ruleset. A rest stops after MAX_IDLE_TURNS turns without a gain.
    """

    def __init__(self) -> None:
        super().__init__()
        self._hp = 0
        self._idle_turns = 0

    def _next(self, session: PlayerView) -> int | str:
        hero = session.hero
        if why := enemy_prevents(session, "rest"):
            return why
        if hero.hp == hero.max_hp:
            return "You are back to full health." if self._moves else reason_sentence(FULL_HEALTH)
        self._idle_turns = self._idle_turns + 1 if hero.hp == self._hp else 0
        self._hp = hero.hp
        if self._idle_turns == MAX_IDLE_TURNS:
            return f"You rest for {MAX_IDLE_TURNS} turns. Wounds don't heal on their own here."
        return action(WAIT)
