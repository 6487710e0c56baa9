"""Of many tests of means, no more than the promised share of findings is false."""

from __future__ import annotations

import math

import numpy as np
import pytest

from steep.lab.stats.false_discoveries import p_of_mean, p_of_t, q_values

PUBLISHED = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719]
"""The first 12 of the 15 p-values in section 4.1 of Benjamini and Hochberg (1995)."""


@pytest.mark.parametrize(("freedom", "t", "p"), [(10, 2.2281, 0.05), (20, 2.0860, 0.05), (60, 2.6603, 0.01)])
def test_the_p_value_of_t_is_that_of_the_tables(freedom: int, t: float, p: float) -> None:
    assert p_of_t(t, freedom) == p_of_t(-t, freedom) == pytest.approx(p, rel=0.01)


def exact_p_of_t(t: float, freedom: int) -> float:
    """The p-value by the finite series for an even number of degrees (Abramowitz and Stegun, 26.7.4)."""
    angle = math.atan(t / math.sqrt(freedom))
    term = total = 1.0
    for k in range(1, freedom // 2):
        term *= (2 * k - 1) / (2 * k) * math.cos(angle) ** 2
        total += term
    return 1 - math.sin(angle) * total


@pytest.mark.parametrize(("freedom", "most"), [(10, 0.046), (20, 0.011), (30, 0.005), (60, 0.0012)])
def test_a_p_value_is_off_by_no_more_than_its_docstring_says(freedom: int, most: float) -> None:
    tried = [(p_of_t(each / 100, freedom), exact_p_of_t(each / 100, freedom)) for each in range(1, 900)]
    errors = [abs(p / exact - 1) for p, exact in tried if exact >= 0.0001]
    assert len(errors) > 300
    assert 0.8 * most < max(errors) <= most


def test_the_p_value_of_a_mean_comes_from_whole_sums() -> None:
    values = [3, -1, 4, 1, -5, 9, 2, 6]
    t = np.mean(values) / (np.std(values, ddof=1) / math.sqrt(len(values)))
    assert p_of_mean(8, sum(values), sum(each**2 for each in values)) == p_of_t(float(t), 7)
    assert p_of_mean(1, 5, 25) == p_of_mean(4, 0, 0) == 1
    assert p_of_mean(4, 8, 16) == 0


def test_the_four_findings_of_the_published_example_are_found() -> None:
    adjusted = q_values([*PUBLISHED, 0.6528, 0.7590, 1.0])
    assert [each <= 0.05 for each in adjusted] == [True] * 4 + [False] * 11
    assert adjusted[:4] == pytest.approx([0.0015, 0.003, 0.0095, 0.035625])


def test_q_values_keep_the_order_of_the_tests_and_never_fall_as_p_values_rise() -> None:
    dice = np.random.default_rng(2)
    p_values = dice.random(30).tolist()
    adjusted = q_values(p_values)
    ranked = sorted(range(30), key=lambda each: p_values[each])
    assert [adjusted[each] for each in ranked] == sorted(adjusted)
    assert all(p <= q <= 1 for p, q in zip(p_values, adjusted, strict=True))
    assert q_values([]) == []


def test_of_what_is_found_at_most_the_promised_share_is_false_though_all_share_their_luck() -> None:
    dice = np.random.default_rng(11)
    shares = []
    for _ in range(200):
        values = dice.normal(0, 8, (40, 60)) + dice.normal(0, 8, 60) + np.repeat([0, 6], 20)[:, None]
        whole = values.round().astype(int)
        adjusted = q_values([p_of_mean(60, int(row.sum()), int((row**2).sum())) for row in whole])
        found = [each <= 0.05 for each in adjusted]
        shares.append(sum(found[:20]) / max(1, sum(found)))
    assert np.mean(shares) <= 0.05
