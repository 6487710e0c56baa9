"""The base class of multi-turn moves, and a bot as a move.

A move gives one action at a time, planned from what the player knows. The caller performs the actions, asks
`Interrupts` between them, and stops at any key.

No move leaves its player without an answer. Where it can't go on by itself, it says what is in the way, asks whether to
go on, and does so if the player agrees.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from steep.bots.actions_while_impaired import UNWILLING, action_while_impaired
from steep.bots.bot_memory import BotMemory, ImaginedState, start_mind
from steep.bots.choose_action import choose_action, find_bot
from steep.content.articles_and_plurals import indefinite
from steep.core.geometry import DIRECTIONS, steps_between
from steep.core.ruleset import AFRAID, STUMBLES
from steep.core.world import HOSTILE, VisibleMonster
from steep.play.player_view import PlayerView, alert_enemies, changes_places, visible_monsters
from steep.play.texts.messages import capitalised, reason_sentence
from steep.play.texts.refusals import refusal_sentence
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import MOVE, MUST_CHOOSE, RUN_OVER, TOO_AFRAID, TOO_CHARMED, argument_of, verb_of


class Move(Protocol):
    """A multi-turn move."""

    ended: str
    """Why the move ended, as a sentence; empty when it goes on, or when no reason is needed."""
    bears_statuses: bool
    """Whether it goes on while statuses that the hero already has take HP."""
    passes_items: bool
    """Whether it goes on over items that lie on its way."""

    def next_action(self, session: PlayerView) -> int | None:
        """The next action; None at the end of the move."""


class MultiTurnMove(ABC):
    """A move that ends when the run is over or a level-up gain must be chosen."""

    bears_statuses = False
    passes_items = False

    def __init__(self, notes: FloorNotes | None = None) -> None:
        self._notes = FloorNotes() if notes is None else notes
        self.ended = ""
        self._moves = 0
        """Actions returned so far."""
        self.go_on: Callable[[], None] | None = None
        """If the move ended with a question, what to call first when the player agrees; else None."""
        self.offer = "go on"
        """What the player is asked to agree to, as in "Press o again to go on."."""
        self.instead = ""
        """The command of another move that the question offers; empty if it offers the same move again."""

    def next_action(self, session: PlayerView) -> int | None:
        """The next action; None at the end of the move."""
        if session.over:
            answer: int | str = reason_sentence(RUN_OVER)
        elif session.hero.choosing:
            answer = reason_sentence(MUST_CHOOSE)
        else:
            answer = self._next(session)
        if isinstance(answer, int):
            answer = self._willing(session, answer)
        if isinstance(answer, str):
            self.ended = answer
            return None
        self._moves += 1
        return answer

    @abstractmethod
    def _next(self, session: PlayerView) -> int | str:
        """The next action of a hero that can act, or why the move ends."""

    def _ask(self, text: str, offer: str, go_on: Callable[[], None] | None = None, instead: str = "") -> str:
        """End the move with a question. Returns its text."""
        self.go_on, self.offer, self.instead = go_on or (lambda: None), offer, instead
        return text

    def _willing(self, session: PlayerView, act: int) -> int | str:
        """An action. If it is an attack that the hero refuses: a question, or what the hero does instead."""
        hero, notes = session.hero, self._notes
        unwilling = hero.conditions & UNWILLING and not hero.conditions & STUMBLES
        ahead = hero.cell + DIRECTIONS[argument_of(act)] if unwilling and verb_of(act) == MOVE else None
        if not any(each.cell == ahead and each.side == HOSTILE for each in visible_monsters(hero)):
            notes.yields = False
            return act
        other = action_while_impaired(hero, session.rulebook.compiled, act)
        if notes.yields:
            return other
        reason = TOO_AFRAID if hero.conditions & AFRAID else TOO_CHARMED
        offer = "step away" if verb_of(other) == MOVE else "wait"
        return self._ask(
            refusal_sentence(reason, act, hero, session.rulebook), offer, partial(setattr, notes, "yields", True)
        )

    def _enemy_in_view(self, session: PlayerView) -> str:
        """Why a walk ends after its first step: an alert enemy in view. Empty before that step, and without one."""
        return one_step_at_a_time(session, alert_enemies(session)) if self._moves else ""


def one_step_at_a_time(session: PlayerView, enemies: Sequence[VisibleMonster]) -> str:
    """Why a walk ends: the nearest of some enemies in view. Empty without any."""
    name = nearest_of(session, enemies)
    return f"You take one step at a time while {name} is in view." if name else ""


def enemy_prevents(session: PlayerView, verb: str, enemies: Sequence[VisibleMonster]) -> str:
    """Why the hero can't "rest": the nearest of some enemies in view. Empty without any."""
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


class BotMove:
    """A bot's actions until the run is over. Its random stream is seeded with the run's seed.

    Raises `InputError` for an unknown name.
    """

    bears_statuses = False
    passes_items = False

    def __init__(self, name: str, seed: int) -> None:
        self._number = find_bot(name).number
        self._mind = BotMemory()
        self._imagined_state = ImaginedState()
        start_mind(self._mind, seed)
        self.ended = ""

    def next_action(self, session: PlayerView) -> int | None:
        """The bot's next action; None when the run is over."""
        if session.over:
            self.ended = reason_sentence(RUN_OVER)
            return None
        return choose_action(self._number, session.hero, session.rulebook.compiled, self._mind, self._imagined_state)
