"""Hazard and survival by floor, against published results and hand calculations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from dice_games_of_known_hazard import band, play_dice, reached_and_died
from steep.lab.stats.confidence_intervals import Interval, wilson
from steep.lab.stats.hazard_and_survival import hazards, survival
from steep.lab.stats.paired_differences import OUTCOMES

WEEKS = range(1, 36)
TREATED = {6: 3, 7: 1, 10: 1, 13: 1, 16: 1, 22: 1, 23: 1}
TREATED_LOST = {6: 1, 9: 1, 10: 1, 11: 1, 17: 1, 19: 1, 20: 1, 25: 1, 32: 2, 34: 1, 35: 1}
"""Weeks of remission of leukaemia by end, of 21 patients (Freireich and others, Blood 21, 1963)."""


def life_table(ended: dict[int, int], lost: dict[int, int]) -> tuple[list[int], list[int]]:
    """The numbers at risk and ended in each week."""
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
def test_survival_and_its_interval_match_published_values(week: int, alive: float, low: float, high: float) -> None:
    estimates = survival(*life_table(TREATED, TREATED_LOST))[week - 1]
    assert estimates.value == pytest.approx(alive, abs=5e-5)
    assert (estimates.interval.low, estimates.interval.high) == pytest.approx((low, high), abs=5e-5)


def test_survival_matches_a_hand_calculation() -> None:
    """Of ten, one died and one was stopped; of eight, two died; of six, none; of six, four died and two won."""
    reached, died = [10, 8, 6, 6], [1, 2, 0, 4]
    alive = [Fraction(9, 10), Fraction(27, 40), Fraction(27, 40), Fraction(9, 40)]
    terms = [Fraction(1, 90), Fraction(2, 48), Fraction(0), Fraction(4, 12)]
    for row, estimates in enumerate(survival(reached, died)):
        assert estimates.value == pytest.approx(float(alive[row]), rel=1e-14)
        greenwood = float(sum(terms[: row + 1], Fraction(0)))
        reach = 1.959964 * math.sqrt(greenwood) / abs(math.log(alive[row]))
        assert math.log(-math.log(estimates.interval.low)) == pytest.approx(math.log(-math.log(alive[row])) + reach)
        assert math.log(-math.log(estimates.interval.high)) == pytest.approx(math.log(-math.log(alive[row])) - reach)


def test_hazard_is_the_share_of_games_that_reached_the_floor() -> None:
    estimates = hazards([10, 8, 0], [1, 2, 0])
    assert [each.value for each in estimates[:2]] == [0.1, 0.25]
    assert estimates[1].interval == wilson(2, 8)


def test_the_hazard_of_a_floor_that_no_game_reached_is_unknown() -> None:
    hazard, alive = hazards([4, 0], [0, 0])[1], survival([4, 0], [0, 0])[1]
    assert math.isnan(hazard.value)
    assert math.isnan(alive.value)
    assert hazard.interval == alive.interval == Interval(0, 1)


def test_without_deaths_the_interval_still_has_a_width() -> None:
    first, second = survival([50, 20], [0, 0])
    assert first.value == second.value == 1
    assert first.interval == Interval(1 - wilson(0, 50).high, 1)
    assert second.interval == Interval(1 - wilson(0, 20).high, 1)


def test_with_deaths_only_the_interval_still_has_a_width() -> None:
    first, second, third = survival([50, 20, 0], [30, 20, 0])
    assert second.value == third.value == 0
    assert second.interval == third.interval == Interval(0, first.interval.high * wilson(0, 20).high)


def test_survival_never_rises_and_its_limits_stay_between_0_and_1() -> None:
    estimates = survival([100, 90, 40, 40, 3, 2, 1], [10, 50, 0, 37, 1, 1, 1])
    assert all(0 <= each.interval.low <= each.value <= each.interval.high <= 1 for each in estimates)
    assert [each.value for each in estimates] == sorted((each.value for each in estimates), reverse=True)


@pytest.mark.parametrize(("reached", "died"), [([3], [4]), ([3], [-1])])
def test_impossible_counts_are_refused(reached: list[int], died: list[int]) -> None:
    with pytest.raises(ValueError, match="died of 3"):
        survival(reached, died)


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        hazards([3, 2], [1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "hazard", "stops"),
    [
        (200, [0.1, 0.2, 0.3, 0.5], [0, 0, 0, 0]),
        (200, [0.1, 0.2, 0.3, 0.5], [0.05, 0.1, 0.1, 0.2]),
        (60, [0.05, 0.1, 0.2], [0.05, 0.1, 0.1]),
    ],
)
def test_survivals_interval_covers_at_its_rate(games: int, hazard: Sequence[float], stops: Sequence[float]) -> None:
    """Within four standard errors and one and a half points, needed for small groups of whole numbers."""
    rng = np.random.default_rng(3)
    true = np.cumprod(1 - np.asarray(hazard))
    covered = np.zeros(len(hazard))
    for _ in range(2000):
        ends = np.bincount(play_dice(rng.random((games, len(hazard))), hazard, stops), minlength=len(hazard) * OUTCOMES)
        estimates = [each.interval for each in survival(*reached_and_died(ends))]
        covered += [each.low <= alive <= each.high for each, alive in zip(estimates, true, strict=True)]
    assert covered / 2000 == pytest.approx(0.95, abs=band(0.95, 2000) + 0.015)
