"""Follows multi-turn moves as a screen does."""

from __future__ import annotations

from steep.play.moves import Interrupts, Move
from steep.play.session import Session
from steep.play.warnings_and_discoveries import FloorNotes
from steep.rules.action_codes import DONE

MAX_ACTIONS = 2_000
"""More actions than any multi-turn move on one floor needs."""


def follow(session: Session, move: Move, notes: FloorNotes | None = None) -> str:
    """Follow a move until it ends or is interrupted, and return the reason. Fails on an impossible action."""
    interrupts = Interrupts(session, bears_statuses=move.bears_statuses, passes_items=move.passes_items, notes=notes)
    for _ in range(MAX_ACTIONS):
        act = move.next_action(session)
        if act is None:
            return move.ended
        assert session.act(act) == DONE
        if reason := stopped_by(interrupts, session):
            return reason
    raise AssertionError("a multi-turn move that never ends")


def stopped_by(interrupts: Interrupts, session: Session) -> str:
    """Why a move stops here, as a sentence; empty when it may go on."""
    interrupts.look(session)
    return interrupts.reason
