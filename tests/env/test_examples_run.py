"""The examples run, and do what they promise."""

from __future__ import annotations

import importlib.util
import inspect
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from steep.env import VALIDATION

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"{name}_example", EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_scripted_policy_wins_most_games_and_has_at_most_ten_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted = example("scripted")
    assert len(inspect.getsource(scripted.scripted).splitlines()) <= 10
    monkeypatch.setattr(scripted, "NUM_ENVS", 24)
    assert scripted.wins(scripted.scripted, VALIDATION[:24]) >= 20


def test_search_plays_the_same_seeds_with_and_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    search, make = example("search"), gymnasium.make
    monkeypatch.setattr(gymnasium, "make", lambda *words, **given: make(*words, **given, max_steps=80))
    monkeypatch.setattr(search, "AHEAD", 1)
    monkeypatch.setattr(search, "FLOORS", (1, 1))
    search.main(1)
    assert re.fullmatch(
        r"left floor 1 alive, of 1 games: [01] by the plain policy, [01] with 1 steps of search\n",
        capsys.readouterr().out,
    )


def test_the_same_seed_gives_the_same_digest_everywhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    module = example("conformance")
    monkeypatch.setattr(sys, "argv", ["conformance.py", "steep.env:steep/Orcs-v0", "150"])
    assert module.main() == 0
    assert capsys.readouterr().out.count("same: ") == 8


def test_the_dial_of_the_curriculum_goes_up_as_the_player_succeeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(EXAMPLES / "curriculum.py")
    monkeypatch.setattr(sys, "argv", [path, "1600"])
    runpy.run_path(path, run_name="__main__")
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["steps", "blunders", "dial", "success"]
    dials = [float(line.split()[2]) for line in lines]
    assert len(dials) == 12
    assert dials[0] == 0.0
    assert dials[-1] > 0.0
