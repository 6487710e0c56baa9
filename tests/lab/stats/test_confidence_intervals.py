"""Intervals of shares and means, and differences in words."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice_games_of_known_hazard import band
from steep.lab.stats.confidence_intervals import Interval, difference_of_shares, mean, t_quantile, wilson
from steep.lab.stats.shares_as_text import points


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_matches_newcombes_published_values(hits: int, trials: int, low: float, high: float) -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    interval = wilson(hits, trials)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_without_trials_the_interval_is_0_to_1() -> None:
    assert wilson(0, 0) == Interval(0, 1)


@given(st.integers(1, 10**7), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.999]))
def test_wilsons_interval_contains_the_share_and_stays_between_0_and_1(trials: int, share: float, sure: float) -> None:
    hits = round(share * trials)
    interval = wilson(hits, trials, sure)
    assert 0 <= interval.low <= hits / trials <= interval.high <= 1
    assert interval.low < interval.high


def test_wilsons_limits_mirror_when_hits_and_misses_are_swapped() -> None:
    assert wilson(3, 50).low == pytest.approx(1 - wilson(47, 50).high, abs=1e-15)


@pytest.mark.parametrize(("hits", "trials"), [(-1, 5), (6, 5), (0, -1)])
def test_impossible_numbers_of_hits_are_refused(hits: int, trials: int) -> None:
    with pytest.raises(ValueError, match="hits of"):
        wilson(hits, trials)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5])
def test_wilsons_interval_covers_at_its_rate(share: float) -> None:
    """Averaged over sizes from 100 to 400, since the rate oscillates: within four standard errors and half a point."""
    rng = np.random.default_rng(1)
    sizes = rng.integers(100, 401, 20_000)
    interval = [wilson(int(hits), int(size)) for hits, size in zip(rng.binomial(sizes, share), sizes, strict=True)]
    covered = np.mean([each.low <= share <= each.high for each in interval])
    assert covered == pytest.approx(0.95, abs=band(0.95, 20_000) + 0.005)


@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((0, 29), (5, 56), -0.0381, 0.1926),
        ((0, 20), (0, 10), -0.1611, 0.2775),
        ((0, 20), (10, 10), 0.6791, 1.0),
    ],
)
def test_the_interval_of_a_difference_matches_newcombes_published_values(
    a: tuple[int, int], b: tuple[int, int], low: float, high: float
) -> None:
    interval = difference_of_shares(*a, *b)
    assert interval.value == pytest.approx(b[0] / b[1] - a[0] / a[1])
    assert interval.interval.low == pytest.approx(low, abs=1e-4)
    assert interval.interval.high == pytest.approx(high, abs=1e-4)


def test_a_difference_from_a_group_without_trials_has_the_widest_interval() -> None:
    interval = difference_of_shares(10, 20, 0, 0)
    assert math.isnan(interval.value)
    assert interval.interval == Interval(-wilson(10, 20).high, 1 - wilson(10, 20).low)


@pytest.mark.parametrize(("share_a", "share_b"), [(0.02, 0.1), (0.3, 0.3), (0.5, 0.9)])
def test_the_interval_of_a_difference_covers_at_its_rate(share_a: float, share_b: float) -> None:
    # Every outcome of two groups of 40 and 60, with its probability.
    covered = 0.0
    for a in range(41):
        for b in range(61):
            interval = difference_of_shares(a, 40, b, 60).interval
            if interval.low <= share_b - share_a <= interval.high:
                covered += (
                    math.comb(40, a) * share_a**a * (1 - share_a) ** (40 - a)
                    * math.comb(60, b) * share_b**b * (1 - share_b) ** (60 - b)
                )  # fmt: skip
    assert 0.935 < covered < 0.975


@pytest.mark.parametrize(
    ("freedom", "published", "close"),
    [
        (1, 12.7062, 1e-5),
        (2, 4.30265, 1e-5),
        (3, 3.18245, 1.3e-3),
        (6, 2.4469119, 5e-5),
        (10, 2.2281389, 4e-6),
        (30, 2.04227, 5e-6),
        (100, 1.98397, 5e-6),
    ],
)
def test_students_quantile_is_as_exact_as_documented(freedom: int, published: float, close: float) -> None:
    assert t_quantile(0.95, freedom) == pytest.approx(published, rel=close)


def test_the_mean_is_computed_from_sums() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    interval = mean(len(values), sum(values), sum(value * value for value in values))
    assert interval.value == np.mean(values)
    reach = 2.36462 * np.std(values, ddof=1) / math.sqrt(8)
    assert interval.interval.low == pytest.approx(interval.value - reach, rel=1e-3)
    assert interval.interval.high == pytest.approx(interval.value + reach, rel=1e-3)


def test_the_variance_of_the_mean_is_exact_where_floats_would_cancel() -> None:
    """A billion plus and minus one, a hundred thousand times each: the sum of squares exceeds 64 bits."""
    count: Any = np.int64(200_000)
    large = 10**9
    interval = mean(count, count * large, 200_000 * (large**2 + 1))
    assert interval.interval.half_width == pytest.approx(1.95996 / math.sqrt(count), rel=1e-4)


def test_one_value_has_no_spread_and_no_values_have_no_mean() -> None:
    assert mean(1, 7, 49).value == 7
    assert mean(1, 7, 49).interval == Interval(-math.inf, math.inf)
    assert math.isnan(mean(0, 0, 0).value)
    assert mean(0, 0, 0).interval == Interval(-math.inf, math.inf)


@pytest.mark.parametrize("sums", [(2, 3, 4), (-1, 0, 0), (0, 1, 1)])
def test_sums_that_no_integers_can_have_are_refused(sums: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="integers have the sum"):
        mean(*sums)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 4, 10, 100])
def test_the_means_interval_covers_at_its_rate(count: int) -> None:
    """For values near a normal distribution, as Student's t assumes: within four standard errors and half a point."""
    values = np.rint(np.random.default_rng(2).normal(500, 80, (10_000, count))).astype(int)
    sums = zip(values.sum(axis=1).tolist(), (values**2).sum(axis=1).tolist(), strict=True)
    interval = [mean(count, total, squares).interval for total, squares in sums]
    covered = np.mean([each.low <= 500 <= each.high for each in interval])
    assert covered == pytest.approx(0.95, abs=band(0.95, 10_000) + 0.005)


@pytest.mark.parametrize(
    ("value", "interval", "words"),
    [
        (0.061, Interval(0.042, 0.080), "+6.1 ± 1.9 points"),
        (-0.1234, Interval(-0.2, -0.1), "-12.3 ± 5.0 points"),
        (-0.0001, Interval(-0.0002, 0.0002), "+0.0 ± 0.1 points"),
        (math.nan, Interval(-1, 1), "not known"),
    ],
)
def test_a_difference_is_printed_in_percentage_points(value: float, interval: Interval, words: str) -> None:
    assert points(value, interval) == words
