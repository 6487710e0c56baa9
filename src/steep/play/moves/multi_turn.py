"""Long moves: what a plan is, and what all those of a person have in common.

A plan gives one action at a time, from what the player knows. Whoever follows
it performs the actions, asks a vigil between them, and gives up at any key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from steep.core.geometry import steps_between
from steep.core.world import VisibleMonster
from steep.play.messages import capitalised, indefinite, reason_sentence
from steep.play.view import PlayerView, visible_monsters
from steep.rules.actions import MUST_CHOOSE, RUN_OVER


class Move(Protocol):
    """A long move."""

    ended: str
    """Why there is no next action, as a sentence; empty when that needs no word, or there is one."""

    def next_action(self, session: PlayerView) -> int | None:
        """The next action, or None when the plan is at its end."""


class MultiTurnMove(ABC):
    """A plan that leaves the dead, and a level-up that waits, alone."""

    def __init__(self) -> None:
        self.ended = ""
        self._moves = 0
        """Actions given so far."""

    def next_action(self, session: PlayerView) -> int | None:
        """The next action, or None at the end."""
        if session.over:
            answer: int | str = reason_sentence(RUN_OVER)
        elif session.hero.choosing:
            answer = reason_sentence(MUST_CHOOSE)
        else:
            answer = self._next(session)
        if isinstance(answer, str):
            self.ended = answer
            return None
        self._moves += 1
        return answer

    @abstractmethod
    def _next(self, session: PlayerView) -> int | str:
        """The next action of a hero that is free to act, or why there is none."""

    def _threat_on_the_way(self, session: PlayerView) -> str:
        """Why a walk ends after its first step; empty with no foe in view, and before that step."""
        name = nearest_enemy(session) if self._moves else ""
        return f"You take one step at a time while {name} is in view." if name else ""


def threat(session: PlayerView, do: str) -> str:
    """Why a move that needs peace, such as "explore", does not go on; empty with no foe in view."""
    name = nearest_enemy(session)
    return f"You can't {do} while {name} is in view." if name else ""


def nearest_enemy(session: PlayerView) -> str:
    """The name of the nearest foe in view, with its article; empty when none is."""
    hero = session.hero
    enemies = visible_monsters(hero)
    if not enemies:
        return ""
    return name_of(session, min(enemies, key=lambda enemy: steps_between(enemy.cell, hero.cell)))


def name_of(session: PlayerView, enemy: VisibleMonster) -> str:
    """What a foe is called, with its article."""
    return indefinite(session.rulebook.monsters[enemy.kind].name)


def who_stands_on(session: PlayerView, cell: int) -> str:
    """Which foe in view keeps others off a cell, as a sentence; empty when none does."""
    for enemy in visible_monsters(session.hero):
        if enemy.cell == cell:
            return f"{capitalised(name_of(session, enemy))} stands there."
    return ""
