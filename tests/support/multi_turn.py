"""Long moves followed as a screen follows them."""

from __future__ import annotations

from steep.play.moves import Interrupts, Move
from steep.play.session import Session
from steep.rules.action_codes import DONE

LONG_ENOUGH = 2_000
"""Actions that no long move on one floor needs."""


def follow(session: Session, plan: Move) -> str:
    """Follow a plan until it ends or the vigil breaks; why, in a sentence. It must try nothing impossible."""
    interrupts = Interrupts(session)
    for _ in range(LONG_ENOUGH):
        act = plan.next_action(session)
        if act is None:
            return plan.ended
        assert session.act(act) == DONE
        if why := interrupts.reason(session):
            return why
    raise AssertionError("a long move that never ends")
