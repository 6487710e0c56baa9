"""Paired games: the difference between two groups A and B that were played on the same seeds, floor by floor.

The two games of a seed are a pair. How one ends says much about the other, so pairs are counted together:
`counts[a, b]` is the number of pairs that ended with `end_code` a under A and b under B. Its size does not depend on
the number of games. Floors are rows; row 0 is the first floor played.

Every figure is a smooth function of the counts. Its variance is the sum over all pairs of their squared influence on it
(the infinitesimal jackknife; Jaeckel 1972, Efron 1982). A and B are not assumed to be independent.

Pairs that never differed in the data may still differ. So intervals and errors count two more pairs on each floor: in
one the hero dies there under A and survives under B, in the other the reverse. For two plain shares this is the
adjusted interval of Bonett and Price (British J. Math. Statist. Psychol. 65, 2012). Where hardly a pair differs it is
wider than necessary, never too narrow. `value` counts only real pairs.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from steep.lab.stats.confidence_intervals import Estimate, Interval, normal_quantile
from steep.lab.stats.hazard_and_survival import hazards, survival

DIED = 0
SURVIVED = 1
"""Left the last floor alive."""
CENSORED = 2
"""Cut off alive: how the game would have ended is unknown."""
OUTCOMES = 3


@dataclass(frozen=True, slots=True)
class Difference:
    """B minus A."""

    value: float
    """As observed; NaN where one of the two is unknown."""
    error: float
    """Standard error, with the two added pairs; infinite where one of the two is unknown."""
    interval: Interval
    p: float
    """Two-sided, that there is no difference; below 0.05 exactly where a 95% interval excludes 0."""


Codes = TypeVar("Codes", int, NDArray[np.int64])


def end_code(row: Codes, outcome: Codes) -> Codes:
    """A game's end as one number: the row of its last floor, and DIED, SURVIVED or CENSORED."""
    return row * OUTCOMES + outcome


def no_pairs(floors: int) -> NDArray[np.int64]:
    """A table of zeros to count pairs in: int64, (floors * OUTCOMES) x (floors * OUTCOMES)."""
    return np.zeros((floors * OUTCOMES, floors * OUTCOMES), np.int64)


def paired_hazards(counts: NDArray[np.int64], confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in hazard, the share that died there of those that reached it.

    `counts` is a table like that of `no_pairs`, here and in the functions below.
    """
    a, b = _reached_and_died(counts.sum(axis=1)), _reached_and_died(counts.sum(axis=0))
    single = hazards(*a, confidence), hazards(*b, confidence)
    return _differences(counts, *single, hazard_influence, confidence)


def paired_survival(counts: NDArray[np.int64], confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in Kaplan-Meier survival, with Reid's influence function (Ann. Statist. 9, 1981)."""
    a, b = _reached_and_died(counts.sum(axis=1)), _reached_and_died(counts.sum(axis=0))
    single = survival(*a, confidence), survival(*b, confidence)
    return _differences(counts, *single, survival_influence, confidence)


def paired_shares(counts: NDArray[np.int64], confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in the share of all games that die there."""
    a, b = _reached_and_died(counts.sum(axis=1)), _reached_and_died(counts.sum(axis=0))
    all_games = [int(counts.sum())] * len(a[0])
    single = hazards(all_games, a[1], confidence), hazards(all_games, b[1], confidence)
    return _differences(counts, *single, _share_influence, confidence)


Influence = Callable[[NDArray[np.int64], int], tuple[float, NDArray[np.float64]]]
"""Takes one group's games by end code (int64) and a row; returns the figure, and a game's influence by end code."""


def _differences(
    counts: NDArray[np.int64], a: list[Estimate], b: list[Estimate], influence: Influence, confidence: float
) -> list[Difference]:
    """`a` and `b` are the figures of each group by itself."""
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1] or counts.shape[0] % OUTCOMES:
        raise ValueError(f"counts of pairs have the shape {counts.shape}")
    z = normal_quantile(confidence)
    won = end_code(counts.shape[0] // OUTCOMES - 1, SURVIVED)
    found = []
    for row, (single_a, single_b) in enumerate(zip(a, b, strict=True)):
        value = single_b.value - single_a.value
        if math.isnan(value):
            low = single_b.interval.low - single_a.interval.high
            high = single_b.interval.high - single_a.interval.low
            found.append(Difference(value, math.inf, Interval(low, high), 1.0))
            continue
        more = counts.copy()
        more[end_code(row, DIED), won] += 1
        more[won, end_code(row, DIED)] += 1
        value_a, of_a = influence(more.sum(axis=1), row)
        value_b, of_b = influence(more.sum(axis=0), row)
        error = math.sqrt(float((more * (of_b[np.newaxis, :] - of_a[:, np.newaxis]) ** 2).sum()))
        middle = value_b - value_a
        interval = Interval(max(-1.0, middle - z * error), min(1.0, middle + z * error))
        found.append(Difference(value, error, interval, math.erfc(abs(middle) / error / math.sqrt(2))))
    return found


def hazard_influence(ends: NDArray[np.int64], row: int) -> tuple[float, NDArray[np.float64]]:
    """The hazard on a floor, and each game's influence on it (`Influence`)."""
    reached, died = _indicators(len(ends))
    at_risk = reached[row] @ ends
    hazard = died[row] @ ends / at_risk
    return float(hazard), (died[row] - hazard * reached[row]) / at_risk


def survival_influence(ends: NDArray[np.int64], row: int) -> tuple[float, NDArray[np.float64]]:
    """Survival past a floor, and each game's influence on it (`Influence`)."""
    reached, died = (each[: row + 1] for each in _indicators(len(ends)))
    at_risk, deaths = reached @ ends, died @ ends
    hazard = deaths / at_risk
    alive = float(np.prod(1 - hazard))
    return alive, -alive * ((died - hazard[:, np.newaxis] * reached) / (at_risk - deaths)[:, np.newaxis]).sum(axis=0)


def _share_influence(ends: NDArray[np.int64], row: int) -> tuple[float, NDArray[np.float64]]:
    _, died = _indicators(len(ends))
    games = ends.sum()
    share = died[row] @ ends / games
    return float(share), (died[row] - share) / games


@functools.cache
def _indicators(codes: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two int64 arrays, floors x end codes: 1 where a game with that end reached the floor, and where it died there."""
    rows, outcomes = np.divmod(np.arange(codes), OUTCOMES)
    floors = np.arange(codes // OUTCOMES)[:, np.newaxis]
    return (rows >= floors).astype(np.int64), ((rows == floors) & (outcomes == DIED)).astype(np.int64)


def _reached_and_died(ends: NDArray[np.int64]) -> tuple[list[int], list[int]]:
    reached, died = _indicators(len(ends))
    return (reached @ ends).tolist(), (died @ ends).tolist()
