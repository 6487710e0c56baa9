"""Tests that may be looked at after every game promise what they say, however often one looks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from steep.lab.stats.sequential_tests import ENOUGH_VALUES, found_with, mean_so_far, share_so_far, sign_e_value


def test_one_pair_tells_nothing_and_as_many_each_way_tell_less() -> None:
    assert sign_e_value(0, 0) == 1
    assert sign_e_value(1, 0) == sign_e_value(0, 1) == pytest.approx(1)
    assert sign_e_value(50, 50) < 1


@pytest.mark.parametrize("pairs", [1, 5, 12])
def test_where_there_is_no_effect_the_e_value_is_expected_to_be_1(pairs: int) -> None:
    expected = sum(math.comb(pairs, better) * sign_e_value(better, pairs - better) for better in range(pairs + 1))
    assert expected / 2**pairs == pytest.approx(1)


def test_whoever_looks_after_every_pair_finds_something_where_there_is_nothing_at_most_once_in_20() -> None:
    tosses = np.random.default_rng(7).integers(0, 2, (400, 300)).cumsum(axis=1)
    values = {(better, n): sign_e_value(better, n - better) for n in range(1, 301) for better in range(n + 1)}
    ever = sum(max(values[int(better), n] for n, better in enumerate(row, 1)) >= 20 for row in tosses)
    assert 0 < ever <= 400 * 0.05


@pytest.mark.parametrize("true", [0.3, 0.5, 0.62])
def test_all_intervals_of_a_share_together_hold_it_19_times_in_20(true: float) -> None:
    tosses = (np.random.default_rng(3).random((200, 120)) < true).cumsum(axis=1)
    looks = range(5, 121, 5)
    intervals = {(better, n): share_so_far(better, n - better) for n in looks for better in range(n + 1)}
    held = sum(
        all(intervals[int(row[n - 1]), n].low <= true <= intervals[int(row[n - 1]), n].high for n in looks)
        for row in tosses
    )
    assert held >= 200 * 0.95 - 4 * math.sqrt(200 * 0.05 * 0.95)


@pytest.mark.parametrize(("better", "worse"), [(30, 10), (16, 0), (0, 16), (200, 230)])
def test_the_interval_holds_one_half_exactly_when_the_e_value_is_below_20(better: int, worse: int) -> None:
    interval = share_so_far(better, worse)
    assert (interval.low < 0.5 < interval.high) == (sign_e_value(better, worse) < 20)
    assert interval.low <= better / (better + worse) <= interval.high


def test_without_pairs_a_share_may_be_any() -> None:
    assert (share_so_far(0, 0).low, share_so_far(0, 0).high) == (0, 1)


def test_all_intervals_of_a_mean_together_hold_it_19_times_in_20() -> None:
    values = np.random.default_rng(5).exponential(2, (300, 400))
    held = 0
    for row in values:
        looks = (mean_so_far(n, float(row[:n].mean()), float(row[:n].std())) for n in range(50, 401, 10))
        held += all(each.interval.low <= 2 <= each.interval.high for each in looks)
    assert held >= 300 * 0.95


def test_an_interval_of_one_value_is_infinite() -> None:
    assert math.isinf(mean_so_far(1, 3.0, 0.0).interval.half_width)


def test_few_values_that_are_all_alike_tell_nothing_of_how_much_they_vary() -> None:
    assert math.isinf(mean_so_far(2, -1.0, 0.0).interval.half_width)
    assert math.isinf(mean_so_far(ENOUGH_VALUES - 1, 0.0, 0.0).interval.half_width)
    assert mean_so_far(ENOUGH_VALUES, 0.0, 0.0).interval.half_width == 0
    assert math.isfinite(mean_so_far(2, -1.0, 0.1).interval.half_width)


def test_the_more_tests_find_something_the_less_each_has_to_say() -> None:
    assert found_with([100, 1, 1, 1], 0.05) == [True, False, False, False]
    assert found_with([79, 1, 1, 1], 0.05) == [False] * 4
    assert found_with([27, 1, 27, 27], 0.05) == [True, False, True, True]
    assert found_with([], 0.05) == []


def test_of_what_is_found_at_most_the_promised_share_is_false() -> None:
    dice = np.random.default_rng(11)
    shares = []
    for _ in range(100):
        better = dice.binomial(150, [0.5] * 20 + [0.68] * 20)
        found = found_with([sign_e_value(int(each), 150 - int(each)) for each in better], 0.05)
        shares.append(sum(found[:20]) / max(1, sum(found)))
    assert np.mean(shares) <= 0.05


def test_negative_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="-1 pairs one way and 3 the other"):
        sign_e_value(-1, 3)
