"""The difference between two independent groups A and B, floor by floor: their games share no seeds, or need not.

As in `steep.lab.stats.paired_differences`, a group is counted by `end_code`, and the variance of every figure is the
sum of its games' squared influence on it. Variances of independent groups add. So that intervals have a width even if
nobody died, two more games are counted in each group on each floor, one that dies there and one that survives. For two
plain shares this is the interval of Agresti and Caffo (The American Statistician 54, 280, 2000). `value` counts only
real games.

A group may be in clusters, as the games of several people are: then a row of its array is a cluster, the variance is
the jackknife's over clusters (`steep.lab.stats.clustered_intervals`), but at least that of independent games, the two
added games are a cluster, and the interval has Student's t with Satterthwaite's degrees of freedom (Biometrics Bulletin
2, 110, 1946).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from steep.lab.stats.clustered_intervals import hazards_of, jackknife, reached_and_died, survival_of, without_each
from steep.lab.stats.confidence_intervals import FALSE_ALARM_RATE, Interval, p_value, quantile
from steep.lab.stats.paired_differences import (
    DIED,
    OUTCOMES,
    SURVIVED,
    Difference,
    Influence,
    end_code,
    hazard_influence,
    survival_influence,
)

Ends = NDArray[np.int64]
"""Games by `end_code`, int64, (clusters, floors * OUTCOMES): a single row if games are independent of each other."""

Rows: TypeAlias = "Ends | Sequence[Sequence[int]]"
"""The same, perhaps as rows of numbers."""


def independent_hazards(a: Rows, b: Rows, confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in hazard, B minus A."""
    return _differences(np.array(a), np.array(b), hazards_of, hazard_influence, confidence)


def independent_survival(a: Rows, b: Rows, confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in Kaplan-Meier survival, B minus A."""
    return _differences(np.array(a), np.array(b), survival_of, survival_influence, confidence)


Figure = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.float64]]


def _differences(a: Ends, b: Ends, figure: Figure, influence: Influence, confidence: float) -> list[Difference]:
    if a.shape[1] != b.shape[1] or a.shape[1] % OUTCOMES:
        raise ValueError(f"groups have the shapes {a.shape} and {b.shape}")
    real = [figure(*(each.sum(axis=0) for each in reached_and_died(side))) for side in (a, b)]
    found = []
    for row in range(a.shape[1] // OUTCOMES):
        value = float(real[1][row] - real[0][row])
        (value_a, variance_a, freedom_a), (value_b, variance_b, freedom_b) = (
            _side(each, row, figure, influence) for each in (a, b)
        )
        variance = variance_a + variance_b
        if math.isnan(value) or not math.isfinite(variance):
            found.append(Difference(value, math.inf, Interval(-1.0, 1.0), 1.0))
            continue
        freedom = variance**2 / max(variance_a**2 / freedom_a + variance_b**2 / freedom_b, 1e-300)
        error, middle = math.sqrt(variance), value_b - value_a
        reach = quantile(confidence, freedom) * error
        interval = Interval(max(-1.0, middle - reach), min(1.0, middle + reach))
        found.append(Difference(value, error, interval, p_value(abs(middle) / error, freedom)))
    return found


def _side(ends: Ends, row: int, figure: Figure, influence: Influence) -> tuple[float, float, float]:
    """A figure of a group with the two added games, its variance, and how many degrees of freedom that has.

    These are infinite where games are independent of each other.
    """
    more = np.zeros((1, ends.shape[1]), np.int64)
    more[0, end_code(row, DIED)] = more[0, end_code(ends.shape[1] // OUTCOMES - 1, SURVIVED)] = 1
    games: list[int] = (ends.sum(axis=0) + more[0]).tolist()
    value, of_games = influence(games, row)
    independent = math.fsum(n * each**2 for n, each in zip(games, of_games, strict=True))
    if len(ends) == 1:
        return value, independent, math.inf
    reached, died = reached_and_died(np.concatenate([ends, more]))
    clusters = (reached > 0).sum(axis=0)
    whole = figure(reached.sum(axis=0), died.sum(axis=0))
    variances = jackknife(whole, figure(without_each(reached), without_each(died)), clusters)
    # The cluster that was added says nothing about how clusters differ.
    freedom = int(clusters[row]) - 2
    variance = max(independent, float(variances[row])) if freedom > 0 else math.inf
    return value, variance, max(1, freedom)


# Statistical power: which differences a number of games can detect, and how many games a difference needs.

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
