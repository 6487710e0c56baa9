"""Exact tests, against brute force in fractions and against published results."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.lab.stats.exact_tests import fisher, holm


def brute_fisher(died_a: int, games_a: int, died_b: int, games_b: int) -> Fraction:
    died = died_a + died_b
    orders = [
        math.comb(games_a, k) * math.comb(games_b, died - k)
        for k in range(max(0, died - games_b), min(died, games_a) + 1)
    ]
    observed = math.comb(games_a, died_a) * math.comb(games_b, died_b)
    return Fraction(sum(each for each in orders if each <= observed), sum(orders))


def close(p: float, exact: Fraction) -> bool:
    return p == pytest.approx(float(exact), rel=1e-9)


def test_fishers_test_is_exact_for_every_small_table() -> None:
    for games_a in range(10):
        for games_b in range(10):
            for died_a in range(games_a + 1):
                for died_b in range(games_b + 1):
                    table = died_a, games_a, died_b, games_b
                    assert close(fisher(*table), brute_fisher(*table)), table


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, int, int, int]:
    games_a, games_b = draw(st.integers(0, 400)), draw(st.integers(0, 400))
    return draw(st.integers(0, games_a)), games_a, draw(st.integers(0, games_b)), games_b


@given(tables())
def test_fishers_test_is_exact_to_a_billionth(table: tuple[int, int, int, int]) -> None:
    assert close(fisher(*table), brute_fisher(*table))


@pytest.mark.parametrize(
    ("table", "published"),
    [((3, 4, 1, 4), 0.4857), ((2, 17, 10, 13), 0.0005367)],
    ids=["the lady who tasted tea", "twins convicted"],
)
def test_fishers_test_gives_the_published_p_values(table: tuple[int, int, int, int], published: float) -> None:
    """Fisher, The Design of Experiments (1935), and JRSS 98 (1935); the p-values are those of R's manual."""
    assert fisher(*table) == pytest.approx(published, rel=2e-4)


def test_fishers_test_of_millions_agrees_with_the_normal_distribution() -> None:
    a, b, games = 499_000, 501_000, 1_000_000
    share = (a + b) / (2 * games)
    z = (b - a - 1) / math.sqrt(2 * games * share * (1 - share))
    assert fisher(a, games, b, games) == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-3)


def test_fishers_test_does_not_overflow_with_numpy_integers() -> None:
    large: Any = np.int64(2**40)
    assert fisher(5, large, 9, large) == fisher(5, 2**40, 9, 2**40)


def test_a_p_value_too_small_for_a_float_is_0() -> None:
    assert fisher(0, 10_000, 10_000, 10_000) == 0


@pytest.mark.parametrize("table", [(0, 0, 0, 0), (0, 0, 3, 7), (0, 5, 0, 7), (5, 5, 7, 7), (10, 100, 10, 100)])
def test_equal_or_empty_groups_have_a_p_value_of_1(table: tuple[int, int, int, int]) -> None:
    assert fisher(*table) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("table", [(5, 4, 0, 1), (0, 1, -1, 1)])
def test_impossible_tables_are_refused(table: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="cannot have died"):
        fisher(*table)


def test_holms_adjustment_matches_a_hand_calculation() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []
