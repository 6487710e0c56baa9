"""The curriculum example runs, and its dial goes up."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "curriculum.py"


def test_the_dial_goes_up_as_the_player_succeeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), "2400"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading.split() == ["steps", "blunders", "dial", "success"]
    dials = [float(line.split()[2]) for line in lines]
    assert len(dials) == 12
    assert dials[0] == 0.0
    assert dials[-1] > 0.0
