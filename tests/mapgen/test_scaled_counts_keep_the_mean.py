"""Scaled counts: fractions become chances, so the mean is exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.mapgen import populate_floor

numbers, thousandths = st.integers(0, 50), st.integers(-1000, 1000)


def odds(number: int, more: int) -> dict[int, Fraction]:
    """The probability of each count, from drawing every ticket once."""
    probabilities: dict[int, Fraction] = {}
    with pytest.MonkeyPatch.context() as patched:
        for ticket in range(1000):
            patched.setattr(populate_floor, "below", lambda random, stream, bound, ticket=ticket: ticket)
            count = populate_floor.scaled_count(number, more, [], 0)
            probabilities[count] = probabilities.get(count, Fraction()) + Fraction(1, 1000)
    return probabilities


@given(numbers, thousandths)
def test_the_mean_is_scaled_exactly(number: int, more: int) -> None:
    mean = sum(count * chance for count, chance in odds(number, more).items())
    assert mean == Fraction(number * (1000 + more), 1000)


@given(numbers, thousandths)
def test_the_count_is_rounded_down_or_up(number: int, more: int) -> None:
    exact = Fraction(number * (1000 + more), 1000)
    assert all(abs(count - exact) < 1 for count in odds(number, more))


@given(numbers, numbers, thousandths, thousandths)
def test_a_higher_scale_never_gives_fewer(first: int, second: int, less: int, more: int) -> None:
    (few, many), (less, more) = sorted((first, second)), sorted((less, more))
    low, high = odds(few, less), odds(many, more)
    for minimum in range(102):
        reach_low, reach_high = (
            sum(chance for count, chance in each.items() if count >= minimum) for each in (low, high)
        )
        assert reach_low <= reach_high


def test_scale_0_draws_nothing_from_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(populate_floor, "below", None)
    assert populate_floor.scaled_count(3, 0, [], 0) == 3
