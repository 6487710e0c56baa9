"""A rule of ten lines, given what an agent is given, leaves the third floor alive nearly always."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import pytest

from steep.env import VALIDATION

EXAMPLE = Path(__file__).parents[2] / "examples" / "scripted.py"


def test_the_rule_wins_most_games_and_is_no_longer_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("scripted_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    assert len(inspect.getsource(example.scripted).splitlines()) <= 10
    monkeypatch.setattr(example, "WORLDS", 64)
    assert example.wins(example.scripted, VALIDATION[:64]) >= 58
