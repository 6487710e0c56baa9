"""Two rulesets on the same seeds: differences, their errors, intervals and p-values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dice_games_of_known_hazard import play_pairs
from steep.lab.stats.confidence_intervals import mean, wilson
from steep.lab.stats.paired_differences import (
    CENSORED,
    DIED,
    OUTCOMES,
    SURVIVED,
    Difference,
    end_code,
    mean_of_pairs,
    paired_hazards,
    paired_means,
    paired_shares,
    paired_survival,
)

Z = 1.959963984540054

Compare = Callable[..., list[Difference]]
ALL: tuple[Compare, ...] = (paired_hazards, paired_survival, paired_shares)


def hazard(ends: Any, row: int) -> float:
    by_floor = ends.reshape(-1, OUTCOMES)
    return float(by_floor[row, DIED] / by_floor[row:].sum())


def alive(ends: Any, row: int) -> float:
    return math.prod(1 - hazard(ends, each) for each in range(row + 1))


def share(ends: Any, row: int) -> float:
    return float(ends.reshape(-1, OUTCOMES)[row, DIED] / ends.sum())


FIGURES: list[tuple[Compare, Callable[[Any, int], float]]] = [
    (paired_hazards, hazard),
    (paired_survival, alive),
    (paired_shares, share),
]


Pairs = Counter[tuple[int, int]]


def random_pairs(seed: int, games: int = 300) -> Pairs:
    return play_pairs(np.random.default_rng(seed), games, [0.1, 0.2, 0.3], [0.1, 0.3, 0.2], [0.05, 0.1, 0.1], 0.7)


def table_of(pairs: Pairs) -> Any:
    """Pairs on three floors as a table of floats: its row is the end code under A, its column that under B."""
    table = np.zeros((3 * OUTCOMES, 3 * OUTCOMES))
    for cell, number in pairs.items():
        table[cell] = number
    return table


@pytest.mark.parametrize(("compare", "figure"), FIGURES)
def test_a_difference_is_b_minus_a(compare: Compare, figure: Callable[[Any, int], float]) -> None:
    pairs = random_pairs(1)
    counts = table_of(pairs)
    for row, estimates in enumerate(compare(pairs, 3)):
        expected = figure(counts.sum(axis=0), row) - figure(counts.sum(axis=1), row)
        assert estimates.value == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(("compare", "figure"), FIGURES)
def test_the_error_is_the_root_of_the_summed_squares_of_each_pairs_influence(
    compare: Compare, figure: Callable[[Any, int], float]
) -> None:
    """The influence of a pair is how much the figure moves when the pair's weight rises a little above 1."""
    pairs, nudge = random_pairs(2), 1e-4
    won = end_code(2, SURVIVED)
    for row, estimates in enumerate(compare(pairs, 3)):
        widened = table_of(pairs)
        widened[end_code(row, DIED), won] += 1
        widened[won, end_code(row, DIED)] += 1
        variance = 0.0
        for cell in zip(*np.nonzero(widened), strict=True):
            moved = []
            for change in (nudge, -nudge):
                weighed = widened.copy()
                weighed[cell] += change
                moved.append(figure(weighed.sum(axis=0), row) - figure(weighed.sum(axis=1), row))
            variance += widened[cell] * ((moved[0] - moved[1]) / (2 * nudge)) ** 2
        assert estimates.error == pytest.approx(math.sqrt(variance), rel=1e-6)


@pytest.mark.parametrize("compare", ALL)
def test_the_interval_of_two_shares_is_that_of_bonett_and_price(compare: Compare) -> None:
    """One floor: 1 pair dies in both, 1 in A only, 7 in B only, 12 in neither."""
    dead, lives = end_code(0, DIED), end_code(0, SURVIVED)
    pairs = {(dead, dead): 1, (dead, lives): 1, (lives, dead): 7, (lives, lives): 12}
    a_only, b_only = (1 + 1) / (21 + 2), (7 + 1) / (21 + 2)
    reach = Z * math.sqrt((a_only + b_only - (b_only - a_only) ** 2) / (21 + 2))
    (estimates,) = compare(pairs, 1)
    sign = -1 if compare is paired_survival else 1
    middle = sign * (b_only - a_only)
    assert estimates.value == pytest.approx(sign * 6 / 21)
    assert estimates.interval.low == pytest.approx(middle - reach)
    assert estimates.interval.high == pytest.approx(middle + reach)


