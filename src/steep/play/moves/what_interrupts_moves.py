"""What interrupts a multi-turn move: anything a player would want to know before the next step."""

from __future__ import annotations

from steep.core.geometry import steps_between
from steep.play.describe import item_names
from steep.play.messages import capitalised, counted_names, enumerated, underfoot_sentence
from steep.play.player_view import PlayerView, visible_monsters


class Interrupts:
    """Compares a run with how it was at the last call, or at the start.

    So an enemy that was in view from the start interrupts nothing, and one that left the view and came back does.
    """

    def __init__(self, session: PlayerView) -> None:
        self._remember(session)

    def _remember(self, session: PlayerView) -> None:
        hero = session.hero
        self._floor = hero.floor
        self._cell = hero.cell
        self._hp = hero.hp
        self._monsters = {enemy.actor for enemy in visible_monsters(hero)}

    def reason(self, session: PlayerView) -> str:
        """Why the move should stop here, as a sentence; empty when it may go on."""
        reason = self._change(session)
        self._remember(session)
        return reason

    def _change(self, session: PlayerView) -> str:
        hero = session.hero
        if session.over:
            return "Your run is over."
        if hero.choosing:
            return f"You have reached level {hero.level}."
        if hero.floor != self._floor:
            return f"You are on floor {hero.floor}."
        new = [enemy for enemy in visible_monsters(hero) if enemy.actor not in self._monsters]
        if new:
            new.sort(key=lambda enemy: steps_between(enemy.cell, hero.cell))
            who = capitalised(enumerated(counted_names([session.rulebook.monsters[enemy.kind].name for enemy in new])))
            return f"{who} {'comes' if len(new) == 1 else 'come'} into view."
        if hero.hp < self._hp:
            return f"You are hurt: {hero.hp} of {hero.max_hp} HP."
        if hero.cell != self._cell and (names := item_names(session, hero.cell)):
            return underfoot_sentence(names)
        return ""
