"""When a run is saved as it goes, so that killing the program undoes next to nothing."""

from __future__ import annotations

from steep.play.player_view import PlayerView, visible_monsters

MOST_UNSAVED = 50
"""Turns after which a run is saved whatever happened."""


class Autosave:
    """Compares a run with how it was when it was last looked at, once after each action."""

    def __init__(self, session: PlayerView) -> None:
        self.turn = session.hero.turn
        """When the run was last saved."""
        self._remember(session)

    def _remember(self, session: PlayerView) -> None:
        hero = session.hero
        self._hp = hero.hp
        self._monsters = {enemy.actor for enemy in visible_monsters(hero)}
        self._kept = (hero.floor, hero.choosing, [(held.kind, held.count, held.equipped) for held in hero.inventory])
        """What a save is due for, whichever way it changes."""

    def due(self, session: PlayerView) -> bool:
        """Whether to save now.

        That is on a new floor, after a wound, when an enemy comes into view, when the inventory changes, when a
        level-up is due or chosen, and when the last save is too many turns ago.
        """
        hp, monsters, kept = self._hp, self._monsters, self._kept
        self._remember(session)
        return (
            self._hp < hp
            or not self._monsters <= monsters
            or self._kept != kept
            or session.hero.turn - self.turn >= MOST_UNSAVED
        )
