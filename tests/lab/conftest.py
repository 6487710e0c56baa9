"""Reports that are quickly made."""

from __future__ import annotations

import pytest

from steep.balance import odds_and_expectations


@pytest.fixture(autouse=True)
def _few_floors_in_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Survey few floors for a report: most of a small measurement's time would go into them."""
    monkeypatch.setattr(odds_and_expectations, "COMPILED_FLOORS", 100)
    monkeypatch.setattr(odds_and_expectations, "COMPILED_FLOORS_WITH_LAYOUTS", 100)
