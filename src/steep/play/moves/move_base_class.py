"""What multi-turn moves have in common.

A move gives one action at a time, planned from what the player knows. The caller performs the actions, asks
`Interrupts` between them, and stops at any key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from steep.content.articles_and_plurals import indefinite
from steep.core.geometry import steps_between
from steep.core.world import VisibleMonster
from steep.play.player_view import PlayerView, alert_enemies, changes_places, visible_monsters
from steep.play.texts.messages import capitalised, reason_sentence
from steep.rules.action_codes import MUST_CHOOSE, RUN_OVER


class Move(Protocol):
    """A multi-turn move."""

    ended: str
    """Why the move ended, as a sentence; empty when it goes on, or when no reason is needed."""
    bears_statuses: bool
    """Whether it goes on while statuses that the hero already has take HP."""

    def next_action(self, session: PlayerView) -> int | None:
        """The next action; None at the end of the move."""


class MultiTurnMove(ABC):
    """A move that ends when the run is over or a level-up gain must be chosen."""

    bears_statuses = False

    def __init__(self) -> None:
        self.ended = ""
        self._moves = 0
        """Actions returned so far."""
        self.go_on: Callable[[], None] | None = None
        """After a move that has ended with a warning, what lets the next one go on all the same; else None."""

    def next_action(self, session: PlayerView) -> int | None:
        """The next action; None at the end of the move."""
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
        """The next action of a hero that can act, or why the move ends."""

    def _enemy_in_view(self, session: PlayerView) -> str:
        """Why a walk ends after its first step: an alert enemy in view. Empty before that step, and without one."""
        return one_step_at_a_time(session, alert_enemies(session)) if self._moves else ""


def one_step_at_a_time(session: PlayerView, enemies: Sequence[VisibleMonster]) -> str:
    """Why a walk ends: the nearest of some enemies in view. Empty without any."""
    name = nearest_of(session, enemies)
    return f"You take one step at a time while {name} is in view." if name else ""


def enemy_prevents(session: PlayerView, verb: str, enemies: Sequence[VisibleMonster]) -> str:
    """Why the hero can't "explore" or "rest": the nearest of some enemies in view. Empty without any."""
    name = nearest_of(session, enemies)
    return f"You can't {verb} while {name} is in view." if name else ""


def warning_of(session: PlayerView, enemies: Sequence[VisibleMonster]) -> str:
    """A warning that the nearest of some enemies that keep apart can strike on the way."""
    return f"{capitalised(nearest_of(session, enemies))} can strike you on the way."


def nearest_of(session: PlayerView, enemies: Sequence[VisibleMonster]) -> str:
    """The name of the nearest of some enemies, with its article; empty when there is none."""
    hero = session.hero
    if not enemies:
        return ""
    return name_of(session, min(enemies, key=lambda enemy: steps_between(enemy.cell, hero.cell)))


def name_of(session: PlayerView, enemy: VisibleMonster) -> str:
    """The name of an enemy, with its article."""
    return indefinite(session.rulebook.monsters[enemy.kind].name)


def blocked_by_monster(session: PlayerView, cell: int) -> str:
    """A sentence that names the visible monster on a cell; empty when there is none, or the hero walks through it."""
    for enemy in visible_monsters(session.hero):
        if enemy.cell == cell and not changes_places(enemy):
            return f"{capitalised(name_of(session, enemy))} stands there."
    return ""


def first_in_the_way(session: PlayerView, path: Sequence[int]) -> str:
    """The name of the first visible monster on a path, with its article; empty when there is none."""
    names = {monster.cell: name_of(session, monster) for monster in visible_monsters(session.hero)}
    return next((names[cell] for cell in path if cell in names), "")
