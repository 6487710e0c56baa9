"""How many games it takes: which differences a measurement could have seen."""

from __future__ import annotations

import math
from statistics import NormalDist

from steep.lab.stats.exact import FALSE_ALARM_RATE

POWER = 0.8
"""How often a difference that is there should be seen."""


def detectable_difference(error: float, power: float = POWER, confidence: float = 0.95) -> float:
    """The smallest difference that a comparison with this standard error sees with this power.

    To see it is to have an interval that leaves out 0. By the normal distribution (Lehr, Statist. Med. 11, 1992).
    """
    return _deviations(1 - confidence, power) * error


def games_needed(
    error: float, games: int, difference: float, power: float = POWER, confidence: float = 0.95
) -> int | None:
    """Games that a comparison needs to see `difference`, if it had this standard error with `games`.

    `error` is that of a `steep.lab.stats.paired.Difference`; `difference` is a share: 0.02 is 2 points. `games` were
    enough where no more are needed. None where the error is infinite.
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
    """The smallest rise in hazard that Fisher's exact test finds with this power, at p-values of at most `alpha`.

    `hazard` is that of the first group. By the arcsine of the root with Walters's correction for continuity (The
    Statistician 28, 1979), which keeps the power to 3 points for groups of like size, and gives up to 8 more than asked
    for when the second is much smaller. Of k floors looked at together, give a k-th of alpha. None where even certain
    death would be missed, and for a floor that a group never reached.
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
    """Standard errors that a difference must measure to be seen with this power by a two-sided test."""
    return NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)
