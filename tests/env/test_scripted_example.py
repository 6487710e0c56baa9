"""The scripted example: a policy of at most ten lines that nearly always leaves floor 3 alive."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import pytest

from steep.env import VALIDATION

EXAMPLE = Path(__file__).parents[2] / "examples" / "scripted.py"


def test_the_policy_wins_most_games_and_has_at_most_ten_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("scripted_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    assert len(inspect.getsource(example.scripted).splitlines()) <= 10
    monkeypatch.setattr(example, "NUM_ENVS", 64)
    assert example.wins(example.scripted, VALIDATION[:64]) >= 58