@pytest.mark.parametrize("compare", ALL)
def test_the_p_value_is_the_level_at_which_the_interval_touches_0(compare: Compare) -> None:
    pairs = random_pairs(2)
    for row, estimates in enumerate(compare(pairs, 3)):
        interval = compare(pairs, 3, confidence=1 - estimates.p)[row].interval
        assert min(abs(interval.low), abs(interval.high)) == pytest.approx(0, abs=1e-9)
        assert (estimates.p < 0.05) == (not estimates.interval.low <= 0 <= estimates.interval.high)


@pytest.mark.parametrize("compare", ALL)
def test_swapping_a_and_b_negates_the_difference(compare: Compare) -> None:
    pairs = random_pairs(3)
    swapped = {(b, a): number for (a, b), number in pairs.items()}
    for forward, backward in zip(compare(pairs, 3), compare(swapped, 3), strict=True):
        assert forward.value == pytest.approx(-backward.value, abs=1e-14)
        assert forward.interval.low == pytest.approx(-backward.interval.high)
        assert forward.error == pytest.approx(backward.error)


@pytest.mark.parametrize("compare", ALL)
def test_correlated_pairs_give_narrower_intervals_than_independent_games(compare: Compare) -> None:
    hazards = [0.2, 0.2]
    correlated, independent = (
        play_pairs(np.random.default_rng(4), 2000, hazards, hazards, [0, 0], same_dice) for same_dice in (0.95, 0)
    )
    for close, loose in zip(compare(correlated, 2), compare(independent, 2), strict=True):
        assert close.error < loose.error / 2


@pytest.mark.parametrize("compare", ALL)
@pytest.mark.parametrize("end", [end_code(1, SURVIVED), end_code(0, DIED), end_code(1, DIED)])
def test_an_interval_keeps_its_width_when_all_games_end_the_same(compare: Compare, end: int) -> None:
    """As wide as Bonett and Price's for 0 discordant pairs in 100, and wider on a floor that few games reached."""
    for estimates in compare({(end, end): 100}, 2):
        if not math.isinf(estimates.error):
            assert estimates.value == 0
            assert estimates.interval.high == -estimates.interval.low
            assert estimates.interval.high >= Z * math.sqrt(2) / 102 * 0.9999


def test_a_floor_that_one_ruleset_never_reaches_has_the_widest_interval() -> None:
    dead = end_code(0, DIED)
    estimates = paired_hazards({(dead, end_code(1, DIED)): 50, (dead, end_code(1, SURVIVED)): 50}, 2)[1]
    assert math.isnan(estimates.value)
    assert math.isinf(estimates.error)
    half = wilson(50, 100)
    assert (estimates.interval.low, estimates.interval.high) == (half.low - 1, half.high)


def test_survival_is_unknown_where_all_games_were_stopped_before() -> None:
    first, second = paired_survival({(end_code(0, CENSORED), end_code(1, SURVIVED)): 20}, 2)
    assert first.value == 0
    assert math.isnan(second.value)
    assert second.interval.low < 0 < second.interval.high


@pytest.mark.parametrize("compare", ALL)
def test_without_pairs_nothing_is_known(compare: Compare) -> None:
    for estimates in compare({}, 2):
        assert math.isnan(estimates.value)
        assert (estimates.interval.low, estimates.interval.high) == (-1, 1)


def test_a_mean_by_how_games_end_differs_by_the_differences_of_its_parts() -> None:
    pairs = random_pairs(2)
    counts = table_of(pairs)
    cleared = [code // OUTCOMES + (code % OUTCOMES == SURVIVED) for code in range(len(counts))]
    found = paired_means(pairs, cleared)
    ends = counts.sum(axis=0) - counts.sum(axis=1)
    assert found.value == pytest.approx(float(ends @ cleared) / counts.sum())
    assert found.interval.low < found.value < found.interval.high
    dead = [float(code % OUTCOMES == DIED) for code in range(len(counts))]
    assert paired_means(pairs, dead).value == pytest.approx(sum(each.value for each in paired_shares(pairs, 3)))
    assert math.isnan(paired_means({}, cleared).value)


def test_a_mean_over_pairs_has_students_interval_and_says_nothing_of_few() -> None:
    found = mean_of_pairs(50, 40, 900)
    assert (found.value, found.interval) == (0.8, mean(50, 40, 900).interval)
    assert (found.p < 0.05) == (found.interval.low > 0)
    assert (mean_of_pairs(50, 100, 200).p, mean_of_pairs(50, 0, 0).p) == (0, 1)
    assert math.isnan(mean_of_pairs(19, 40, 900).value)
