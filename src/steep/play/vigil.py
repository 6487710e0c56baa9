"""What stops a long move: news that a player would want to know before the next step."""

from __future__ import annotations

from steep.core.geometry import steps_between
from steep.play.describe import item_names
from steep.play.messages import capitalised, underfoot_sentence
from steep.play.outlook import Outlook, foes_of
from steep.play.plans import name_of


class Vigil:
    """Compares a run with how it was when the vigil last looked: at its beginning, and at every question since.

    So a foe that was in view from the start stops nothing, and one that left
    the view and comes back does.
    """

    def __init__(self, session: Outlook) -> None:
        self._remember(session)

    def _remember(self, session: Outlook) -> None:
        hero = session.hero
        self._floor = hero.floor
        self._cell = hero.cell
        self._hp = hero.hp
        self._foes = {foe.actor for foe in foes_of(hero)}

    def broken(self, session: Outlook) -> str:
        """Why a long move should stop here, as a sentence; empty when it may go on."""
        why = self._news(session)
        self._remember(session)
        return why

    def _news(self, session: Outlook) -> str:
        hero = session.hero
        if session.over:
            return "Your run is over."
        if hero.choosing:
            return f"You have reached level {hero.level}."
        if hero.floor != self._floor:
            return f"You are on floor {hero.floor}."
        new = [foe for foe in foes_of(hero) if foe.actor not in self._foes]
        if new:
            foe = min(new, key=lambda foe: steps_between(foe.cell, hero.cell))
            name = capitalised(name_of(session, foe))
            return f"{name} comes into view." if len(new) == 1 else f"{name} and {len(new) - 1} more come into view."
        if hero.hp < self._hp:
            return f"You are hurt: {hero.hp} of {hero.max_hp} HP."
        if hero.cell != self._cell and (names := item_names(session, hero.cell)):
            return underfoot_sentence(names)
        return ""
