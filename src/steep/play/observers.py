"""Observers of a run: whatever watches it is told of each action by one method, in the order of one list.

A session tells its own: the timeline, the luck and the recording. A screen adds those that a player needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from steep.core.world import Event, World
from steep.play.player_view import PlayerView, visible_monsters
from steep.play.texts.messages import MessageLog

MOST_UNSAVED = 50
"""Turns after which a run is saved whatever happened."""


class Happened(NamedTuple):
    """What a run has just gone through."""

    events: Sequence[Event] = ()
    """What the hero perceived of it."""
    action: int | None = None
    """The action that was played; None where a run began, or a wizard's command changed it."""


class ObservedRun(PlayerView, Protocol):
    """What observers see of a run. A `Session` is one."""

    world: World
    log: MessageLog
    kills: dict[str, int]
    """With those that have just happened."""
    wizard: bool


class Observer(Protocol):
    """Watches a run."""

    def look(self, run: ObservedRun, happened: Happened, /) -> None:
        """See what has happened, and what the run has become.

        An observer may act, as automatic pickup does. Those after it in the list then see only what it led to.
        """


class Autosave:
    """Tells when to save a run as it goes, so that killing the program undoes next to nothing."""

    def __init__(self, run: PlayerView) -> None:
        self.due = False
        """Whether to save now.

        That is on a new floor, after a wound, when an enemy comes into view, when the inventory changes, when a
        level-up is due or chosen, and when the last save is too many turns ago.
        """
        self.turn = run.hero.turn
        """When the run was last saved."""
        self._remember(run)

    def _remember(self, run: PlayerView) -> None:
        hero = run.hero
        self._hp = hero.hp
        self._monsters = {enemy.actor for enemy in visible_monsters(hero)}
        self._kept = (hero.floor, hero.choosing, [(held.kind, held.count, held.equipped) for held in hero.inventory])
        """What a save is due for, whichever way it changes."""

    def look(self, run: PlayerView, _: Happened) -> None:
        """Compare the run with how it was."""
        hp, monsters, kept = self._hp, self._monsters, self._kept
        self._remember(run)
        self.due |= self._hp < hp or not self._monsters <= monsters or self._kept != kept
        self.due |= run.hero.turn - self.turn >= MOST_UNSAVED
