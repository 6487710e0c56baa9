"""Statistical power: which differences a number of games can detect, and how many games a difference needs."""

from __future__ import annotations

import math
from statistics import NormalDist

from steep.lab.stats.exact_tests import FALSE_ALARM_RATE

POWER = 0.8
"""How often a real difference should be detected."""


def detectable_difference(error: float, power: float = POWER, confidence: float = 0.95) -> float:
    """The smallest difference that a comparison with this standard error detects with this power.

    Detected means that the interval excludes 0. By the normal approximation (Lehr, Statist. Med. 11, 1992).
    """
    return _deviations(1 - confidence, power) * error


def games_needed(
    error: float, games: int, difference: float, power: float = POWER, confidence: float = 0.95
) -> int | None:
    """The number of games a comparison needs to detect `difference`, given its standard error with `games` games.

    `error` is that of a `steep.lab.stats.paired_differences.Difference`; `difference` is a share: 0.02 is 2
    percentage points. A result of at most `games` means there were enough. None where the error is infinite.
    Raises ValueError for a difference that is not above 0.
    """
    if difference <= 0:
        raise ValueError(f"a difference of {difference}")
    if math.isinf(error):
        return None
    return math.ceil(games * (detectable_difference(error, power, confidence) / difference) ** 2)


def detectable(
    games_a: int, games_b: int, hazard: float, alpha: float = FALSE_ALARM_RATE, power: float = POWER
) -> float | None:
    """The smallest rise in hazard that Fisher's exact test detects with this power, at p-values of at most `alpha`.

    `hazard` is that of the first group. Uses the arcsine square-root approximation with Walters's continuity correction
    (The Statistician 28, 1979). Its power is within 3 points of `power` for groups of similar size, and up to 8 points
    higher when the second is much smaller. For k floors tested together, pass alpha / k. None where even certain death
    would be missed, and for a floor that a group never reached.
    """
    if games_a < 1 or games_b < 1 or not 0 <= hazard <= 1:
        return None
    start = math.asin(math.sqrt(min(1.0, hazard + 1 / (2 * games_a))))
    angle = start + _deviations(alpha, power) / 2 * math.sqrt(1 / games_a + 1 / games_b)
    if angle >= math.pi / 2:
        return None
    raised = math.sin(angle) ** 2 + 1 / (2 * games_b)
    return raised - hazard if raised <= 1 else None


def _deviations(alpha: float, power: float) -> float:
    """The number of standard errors that a two-sided test detects with this power."""
    return NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
