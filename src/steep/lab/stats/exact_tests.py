"""An exact test on counts, whether the odds of dying have changed, and the correction for several tests.

A p-value is the chance of an outcome as likely as the observed one or less likely, if nothing had changed. It is summed
term by term.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

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
