"""`steep.lab.compare` and `steep compare` for two rulesets, against results worked out by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command_fixture_types import Run
from rulesets_of_known_hazard import HAZARD, WIDE_HAZARD, deadly
from simulate_ctrl_c import interrupting_bar
from steep.commands.shared import progress
from steep.lab.figures.changes import DEATHS, SURVIVAL, FloorChange, TwoSides, compare_pairs
from steep.lab.simulate.play_and_count_paired_games import PairedGames
from steep.lab.simulate.simulation_task import Task
from steep.lab.stats.paired_differences import DIED, SURVIVED, end_code, paired_hazards

QUICK = ("--bot", "diver", "--floors", "1-3", "--games", 60)


def paired_counts(floors: int, *pairs: tuple[tuple[int, int], tuple[int, int], int]) -> PairedGames:
    """Count games by row and end under A, and row and end under B."""
    games = PairedGames(Task("diver", 0, sum(count for *_, count in pairs), first_floor=1, last_floor=floors))
    games.pairs.ended.update({(end_code(*a), end_code(*b)): count for a, b, count in pairs})
    return games


def change(comparison: TwoSides, measure: str, floor: int) -> FloorChange:
    (one,) = [each for each in comparison.changes if (each.measure, each.floor) == (measure, floor)]
    return one


def test_hazard_and_survival_by_floor_follow_from_the_counts() -> None:
    counts = paired_counts(
        2,
        ((0, DIED), (0, DIED), 10),
        ((1, SURVIVED), (0, DIED), 30),
        ((1, SURVIVED), (1, DIED), 20),
        ((1, SURVIVED), (1, SURVIVED), 40),
    )
    comparison = compare_pairs(counts, 0.02)
    a, b = comparison.counts_a, comparison.counts_b
    assert (a.games, a.reached, a.died, a.won) == (100, [100, 90], [10, 0], 90)
    assert (b.reached, b.died, b.won) == ([100, 60], [40, 20], 40)
    first, second = change(comparison, DEATHS, 1), change(comparison, DEATHS, 2)
    assert (first.a, first.b, first.difference) == pytest.approx((0.1, 0.4, 0.3))
    assert (second.a, second.b, second.difference) == pytest.approx((0, 1 / 3, 1 / 3))
    survival = change(comparison, SURVIVAL, 2)
    assert (survival.a, survival.b, survival.difference) == pytest.approx((0.9, 0.4, -0.5))
    assert [(each.measure, each.floor) for each in comparison.ranked] == [
        (DEATHS, 2),
        (DEATHS, 1),
        (SURVIVAL, 2),
        (SURVIVAL, 1),
    ]
    assert first.holds
    assert second.holds


def test_significance_is_adjusted_for_the_number_of_floors() -> None:
    counts = paired_counts(
        4, ((3, SURVIVED), (3, SURVIVED), 900), ((3, SURVIVED), (3, DIED), 12), ((3, DIED), (3, SURVIVED), 3)
    )
    alone = paired_hazards(counts.pairs.ended, 4)[3]
    assert alone.p < 0.05
    comparison = change(compare_pairs(counts, 0.02), DEATHS, 4)
    assert comparison.p == pytest.approx(4 * alone.p)
    assert not comparison.holds


def test_floors_below_the_deepest_reached_are_left_out() -> None:
    comparison = compare_pairs(paired_counts(9, ((0, DIED), (2, DIED), 5)), 0.02)
    assert {each.floor for each in comparison.changes} == {1, 2, 3}
    third = change(comparison, DEATHS, 3)
    assert math.isnan(third.difference)
    assert third.needed is None
    assert not third.holds


@pytest.mark.slow
def test_the_recommended_number_of_games_finds_the_difference() -> None:
    """Simulate comparisons with the N that a small one recommends: 8 of 10 find the difference."""
    dice = np.random.default_rng(5)

    def play(games: int, hazard: float) -> PairedGames:
        rolls, others = dice.random((2, games, 2))
        counts = paired_counts(2)
        first, second, won = end_code(0, DIED), end_code(1, DIED), end_code(1, SURVIVED)
        ends = [
            np.where(r[:, 0] < 0.2, first, np.where(r[:, 1] < h, second, won))
            for r, h in ((rolls, 0.2), (others, hazard))
        ]
        counts.pairs.ended.update(zip(*(each.tolist() for each in ends), strict=True))
        return counts

    needed = change(compare_pairs(play(4_000, 0.2), 0.05), DEATHS, 2).needed
    assert needed is not None
    detections = [change(compare_pairs(play(needed, 0.25), 0.05), DEATHS, 2).holds for _ in range(400)]
    assert 0.72 < sum(detections) / 400 < 0.9


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def json_of(answer: Any) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    output: dict[str, Any] = json.loads(answer.out)
    return output


def test_differences_are_those_worked_out_by_hand(steep: Run, tmp_path: Path) -> None:
    a, b = write(tmp_path, "a", deadly()), write(tmp_path, "b", deadly(room=7))
    answer = steep("compare", a, b, "--bot", "diver", "--floors", "1-4", "--games", 6_000, "--format", "json")
    for each in json_of(answer)["changes"]:
        floors = 1 if each["measure"] == DEATHS else each["floor"]
        one, other = ((1 - hazard) ** floors for hazard in (HAZARD, WIDE_HAZARD))
        truth = one - other if each["measure"] == DEATHS else other - one
        error = (each["high"] - each["low"]) / 2 / 1.96
        assert abs(each["difference"] - truth) < 4 * error, each
        assert 0.001 < error < 0.02
        assert each["holds"]


def test_each_significant_change_is_an_annotation_at_the_second_ruleset(steep: Run, tmp_path: Path) -> None:
    a, b = write(tmp_path, "a", deadly(0)), write(tmp_path, "b", deadly(8))
    *warnings, verdict = steep("compare", a, b, *QUICK, "--format", "github").out.splitlines()
    assert all(line.startswith(f"::warning file={b},title=") for line in warnings)
    assert any("title=deaths on floor 1::diver: deaths on floor 1: +" in line for line in warnings)
    assert verdict.startswith("::notice title=")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("tcod-2020", "tcod-2002"), 'found no ruleset named "tcod-2002"'),
        (("tcod-2020", "tcod-2020", "--bot", "divr"), 'there is no bot "divr" (did you mean "diver"?)'),
        (("tcod-2020", "tcod-2020", "--detect", "0"), "--detect: found 0.0; allowed: a number from"),
        (("tcod-2020", "tcod-2020", "--detect", "two"), "--detect: found 'two'"),
        (("tcod-2020", "tcod-2020", "--games", "0"), "--games: found 0"),
        (("tcod-2020@HEAD", "tcod-2020"), "a path to a .toml file"),
    ],
)
def test_a_wrong_argument_gets_one_line(words: tuple[str, ...], complaint: str, steep: Run) -> None:
    answer = steep("compare", *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err


def test_games_played_before_an_interrupt_are_reported(steep: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "bar", interrupting_bar(after=1_000))
    words = ("tcod-2020", "tcod-2020-gear", "--bot", "diver", "--floors", "1-3", "--games", 10**8, "--format", "json")
    answer = steep("compare", *words)
    assert answer.code == 130
    (bot,) = json.loads(answer.out)["bots"]
    assert 100 <= bot["games"] < 10**8
    assert f"the figures are of the first {bot['games']:,} of 100,000,000 seeds" in answer.err
