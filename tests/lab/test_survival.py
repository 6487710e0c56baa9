"""Hazard and survival by floor, against answers that are published or worked by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from dice_games import band, play_dice, reached_and_died
from steep.lab.stats.intervals import Interval, wilson
from steep.lab.stats.paired import OUTCOMES
from steep.lab.stats.survival import hazards, log_rank, survival

WEEKS = range(1, 36)
TREATED = {6: 3, 7: 1, 10: 1, 13: 1, 16: 1, 22: 1, 23: 1}
TREATED_LOST = {6: 1, 9: 1, 10: 1, 11: 1, 17: 1, 19: 1, 20: 1, 25: 1, 32: 2, 34: 1, 35: 1}
PLACEBO = {1: 2, 2: 2, 3: 1, 4: 2, 5: 2, 8: 4, 11: 2, 12: 2, 15: 1, 17: 1, 22: 1, 23: 1}
"""Weeks of remission of leukaemia by end, 21 patients in each group (Freireich and others, Blood 21, 1963)."""


def followed(ended: dict[int, int], lost: dict[int, int]) -> tuple[list[int], list[int]]:
    """At risk in each week, and ended in it."""
    at_risk = [sum(n for each in (ended, lost) for week, n in each.items() if week >= now) for now in WEEKS]
    return at_risk, [ended.get(now, 0) for now in WEEKS]


@pytest.mark.parametrize(
    ("week", "alive", "low", "high"),
    [
        (6, 0.8571, 0.6197, 0.9516),
        (7, 0.8067, 0.5631, 0.9228),
        (10, 0.7529, 0.5032, 0.8894),
        (13, 0.6902, 0.4316, 0.8491),
        (16, 0.6275, 0.3675, 0.8049),
        (22, 0.5378, 0.2678, 0.7468),
        (23, 0.4482, 0.1881, 0.6801),
    ],
)
def test_survival_and_its_interval_are_as_published(week: int, alive: float, low: float, high: float) -> None:
    found = survival(*followed(TREATED, TREATED_LOST))[week - 1]
    assert found.value == pytest.approx(alive, abs=5e-5)
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=5e-5)


def test_survival_by_hand() -> None:
    """Ten came: one died and one was stopped; of eight two died; of six nobody; of six four died and two won."""
    reached, died = [10, 8, 6, 6], [1, 2, 0, 4]
    alive = [Fraction(9, 10), Fraction(27, 40), Fraction(27, 40), Fraction(9, 40)]
    terms = [Fraction(1, 90), Fraction(2, 48), Fraction(0), Fraction(4, 12)]
    for row, found in enumerate(survival(reached, died)):
        assert found.value == pytest.approx(float(alive[row]), rel=1e-14)
        greenwood = float(sum(terms[: row + 1], Fraction(0)))
        reach = 1.959964 * math.sqrt(greenwood) / abs(math.log(alive[row]))
        assert math.log(-math.log(found.interval.low)) == pytest.approx(math.log(-math.log(alive[row])) + reach)
        assert math.log(-math.log(found.interval.high)) == pytest.approx(math.log(-math.log(alive[row])) - reach)


def test_hazard_is_the_share_of_those_that_came() -> None:
    found = hazards([10, 8, 0], [1, 2, 0])
    assert [each.value for each in found[:2]] == [0.1, 0.25]
    assert found[1].interval == wilson(2, 8)


def test_a_floor_that_nobody_reached_is_not_known() -> None:
    hazard, alive = hazards([4, 0], [0, 0])[1], survival([4, 0], [0, 0])[1]
    assert math.isnan(hazard.value)
    assert math.isnan(alive.value)
    assert hazard.interval == alive.interval == Interval(0, 1)


def test_where_nobody_died_yet_the_interval_leaves_room_for_who_will() -> None:
    first, second = survival([50, 20], [0, 0])
    assert first.value == second.value == 1
    assert first.interval == Interval(1 - wilson(0, 50).high, 1)
    assert second.interval == Interval(1 - wilson(0, 20).high, 1)


def test_where_all_died_the_interval_leaves_room_for_who_will_not() -> None:
    first, second, third = survival([50, 20, 0], [30, 20, 0])
    assert second.value == third.value == 0
    assert second.interval == third.interval == Interval(0, first.interval.high * wilson(0, 20).high)


def test_survival_never_rises_nor_its_limits_leave_0_to_1() -> None:
    found = survival([100, 90, 40, 40, 3, 2, 1], [10, 50, 0, 37, 1, 1, 1])
    assert all(0 <= each.interval.low <= each.value <= each.interval.high <= 1 for each in found)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)


@pytest.mark.parametrize(("reached", "died"), [([3], [4]), ([3], [-1])])
def test_counts_that_cannot_be_are_refused(reached: list[int], died: list[int]) -> None:
    with pytest.raises(ValueError, match="died of 3"):
        survival(reached, died)


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        hazards([3, 2], [1])


@pytest.mark.parametrize(
    ("games", "hazard", "stops"),
    [
        (200, [0.1, 0.2, 0.3, 0.5], [0, 0, 0, 0]),
        (200, [0.1, 0.2, 0.3, 0.5], [0.05, 0.1, 0.1, 0.2]),
        (60, [0.05, 0.1, 0.2], [0.05, 0.1, 0.1]),
    ],
)
def test_survivals_interval_covers_at_its_rate(games: int, hazard: Sequence[float], stops: Sequence[float]) -> None:
    """Within four standard errors and one and a half points, which small groups in whole numbers take."""
    rng = np.random.default_rng(3)
    true = np.cumprod(1 - np.asarray(hazard))
    covered = np.zeros(len(hazard))
    for _ in range(2000):
        ends = np.bincount(play_dice(rng.random((games, len(hazard))), hazard, stops), minlength=len(hazard) * OUTCOMES)
        found = [each.interval for each in survival(*reached_and_died(ends))]
        covered += [each.low <= alive <= each.high for each, alive in zip(found, true, strict=True)]
    assert covered / 2000 == pytest.approx(0.95, abs=band(0.95, 2000) + 0.015)


def test_the_log_rank_test_is_as_published() -> None:
    """Chi squared of 16.79 (Cox and Oakes, Analysis of Survival Data, 1984)."""
    p = log_rank(*followed(TREATED, TREATED_LOST), *followed(PLACEBO, {}))
    assert p == pytest.approx(math.erfc(math.sqrt(16.793 / 2)), rel=1e-3)
    assert p == pytest.approx(log_rank(*followed(PLACEBO, {}), *followed(TREATED, TREATED_LOST)), rel=1e-12)


def test_the_log_rank_test_finds_nothing_where_nothing_can_differ() -> None:
    assert log_rank([5, 0], [5, 0], [7, 0], [7, 0]) == 1
    assert log_rank([0], [0], [7], [3]) == 1


def test_the_log_rank_test_holds_its_rate() -> None:
    """Of two groups that are the same, one in twenty differs: within four standard errors and half a point."""
    rng = np.random.default_rng(4)
    hazard, stops = [0.1, 0.2, 0.4], [0.05, 0.05, 0.05]
    alarms = 0
    for _ in range(4000):
        groups = [np.bincount(play_dice(rng.random((150, 3)), hazard, stops), minlength=3 * OUTCOMES) for _ in range(2)]
        alarms += log_rank(*reached_and_died(groups[0]), *reached_and_died(groups[1])) <= 0.05
    assert alarms / 4000 == pytest.approx(0.05, abs=band(0.05, 4000) + 0.005)
