"""Statistics against published values, brute force and calculations by hand.

How often intervals cover is in `test_how_often_intervals_cover`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice_games_of_known_hazard import people_who_are_all_the_same, reached_and_died
from steep.lab.stats import clustered_intervals as clustered
from steep.lab.stats import hazard_and_survival as plain
from steep.lab.stats.confidence_intervals import (
    ANYWHERE,
    Estimate,
    Interval,
    difference_of_shares,
    fisher,
    holm,
    mean,
    mean_of_moments,
    t_quantile,
    wilson,
)
from steep.lab.stats.independent_differences import (
    detectable,
    detectable_difference,
    games_needed,
    independent_hazards,
    independent_survival,
)
from steep.lab.stats.shares_as_text import points


def share(hits: int, trials: int) -> Estimate:
    return Estimate(hits / trials, wilson(hits, trials))


def remission(week: int) -> Estimate:
    """Weeks of remission of leukaemia, of 21 patients (Freireich and others, Blood 21, 1963)."""
    ended = {6: 3, 7: 1, 10: 1, 13: 1, 16: 1, 22: 1, 23: 1}
    lost = {6: 1, 9: 1, 10: 1, 11: 1, 17: 1, 19: 1, 20: 1, 25: 1, 32: 2, 34: 1, 35: 1}
    at_risk = [sum(n for each in (ended, lost) for at, n in each.items() if at >= now) for now in range(1, 36)]
    return plain.survival(at_risk, [ended.get(now, 0) for now in range(1, 36)])[week - 1]


@pytest.mark.parametrize(
    ("figure", "given_", "value", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998): shares by method 3 of table I, differences by method 10.
        (share, (81, 263), 81 / 263, 0.2553, 0.3662),
        (share, (15, 148), 15 / 148, 0.0624, 0.1605),
        (share, (0, 20), 0, 0.0, 0.1611),
        (share, (1, 29), 1 / 29, 0.0061, 0.1718),
        (difference_of_shares, (48, 80, 56, 70), 0.2, 0.0524, 0.3339),
        (difference_of_shares, (3, 10, 9, 10), 0.6, 0.1705, 0.8090),
        (difference_of_shares, (0, 29, 5, 56), 5 / 56, -0.0381, 0.1926),
        (difference_of_shares, (0, 20, 0, 10), 0, -0.1611, 0.2775),
        (difference_of_shares, (0, 20, 10, 10), 1, 0.6791, 1.0),
        (remission, (6,), 0.8571, 0.6197, 0.9516),
        (remission, (10,), 0.7529, 0.5032, 0.8894),
        (remission, (16,), 0.6275, 0.3675, 0.8049),
        (remission, (23,), 0.4482, 0.1881, 0.6801),
    ],
)
def test_a_figure_and_its_interval_match_published_values(
    figure: Callable[..., Estimate], given_: tuple[int, ...], value: float, low: float, high: float
) -> None:
    found = figure(*given_)
    assert (found.value, found.interval.low, found.interval.high) == pytest.approx((value, low, high), abs=1e-4)


@pytest.mark.parametrize(
    ("call", "given_", "said"),
    [
        (wilson, (-1, 5), "hits of"),
        (wilson, (6, 5), "hits of"),
        (wilson, (0, -1), "hits of"),
        (mean, (2, 3, 4), "integers have the sum"),
        (mean, (-1, 0, 0), "integers have the sum"),
        (mean, (0, 1, 1), "integers have the sum"),
        (fisher, (5, 4, 0, 1), "cannot have died"),
        (fisher, (0, 1, -1, 1), "cannot have died"),
        (plain.survival, ([3], [4]), "died of 3"),
        (plain.survival, ([3], [-1]), "died of 3"),
        (plain.hazards, ([3, 2], [1]), "shorter"),
        (games_needed, (0.01, 1000, 0), "a difference of 0"),
    ],
)
def test_numbers_that_no_games_have_are_refused(call: Callable[..., object], given_: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call(*given_)


@pytest.mark.parametrize(
    ("found", "interval"),
    [
        (Estimate(math.nan, wilson(0, 0)), Interval(0, 1)),
        (difference_of_shares(10, 20, 0, 0), Interval(-wilson(10, 20).high, 1 - wilson(10, 20).low)),
        (mean(0, 0, 0), ANYWHERE),
        (plain.hazards([4, 0], [0, 0])[1], Interval(0, 1)),
        (plain.survival([4, 0], [0, 0])[1], Interval(0, 1)),
    ],
)
def test_without_trials_nothing_is_known(found: Estimate, interval: Interval) -> None:
    assert math.isnan(found.value)
    assert found.interval == interval


# Shares and means -----------------------------------------------------------------------------------------------------


@given(st.integers(1, 10**7), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.999]))
def test_wilsons_interval_contains_the_share_and_mirrors(trials: int, part: float, sure: float) -> None:
    hits = round(part * trials)
    interval, mirrored = wilson(hits, trials, sure), wilson(trials - hits, trials, sure)
    assert 0 <= interval.low <= hits / trials <= interval.high <= 1
    assert interval.low < interval.high
    assert interval.low == pytest.approx(1 - mirrored.high, abs=1e-12)


@pytest.mark.parametrize(("share_a", "share_b"), [(0.02, 0.1), (0.3, 0.3), (0.5, 0.9)])
def test_the_interval_of_a_difference_covers_at_its_rate(share_a: float, share_b: float) -> None:
    """Of all outcomes of two groups of 40 and 60, with their probabilities."""
    of_a, of_b = (
        [math.comb(games, k) * part**k * (1 - part) ** (games - k) for k in range(games + 1)]
        for games, part in ((40, share_a), (60, share_b))
    )
    covered = 0.0
    for a, b in np.ndindex(41, 61):
        interval = difference_of_shares(a, 40, b, 60).interval
        covered += of_a[a] * of_b[b] * (interval.low <= share_b - share_a <= interval.high)
    assert 0.935 < covered < 0.975


@pytest.mark.parametrize(
    ("freedom", "published", "close"),
    [(1, 12.7062, 1e-5), (2, 4.30265, 1e-5), (3, 3.18245, 1.3e-3), (6, 2.4469119, 5e-5), (100, 1.98397, 5e-6)],
)
def test_students_quantile_is_as_exact_as_documented(freedom: int, published: float, close: float) -> None:
    assert t_quantile(0.95, freedom) == pytest.approx(published, rel=close)


def test_the_mean_is_computed_from_sums_and_its_variance_is_exact() -> None:
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    found = mean(len(values), sum(values), sum(value * value for value in values))
    assert found.value == np.mean(values)
    assert found.interval.half_width == pytest.approx(2.36462 * np.std(values, ddof=1) / math.sqrt(8), rel=1e-3)
    assert mean(1, 7, 49) == Estimate(7, ANYWHERE)
    # A billion plus and minus one, a hundred thousand times each: floats would cancel, and 64 bits overflow.
    count: Any = np.int64(200_000)
    found = mean(count, count * 10**9, 200_000 * (10**18 + 1))
    assert found.interval.half_width == pytest.approx(1.95996 / math.sqrt(count), rel=1e-4)


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


# Hazard and survival --------------------------------------------------------------------------------------------------


def test_hazard_and_survival_match_a_hand_calculation() -> None:
    """Of ten, one died and one was stopped; of eight, two died; of six, none; of six, four died and two won."""
    reached, died = [10, 8, 6, 6], [1, 2, 0, 4]
    alive = [Fraction(9, 10), Fraction(27, 40), Fraction(27, 40), Fraction(9, 40)]
    terms = [Fraction(1, 90), Fraction(2, 48), Fraction(0), Fraction(4, 12)]
    for row, (hazard, found) in enumerate(
        zip(plain.hazards(reached, died), plain.survival(reached, died), strict=True)
    ):
        assert hazard == share(died[row], reached[row])
        assert found.value == pytest.approx(float(alive[row]), rel=1e-14)
        greenwood = float(sum(terms[: row + 1], Fraction(0)))
        reach = 1.959964 * math.sqrt(greenwood) / abs(math.log(alive[row]))
        assert math.log(-math.log(found.interval.low)) == pytest.approx(math.log(-math.log(alive[row])) + reach)
        assert math.log(-math.log(found.interval.high)) == pytest.approx(math.log(-math.log(alive[row])) - reach)


def test_where_nobody_or_everybody_died_the_interval_still_has_a_width() -> None:
    first, second = plain.survival([50, 20], [0, 0])
    assert first == Estimate(1, Interval(1 - wilson(0, 50).high, 1))
    assert second == Estimate(1, Interval(1 - wilson(0, 20).high, 1))
    first, second, third = plain.survival([50, 20, 0], [30, 20, 0])
    assert second == third == Estimate(0, Interval(0, first.interval.high * wilson(0, 20).high))


def test_survival_never_rises_and_its_limits_stay_between_0_and_1() -> None:
    found = plain.survival([100, 90, 40, 40, 3, 2, 1], [10, 50, 0, 37, 1, 1, 1])
    assert all(0 <= each.interval.low <= each.value <= each.interval.high <= 1 for each in found)
    assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)


# People ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 8, 30])
def test_people_who_seem_more_alike_than_chance_allows_make_no_interval_narrower(people: int) -> None:
    reached, died = clustered.reached_and_died(people_who_are_all_the_same(people))
    of_all = reached_and_died(people_who_are_all_the_same(people).sum(axis=0))
    pairs = [
        *zip(clustered.hazards(reached, died), plain.hazards(*of_all), strict=True),
        *zip(clustered.survival(reached, died), plain.survival(*of_all), strict=True),
        *zip(clustered.hazard_ratios(reached, died, 1), plain.hazard_ratios(*of_all, 1), strict=True),
    ]
    for found, narrow in pairs:
        assert found.value == pytest.approx(narrow.value)
        assert found.interval.low <= narrow.interval.low < narrow.interval.high <= found.interval.high
    # Nine values each, of which all means are 2: their spread alone makes the interval.
    means = clustered.mean([[9.0] * people, [18.0] * people, [6.0] * people])
    assert means.interval == mean_of_moments(9 * people, 2.0, 6.0 * people).interval


@pytest.mark.parametrize("people", [4, 8, 30])
def test_differences_of_people_are_never_surer_than_those_of_games(people: int) -> None:
    a = people_who_are_all_the_same(people)
    b = a[:, ::-1].copy()
    for figure in (independent_hazards, independent_survival):
        for of_people, of_games in zip(figure(a, b), figure(a.sum(0)[None], b.sum(0)[None]), strict=True):
            assert of_people.value == pytest.approx(of_games.value)
            assert of_people.error >= of_games.error * (1 - 1e-9)
            assert of_people.p >= of_games.p


def test_one_person_says_nothing_of_others() -> None:
    found = clustered.hazards(np.array([[10, 5]]), np.array([[5, 1]]))
    assert found == [Estimate(0.5, Interval(0, 1)), Estimate(0.2, Interval(0, 1))]
    assert clustered.mean([[10.0], [5.0], [0.0]]).interval == ANYWHERE


def test_people_of_whom_nobody_or_everybody_died_leave_room() -> None:
    reached = np.full((8, 2), 5)
    none, every = np.zeros((8, 2), np.int64), np.full((8, 2), 5)
    for found, value in ((clustered.hazards(reached, none), 0), (clustered.survival(reached, none), 1)):
        assert found[0].value == value
        assert 0.02 < found[0].interval.high - found[0].interval.low < 0.6
    assert clustered.hazards(reached, every)[0].value == 1
    alive = clustered.survival(reached, every)[0]
    assert (alive.value, alive.interval.low) == (0, 0)
    assert alive.interval.high > 0.02


def test_people_of_equally_many_values_give_students_interval_of_their_means() -> None:
    found = clustered.mean([[3.0] * 5, [3.0, 6.0, 9.0, 12.0, 15.0], [0.0] * 5])
    assert found.value == 3
    assert found.interval.half_width == pytest.approx(2.7764 * math.sqrt(2.5 / 5), rel=1e-3)


# Exact tests and power ------------------------------------------------------------------------------------------------


def brute_fisher(died_a: int, games_a: int, died_b: int, games_b: int) -> Fraction:
    died = died_a + died_b
    orders = [
        math.comb(games_a, k) * math.comb(games_b, died - k)
        for k in range(max(0, died - games_b), min(died, games_a) + 1)
    ]
    observed = math.comb(games_a, died_a) * math.comb(games_b, died_b)
    return Fraction(sum(each for each in orders if each <= observed), sum(orders))


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, int, int, int]:
    most = draw(st.sampled_from([10, 400]))
    games_a, games_b = draw(st.integers(0, most)), draw(st.integers(0, most))
    return draw(st.integers(0, games_a)), games_a, draw(st.integers(0, games_b)), games_b


@given(tables())
def test_fishers_test_is_exact_to_a_billionth(table: tuple[int, int, int, int]) -> None:
    assert fisher(*table) == pytest.approx(float(brute_fisher(*table)), rel=1e-9)


@pytest.mark.parametrize(
    ("table", "p"),
    [
        # The lady who tasted tea and convicted twins: The Design of Experiments (1935), and JRSS 98 (1935), as in R.
        ((3, 4, 1, 4), 0.4857),
        ((2, 17, 10, 13), 0.0005367),
        # The normal distribution, with a correction for continuity.
        ((499_000, 1_000_000, 501_000, 1_000_000), math.erfc(1_999 / math.sqrt(2 * 2_000_000 * 0.25))),
        ((0, 10_000, 10_000, 10_000), 0),
        *((table, 1) for table in ((0, 0, 0, 0), (0, 0, 3, 7), (0, 5, 0, 7), (5, 5, 7, 7), (10, 100, 10, 100))),
        ((5, np.int64(2**40), 9, np.int64(2**40)), fisher(5, 2**40, 9, 2**40)),
    ],
)
def test_fishers_test_gives_known_p_values(table: tuple[int, int, int, int], p: float) -> None:
    assert fisher(*table) == pytest.approx(p, rel=1e-3)


def test_holms_adjustment_matches_a_hand_calculation() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1, 1]
    assert holm([]) == []


def test_the_games_needed_are_those_at_which_a_difference_is_2_8_standard_errors() -> None:
    """1.960 + 0.842: 95% confidence and 80% power, as in Lehr's rule."""
    edge = detectable_difference(0.01)
    assert edge == pytest.approx(0.028016, abs=1e-6)
    assert games_needed(0.01, 1000, 0.02) == math.ceil(1000 * (edge / 0.02) ** 2)
    needed: list[Any] = [games_needed(0.01, 1000, edge * change) for change in (1.001, 0.999)]
    assert needed[0] <= 1000 < needed[1]
    assert games_needed(math.inf, 1000, 0.02) is None


def test_more_games_detect_a_smaller_rise() -> None:
    rises: Sequence[Any] = [detectable(games, games, 0.1) for games in (100, 1000, 10_000, 10**9)]
    assert list(rises) == sorted(rises, reverse=True)
    assert rises[-1] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize("arguments", [(5, 5, 0.5), (0, 100, 0.1), (100, 0, 0.1), (100, 100, math.nan)])
def test_where_no_rise_could_be_detected_there_is_none(arguments: tuple[int, int, float]) -> None:
    assert detectable(*arguments) is None
