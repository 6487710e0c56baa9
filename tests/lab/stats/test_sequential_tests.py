"""Tests that may be looked at after every game promise what they say, however often one looks."""

from __future__ import annotations

import math

import numpy as np

from steep.lab.stats.sequential_tests import ENOUGH_VALUES, mean_so_far


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
