"""The search example plays games with and without search."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "search.py"


def test_it_plays_the_same_seeds_with_and_without_search(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("search_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    monkeypatch.setattr(example, "AHEAD", 3)
    monkeypatch.setattr(example, "FLOORS", (1, 1))
    example.main(1)
    assert re.fullmatch(
        r"left floor 1 alive, of 1 games: [01] by the plain policy, [01] with 3 steps of search\n",
        capsys.readouterr().out,
    )
