"""Fixtures for tests of runs."""

from __future__ import annotations

import pytest

from steep.play.session import Session


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The actions that sessions perform from here on, in order."""
    actions: list[int] = []
    advance = Session.advance

    def record_and_advance(session: Session, act: int) -> int:
        actions.append(act)
        return advance(session, act)

    monkeypatch.setattr(Session, "advance", record_and_advance)
    return actions
