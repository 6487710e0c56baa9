"""The difference between two independent groups A and B, floor by floor: their games share no seeds, or need not.

As in `steep.lab.stats.paired_differences`, a group is counted by `end_code`, and the variance of every figure is the
sum of its games' squared influence on it. Variances of independent groups add. So that no interval has no width where
nobody died, two games more are counted in each group on each floor, one that dies there and one that survives: for two
plain shares this is the interval of Agresti and Caffo (The American Statistician 54, 280, 2000). `value` counts only
real games.

A group may be in clusters, as the games of several people are: then a row of its array is a cluster, the variance is
the jackknife's over clusters (`steep.lab.stats.clustered_intervals`), but at least that of independent games, the two
games more are a cluster, and the interval has Student's t with Satterthwaite's degrees of freedom (Biometrics Bulletin
2, 110, 1946).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from steep.lab.stats.clustered_intervals import hazards_of, jackknife, reached_and_died, survival_of, without_each
from steep.lab.stats.confidence_intervals import Interval, p_value, quantile
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

Rows = Ends | Sequence[Sequence[int]]
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
    """A figure of a group with the two games more, its variance, and how many degrees of freedom that has.

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
    # The cluster that was added says nothing of how clusters differ.
    freedom = int(clusters[row]) - 2
    variance = max(independent, float(variances[row])) if freedom > 0 else math.inf
    return value, variance, max(1, freedom)
