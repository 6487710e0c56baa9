"""Tests that may be looked at after every game, and stopped whenever they say enough.

A usual p-value is right for a number of games that was fixed before. Who stops as soon as it is small finds effects
where there are none. An e-value isn't spoilt by that: where there is no effect, the chance that it ever reaches
1 / alpha is at most alpha (Ville, 1939). It is what a gambler who began with 1 has after fair bets that there is one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from steep.lab.stats.confidence_intervals import A_SHARE, ANYWHERE, Estimate, Interval

PRIOR = 16
"""The gambler's bets are best where the true share is about 1/2 +- 1 / (2 sqrt(2 PRIOR + 1)): 41% or 59%."""

TUNED_FOR = 200
"""`mean_so_far` has its shortest interval, compared with that for a fixed number, with about so many values."""

ENOUGH_VALUES = 50
"""From so many values on, equal ones tell `mean_so_far` that others are rare."""


def sign_e_value(better: int, worse: int) -> float:
    """The e-value against a pair that differs being equally likely to differ either way.

    Bets mixed over all shares by a beta distribution that is symmetric about 1/2, with both parameters PRIOR (Robbins,
    Ann. Math. Statist. 41, 1970). Raises ValueError for counts below 0.
    """
    if better < 0 or worse < 0:
        raise ValueError(f"{better} pairs one way and {worse} the other")
    return math.exp(min(700.0, _log_mixture(better, worse) + (better + worse) * math.log(2)))


def _log_mixture(better: int, worse: int) -> float:
    """The logarithm of the chance of a sequence of pairs, averaged over all shares."""
    return _log_beta(better + PRIOR, worse + PRIOR) - _log_beta(PRIOR, PRIOR)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def share_so_far(better: int, worse: int, confidence: float = 0.95) -> Interval:
    """An interval for the share of pairs that are better, of those that differ. All that are looked at hold together.

    It holds the shares against which the e-value of the same bets is below 1 / (1 - confidence).
    """
    pairs = better + worse
    if pairs == 0:
        return A_SHARE
    least = _log_mixture(better, worse) + math.log(1 - confidence)

    def chance(share: float) -> float:
        return (better * math.log(share) if better else 0.0) + (worse * math.log1p(-share) if worse else 0.0)

    def edge(inside: float, outside: float) -> float:
        for _ in range(60):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if chance(middle) > least else (inside, middle)
        return (inside + outside) / 2

    seen = better / pairs
    tiny = 1e-12
    return Interval(
        0.0 if better == 0 else edge(min(seen, 1 - tiny), tiny), 1.0 if worse == 0 else edge(max(seen, tiny), 1 - tiny)
    )


def found_with(e_values: Sequence[float], false_share: float) -> list[bool]:
    """Which of many tests found something, so that at most this share of all findings is expected to be false.

    The e-BH procedure (Wang and Ramdas, JRSS B 84, 2022). It holds whether or not the tests are independent, and
    whenever each of them is stopped.
    """
    ranked = sorted(e_values, reverse=True)
    enough = [rank for rank, value in enumerate(ranked, 1) if value * rank * false_share >= len(ranked)]
    if not enough:
        return [False] * len(e_values)
    return [value >= ranked[enough[-1] - 1] for value in e_values]


def mean_so_far(count: int, value: float, deviation: float, confidence: float = 0.95) -> Estimate:
    """A mean and its interval, where all intervals that are looked at hold together.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Ann. Statist. 52, 2613, 2024,
    theorem 2.2), tuned for TUNED_FOR values. Like an interval by the central limit theorem it needs some 50 values.
    With fewer than ENOUGH_VALUES that are all alike (`deviation` 0) nothing is known of how much they vary: the
    interval is infinite.
    """
    if count < 2 or (deviation == 0 and count < ENOUGH_VALUES):
        return Estimate(value, ANYWHERE)
    alpha = 1 - confidence
    rho = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / TUNED_FOR
    spread = count * rho + 1
    reach = deviation * math.sqrt(2 * spread / (count**2 * rho) * math.log(math.sqrt(spread) / alpha))
    return Estimate(value, Interval(value - reach, value + reach))
