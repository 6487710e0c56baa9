"""Intervals and tests of shares and means, exact where they can be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """The number to print after ±."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its interval."""

    value: float
    """NaN where there are no data; the interval then spans all possible values."""
    interval: Interval


ANYWHERE = Interval(-math.inf, math.inf)
A_SHARE = Interval(0.0, 1.0)

MOST_FREEDOM = 10_000
"""Degrees of freedom; with more, Student's t is taken for normal."""


def normal_quantile(confidence: float) -> float:
    """The number of standard deviations from the mean within which a normal value lies with this confidence."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def t_quantile(confidence: float, freedom: int) -> float:
    """As `normal_quantile`, of Student's t with `freedom` degrees, 1 or more.

    Exact for 1 and 2 degrees. From 3 on it is Fisher and Cornish's expansion (Technometrics 2, 1960; Abramowitz and
    Stegun 26.7.5), which at 95% is 0.13% too small for 3 degrees and less than 0.01% from 6 on.
    """
    if freedom == 1:
        return math.tan(math.pi * confidence / 2)
    if freedom == 2:
        return confidence * math.sqrt(2 / (1 - confidence**2))
    z = normal_quantile(confidence)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / freedom**power for power, term in enumerate(terms))


def quantile(confidence: float, freedom: float) -> float:
    """The quantile of Student's t, or of the normal distribution for many degrees of freedom."""
    return normal_quantile(confidence) if freedom > MOST_FREEDOM else t_quantile(confidence, max(1, int(freedom)))


def p_value(deviations: float, freedom: float) -> float:
    """The two-sided p-value of a mean some errors from 0: below 0.05 exactly if a 95% interval excludes 0."""
    if freedom > MOST_FREEDOM:
        return math.erfc(deviations / math.sqrt(2))
    low, high = 0.0, 1.0 - 1e-15
    for _ in range(60):
        confidence = (low + high) / 2
        low, high = (confidence, high) if quantile(confidence, freedom) < deviations else (low, confidence)
    return 1 - low


def wilson(hits: int, trials: int, confidence: float = 0.95) -> Interval:
    """The score interval of Wilson (JASA 22, 1927) for a share, from `hits` of `trials`.

    Without trials it is 0 to 1. Raises ValueError for hits below 0 or above the trials.
    """
    if not 0 <= hits <= trials:
        raise ValueError(f"{hits} hits of {trials} trials")
    if trials == 0:
        return A_SHARE
    return score_interval(hits / trials, trials, normal_quantile(confidence))


def score_interval(share: float, trials: float, z: float) -> Interval:
    """Wilson's interval for a share of `trials`, above 0, with `z` standard deviations to each side."""
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    scale = 1 + z * z / trials
    low = 0.0 if share == 0 else (middle - reach) / scale
    high = 1.0 if share == 1 else (middle + reach) / scale
    return Interval(low, high)


def difference_of_shares(hits_a: int, trials_a: int, hits_b: int, trials_b: int, confidence: float = 0.95) -> Estimate:
    """The share of B minus that of A, for independent trials, with Newcombe's hybrid score interval.

    Method 10 of Newcombe (Statist. Med. 17, 873, 1998), without continuity correction. NaN where one of them has no
    trials; the interval then spans all that the other leaves possible.
    """
    a, b = wilson(hits_a, trials_a, confidence), wilson(hits_b, trials_b, confidence)
    if trials_a == 0 or trials_b == 0:
        return Estimate(math.nan, Interval(b.low - a.high, b.high - a.low))
    share_a, share_b = hits_a / trials_a, hits_b / trials_b
    value = share_b - share_a
    low = value - math.hypot(share_b - b.low, a.high - share_a)
    high = value + math.hypot(b.high - share_b, share_a - a.low)
    return Estimate(value, Interval(low, high))


def mean(count: int, total: int, squares: int, confidence: float = 0.95) -> Estimate:
    """The mean of `count` integers from their sum and the sum of their squares, with Student's t interval.

    The variance is computed from integers, so it is exact. Raises ValueError for sums that no integers have.
    """
    count, total, squares = int(count), int(total), int(squares)  # NumPy integers overflow
    spread = count * squares - total * total
    if count < 0 or spread < 0 or (count == 0 and (total, squares) != (0, 0)):
        raise ValueError(f"no {count} integers have the sum {total} and squares that sum to {squares}")
    return mean_of_moments(count, total / max(count, 1), spread / max(count, 1), confidence)


def mean_of_moments(count: int, value: float, spread: float, confidence: float = 0.95) -> Estimate:
    """The mean `value` of `count` numbers, with Student's t interval from the sum of their squared deviations.

    Student (Biometrika 6, 1908), with `t_quantile`. The interval of a single value is infinite; that of equal values
    has no width.
    """
    if count == 0:
        return Estimate(math.nan, ANYWHERE)
    if count == 1:
        return Estimate(value, ANYWHERE)
    reach = t_quantile(confidence, count - 1) * math.sqrt(spread / (count * (count - 1)))
    return Estimate(value, Interval(value - reach, value + reach))


# An exact test on counts, whether the odds of dying have changed, and the correction for several tests.

FALSE_ALARM_RATE = 0.001
"""The default chance of a false alarm in a check."""

_VANISHED = 1e-290
"""A term this small relative to the largest is ignored. It is also the smallest p-value above 0."""

_SAME = 1e-10
"""Terms that differ by no more than this, relatively, are equal up to rounding."""


def fisher(died_a: int, games_a: int, died_b: int, games_b: int) -> float:
    """The two-sided p-value of Fisher's exact test (1922; JRSS 98, 1935) that two groups die at the same rate.

    It sums the probabilities of all tables with the same margins that are no more likely than the observed one. The
    relative error is below 1e-9; values below 1e-290 are returned as 0. Raises ValueError for more deaths than games.
    """
    if not (0 <= died_a <= games_a and 0 <= died_b <= games_b):
        raise ValueError(f"{died_a} of {games_a} and {died_b} of {games_b} cannot have died")
    games_a, games_b = int(games_a), int(games_b)  # NumPy integers are slow and overflow
    games, died = games_a + games_b, int(died_a) + int(died_b)
    mode = (died + 1) * (games_a + 1) // (games + 2)

    low, high = max(0, died - games_b), min(died, games_a)

    def rise(k: int) -> float:
        """The probability of k + 1 deaths in A, divided by that of k."""
        return (died - k) * (games_a - k) / ((k + 1) * (games_b - died + k + 1))

    weights = {mode: 1.0}
    weight, k = 1.0, mode
    while k < high and weight > _VANISHED:
        weight *= rise(k)
        k += 1
        weights[k] = weight
    weight, k = 1.0, mode
    while k > low and weight > _VANISHED:
        k -= 1
        weight /= rise(k)
        weights[k] = weight
    limit = weights.get(died_a, 0.0) * (1 + _SAME)
    if limit <= _VANISHED:
        return 0.0
    return min(1.0, math.fsum(each for each in weights.values() if each <= limit) / math.fsum(weights.values()))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust the p-values of a family of tests (Holm, Scand. J. Statist. 6, 1979), in the order given.

    If nothing changed, the chance that any adjusted p-value is at most alpha is at most alpha, whether or not the tests
    are independent.
    """
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, test in enumerate(sorted(range(len(p_values)), key=lambda each: p_values[each])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[test]))
        adjusted[test] = highest
    return adjusted
