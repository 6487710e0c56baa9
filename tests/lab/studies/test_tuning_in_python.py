"""`steep.lab.tune`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets_of_known_hazard import deadly
from steep.core.input_errors import InputError
from steep.lab import Progress, Result, Stopped, tune

TARGET: dict[str, Any] = {
    "floors": (1, 2),
    "games": 400,
    "bands": {"diver": {"survival": {1: (55, 67), 2: (30, 45)}}},
    "move": [{"path": "counts.monsters_per_room", "between": (0, 6)}],
    "tune": {"games": 50, "budget": 1500},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rulesets")
    (path / "mine.toml").write_text(deadly(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def told() -> list[Progress]:
    return []


@pytest.fixture(scope="module")
def tuned(folder: Path, told: list[Progress]) -> Result:
    return tune(folder / "mine.toml", TARGET, jobs=1, progress=told.append)


def test_a_target_is_reached_and_what_moved_is_told(tuned: Result) -> None:
    assert tuned.held
    (move,) = tuned.facts["moves"]
    assert (move["path"], move["before"]) == ("counts.monsters_per_room", 1)
    assert move["after"] > 1
    assert [row["verdict"] for row in tuned.rows("bands")].count("broken") == 0
    assert tuned.listing == tuned.facts["diff"]
    assert f"+monsters_per_room = {move['after']}" in tuned.listing
    assert tuned.html().count("<figure") == 3


def test_progress_tells_of_the_search_and_of_the_last_measurement(tuned: Result, told: list[Progress]) -> None:
    assert list(dict.fromkeys(each.doing for each in told)) == ["diver", "", "before, after"]
    assert (told[-1].games, told[-1].wanted) == (800, 800)
    assert " games, " in told[-1].note


def test_a_stop_says_what_is_known_by_then(folder: Path) -> None:
    with pytest.raises(Stopped, match="nothing was tried"):
        tune(folder / "mine.toml", TARGET, jobs=1, progress=lambda now: now.stop())


def test_a_target_without_moves_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="target: found no"):
        tune(folder / "mine.toml", {**TARGET, "move": []})
