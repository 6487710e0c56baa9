"""Sample sizes give the promised power."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest

from dice_games_of_known_hazard import band, play_pairs
from steep.lab.stats.exact_tests import fisher
from steep.lab.stats.paired_differences import paired_hazards
from steep.lab.stats.statistical_power import detectable, detectable_difference, games_needed


def test_the_detectable_difference_is_2_8_standard_errors() -> None:
    """1.960 + 0.842: 95% confidence and 80% power, as in Lehr's rule."""
    assert detectable_difference(0.01) == pytest.approx(0.028016, abs=1e-6)


def test_games_needed_grow_with_the_inverse_square_of_the_difference() -> None:
    assert games_needed(0.01, 1000, 0.02) == math.ceil(1000 * (0.02801585 / 0.02) ** 2)
    assert games_needed(0.01, 1000, 0.01) == math.ceil(1000 * (0.02801585 / 0.01) ** 2)


def test_games_are_enough_exactly_when_no_more_are_needed() -> None:
    error = 0.01
    edge = detectable_difference(error)
    enough, too_few = games_needed(error, 1000, edge * 1.001), games_needed(error, 1000, edge * 0.999)
    assert enough is not None
    assert too_few is not None
    assert enough <= 1000 < too_few


def test_the_games_needed_are_unknown_for_a_floor_that_was_not_reached() -> None:
    assert games_needed(math.inf, 1000, 0.02) is None


def test_a_difference_of_0_is_refused() -> None:
    with pytest.raises(ValueError, match="a difference of 0"):
        games_needed(0.01, 1000, 0)


@pytest.mark.slow
def test_the_games_needed_find_the_difference_as_often_as_promised() -> None:
    """80%, within four standard errors and two points, since the pilot's error is an estimate too."""
    rng = np.random.default_rng(8)
    a, b, stops, same_dice = [0.1, 0.25], [0.1, 0.31], [0.02, 0.02], 0.6
    pilot = paired_hazards(play_pairs(rng, 20_000, a, b, stops, same_dice), 2)[1]
    games = games_needed(pilot.error, 20_000, 0.06)
    assert games is not None
    detections = 0
    for _ in range(1000):
        difference = paired_hazards(play_pairs(rng, games, a, b, stops, same_dice), 2)[1]
        detections += not difference.interval.low <= 0 <= difference.interval.high
    assert detections / 1000 == pytest.approx(0.8, abs=band(0.8, 1000) + 0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games_a", "games_b", "hazard", "alpha", "more"),
    [
        (1000, 1000, 0.1, 0.001, 0.0),
        (300, 300, 0.02, 0.05, 0.0),
        (1000, 1000, 0.0, 0.001, 0.0),
        (200, 200, 0.3, 0.001, 0.0),
        (10_000, 2000, 0.05, 0.0001, 0.05),
        (1000, 60, 0.1, 0.001, 0.08),
    ],
)
@pytest.mark.parametrize("power", [0.8, 0.95])
def test_a_detectable_rise_is_found_as_often_as_promised(
    games_a: int, games_b: int, hazard: float, alpha: float, more: float, power: float
) -> None:
    """Within four standard errors and 3 points; `more` is added for a much smaller second group."""
    rise = detectable(games_a, games_b, hazard, alpha, power)
    assert rise is not None
    rng = np.random.default_rng(9)
    test = functools.cache(fisher)
    died = zip(
        rng.binomial(games_a, hazard, 2000).tolist(), rng.binomial(games_b, hazard + rise, 2000).tolist(), strict=True
    )
    rate = np.mean([test(a, games_a, b, games_b) <= alpha for a, b in died])
    assert power - 0.03 - band(power, 2000) <= rate <= power + 0.03 + more + band(power, 2000)


def test_more_games_detect_a_smaller_rise() -> None:
    rises = [detectable(games, games, 0.1) for games in (100, 1000, 10_000, 10**9)]
    assert all(rise is not None for rise in rises)
    assert rises == sorted(rises, key=lambda rise: rise or 0, reverse=True)
    assert rises[-1] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("arguments", [(5, 5, 0.5), (0, 100, 0.1), (100, 0, 0.1), (100, 100, math.nan)])
def test_where_no_rise_could_be_detected_there_is_none(arguments: tuple[int, int, float]) -> None:
    assert detectable(*arguments) is None
