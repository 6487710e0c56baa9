"""Fixtures for tests of runs."""

from __future__ import annotations

import pytest

from steep.play.session import Session


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The actions that sessions perform from here on, in order."""
    actions: list[int] = []
    play = Session.act

    def record_and_act(session: Session, act: int) -> int:
        actions.append(act)
        return play(session, act)

    monkeypatch.setattr(Session, "act", record_and_act)
    return actions
