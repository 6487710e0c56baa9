"""Tests that may be looked at after every game, and stopped whenever they say enough.

A usual p-value is right for a number of games that was fixed before. Who stops as soon as it is small finds effects
where there are none. An e-value isn't spoilt by that: where there is no effect, the chance that it ever reaches
1 / alpha is at most alpha (Ville, 1939). It is what a gambler who began with 1 has after fair bets that there is one.
"""

from __future__ import annotations

import math

from steep.lab.stats.confidence_intervals import ANYWHERE, Estimate, Interval

TUNED_FOR = 200
"""`mean_so_far` has its shortest interval, compared with that for a fixed number, with about so many values."""

ENOUGH_VALUES = 50
"""From so many values on, equal ones tell `mean_so_far` that others are rare."""


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
