"""`steep.lab.check`, `make_baseline` and `assert_bands`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulesets_of_known_hazard import HAZARD, deadly
from steep.core.input_errors import InputError
from steep.lab import Baseline, Result, Stopped, assert_bands, check, make_baseline

PERCENT = 100 * HAZARD
TARGET: dict[str, Any] = {
    "floors": (1, 2),
    "games": 300,
    "bands": {"diver": {"hazard": {1: (PERCENT - 12, PERCENT + 12)}, "survival": {2: (0, 100)}}},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`mine.toml`, whose hazard is known, and `worse.toml`."""
    path = tmp_path_factory.mktemp("rulesets")
    (path / "mine.toml").write_text(deadly(), encoding="utf-8")
    (path / "worse.toml").write_text(deadly(8), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def baseline(folder: Path) -> Baseline:
    return make_baseline(folder / "mine.toml", "diver", games=300, floors=(1, 3), jobs=1)


@pytest.fixture(scope="module")
def drifted(folder: Path, baseline: Baseline) -> Result:
    baseline.save(folder / "mine.json")
    return check(folder / "worse.toml", baseline=folder / "mine.json", jobs=1, out=folder)


def test_a_ruleset_that_has_not_changed_holds(folder: Path, baseline: Baseline) -> None:
    checked = check(folder / "mine.toml", baseline=baseline, jobs=1)
    assert checked.held
    assert (checked.facts["baseline"]["path"], checked.facts["replay"]) == ("", None)
    checked.raise_if_broken()


def test_a_drift_is_found_with_its_interval_and_a_replay(drifted: Result, folder: Path) -> None:
    assert not drifted.held
    assert all(each["low"] > 0 for each in drifted.rows() if each["drifted"] and each["floor"] is not None)
    assert Path(drifted.facts["replay"]).parent == folder
    assert drifted.html().count("<figure") == 3
    with pytest.raises(AssertionError, match=r"diver: deaths on floor 1: .* in the baseline, .* now"):
        drifted.raise_if_broken()


def test_bands_that_hold_pass_in_three_lines(folder: Path) -> None:
    """As in a maker's test: the function, the target, and nothing else."""
    checked = assert_bands(folder / "mine.toml", TARGET, jobs=1)
    assert [each["verdict"] for each in checked.rows("bands")] == ["holds", "holds"]


def test_a_broken_band_fails_with_what_was_measured(folder: Path) -> None:
    with pytest.raises(AssertionError, match=r"diver, hazard, floor 1: .*% \(interval .*\) for the band 4% to 28%: br"):
        assert_bands(folder / "worse.toml", TARGET, jobs=1)


def test_games_and_seed_of_a_target_may_be_others(folder: Path) -> None:
    checked = check(folder / "worse.toml", target=TARGET, games=200, seed=5, jobs=1)
    assert (checked.facts["games"], checked.facts["seed"]) == (200, 5)
    assert {row["figure"]: row["verdict"] for row in checked.rows()} == {"hazard": "broken", "survival": "holds"}


def test_too_few_games_are_broken_only_where_that_is_asked_for(folder: Path) -> None:
    few = {**TARGET, "games": 10, "bands": {"diver": {"hazard": {1: (0, 30)}}}}
    assert check(folder / "mine.toml", target=few, jobs=1).held
    assert not check(folder / "mine.toml", target=few, strict=True, jobs=1).held


def test_a_target_may_hold_numpys_numbers(folder: Path) -> None:
    low, high = np.percentile([PERCENT - 12, PERCENT + 12], [0, 100])
    target = {
        "floors": np.array([1, 2]),
        "games": np.int64(300),
        "bands": {"diver": {"hazard": {np.int64(1): (low, high)}, "survival": {2: [np.int8(0), np.float32(100)]}}},
    }
    by_numpy, by_hand = (check(folder / "mine.toml", target=each, jobs=1) for each in (target, TARGET))
    assert by_numpy == by_hand


def test_a_stop_decides_nothing(folder: Path) -> None:
    with pytest.raises(Stopped):
        check(folder / "mine.toml", target={**TARGET, "games": 10**6}, jobs=1, progress=lambda now: now.stop())
    with pytest.raises(Stopped):
        make_baseline(folder / "mine.toml", "diver", games=10**6, jobs=1, progress=lambda now: now.stop())


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({}, "both or neither of baseline and target"),
        ({"baseline": "a.json", "target": "b.toml"}, "both or neither of baseline and target"),
        ({"baseline": "missing.json"}, "missing.json: found no baseline"),
        ({"baseline": "missing.json", "tolerance": 101}, "tolerance: found 101"),
        (
            {"target": {"bands": {"divr": {"wins": (0, 1)}}}},
            'target: bands.divr: found "divr", which is not a known bot',
        ),
        ({"target": {**TARGET, "games": 0}}, "target: games: found 0"),
    ],
)
def test_a_wrong_argument_gets_a_clear_message(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        check("tcod-2020", **options)


def test_pytest_shows_the_makers_line_and_none_of_steeps(folder: Path) -> None:
    with pytest.raises(AssertionError) as failed:
        assert_bands(folder / "mine.toml", {**TARGET, "bands": {"diver": {"survival": {1: (99, 100)}}}}, jobs=1)
    shown = [each for each in failed.traceback if not each.ishidden(failed)]
    assert {Path(each.path).name for each in shown} == {Path(__file__).name}
