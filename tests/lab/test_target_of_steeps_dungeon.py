"""Steep's own dungeon is as hard as the target beside it says: a small version of the check, with few games."""

from __future__ import annotations

from pathlib import Path

import pytest

import steep.content
from command_fixture_types import Run

TARGET = Path(steep.content.__file__).parents[1] / "rulesets" / "steep.target.toml"
TACTICIAN = "[bands.tactician]"
"""The last of the bots in the file. A game of its takes twenty times as long as one of the explorer's."""


def test_no_band_of_the_quick_bots_is_broken(steep: Run, tmp_path: Path) -> None:
    target = tmp_path / "quick.target.toml"
    target.write_text(TARGET.read_text(encoding="utf-8").partition(TACTICIAN)[0], encoding="utf-8")
    answer = steep("check", "steep", "--target", target, "--games", 25, "--jobs", 1)
    assert answer.code == 0, answer.out


@pytest.mark.slow
def test_no_band_of_any_bot_is_broken(steep: Run) -> None:
    answer = steep("check", "steep", "--target", TARGET, "--games", 60, "--jobs", 1)
    assert answer.code == 0, answer.out
