"""`steep.lab.tune`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets_of_known_hazard import deadly
from steep.content import load_ruleset
from steep.core.input_errors import InputError
from steep.lab import Progress, Stopped, TunedRuleset, tune

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
def tuned(folder: Path, told: list[Progress]) -> TunedRuleset:
    return tune(folder / "mine.toml", TARGET, jobs=1, progress=told.append)


def test_a_target_is_reached_and_what_moved_is_told(tuned: TunedRuleset) -> None:
    assert tuned.held
    (move,) = tuned.moves
    assert (move.path, move.before) == ("counts.monsters_per_room", 1)
    assert move.after > 1
    assert [row["verdict"] for row in tuned.table.to_pylist()].count("broken") == 0
    assert f"+monsters_per_room = {move.after}" in tuned.text


def test_progress_tells_of_the_search_and_of_the_last_measurement(tuned: TunedRuleset, told: list[Progress]) -> None:
    assert list(dict.fromkeys(each.doing for each in told)) == ["diver", "", "before, after"]
    assert (told[-1].games, told[-1].wanted) == (800, 800)
    assert " games, " in told[-1].note


def test_it_is_saved_and_loaded_whole(tuned: TunedRuleset, tmp_path: Path) -> None:
    tuned.save(tmp_path / "tuned.json")
    loaded = TunedRuleset.load(tmp_path / "tuned.json")
    assert json.dumps(loaded.as_json()) == json.dumps(tuned.as_json())
    assert "counts.monsters_per_room" in loaded.html()


def test_what_was_loaded_can_be_written(tuned: TunedRuleset, tmp_path: Path) -> None:
    tuned.save(tmp_path / "tuned.json")
    TunedRuleset.load(tmp_path / "tuned.json").write(tmp_path / "tuned.toml")
    assert load_ruleset(str(tmp_path / "tuned.toml")).hash == tuned.tuned_hash
    with pytest.raises(InputError, match=r"write: found .*tuned\.json; allowed: a new file"):
        tuned.write(tmp_path / "tuned.json")


def test_a_ruleset_that_has_changed_since_is_not_overwritten(tuned: TunedRuleset, folder: Path) -> None:
    path = folder / "mine.toml"
    before = path.read_text(encoding="utf-8")
    path.write_text(deadly(3), encoding="utf-8")
    try:
        with pytest.raises(InputError, match="this ruleset has changed since it was tuned"):
            tuned.write(path)
    finally:
        path.write_text(before, encoding="utf-8")


def test_a_stop_says_what_is_known_by_then(folder: Path) -> None:
    with pytest.raises(Stopped, match="nothing was tried"):
        tune(folder / "mine.toml", TARGET, jobs=1, progress=lambda now: now.stop())


def test_a_target_without_moves_is_refused(folder: Path) -> None:
    with pytest.raises(InputError, match="target: found no"):
        tune(folder / "mine.toml", {**TARGET, "move": []})
