"""A model of the figures that a target has bands for: what they are likely to be at numbers that were not played.

Each band becomes one or two limits on a quantity that changes smoothly with the numbers: a share as its log odds, mean
turns as their logarithm. For the median floor these are survival above a half before the band and at most a half at
its end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

from steep.lab.figures.game_sums import GameSums
from steep.lab.stats.gaussian_process import GaussianProcess
from steep.lab.storage.target_file import Band

Array = NDArray[np.float64]

HALF = 0.5
"""Added to the games of both kinds in log odds (Haldane 1956, Anscombe 1956), so that none are infinite."""

MIN_DEVIATION = 0.02
"""Smallest standard deviation of a log odds that is reckoned with: about half a point where it matters most."""

UNKNOWN = 1e4
"""The variance of a quantity of which nothing was seen."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A quantity of a bot's games, and the values that it may have."""

    band: Band
    measure: str
    """One of the measures of `Band` but the median."""
    floor: int | None
    low: float
    """In the quantity's own scale; infinite for no limit."""
    high: float

    def seen(self, sums: GameSums) -> tuple[float, float]:
        """The quantity in some games, and its variance."""
        counts = sums.counts
        if self.measure == "turns":
            value = sums.turns / sums.games
            variance = max(sums.squares / sums.games - value * value, 1.0) / sums.games
            return math.log(max(value, 1.0)), variance / max(value, 1.0) ** 2
        if self.measure == "cleared":
            left, value = counts.left, sum(counts.left) / sums.games
            squares = sum((2 * row + 1) * count for row, count in enumerate(left)) / sums.games
            return value, max(squares - value * value, 1 / sums.games) / sums.games
        if self.measure == "wins":
            return log_odds(counts.won, counts.games)
        assert self.floor is not None
        row = self.floor - sums.task.first_floor
        if self.measure == "hazard":
            return log_odds(counts.died[row], counts.reached[row])
        return log_odds(counts.games - sum(counts.died[: row + 1]), counts.games)


def log_odds(hits: int, trials: int) -> tuple[float, float]:
    """The log odds of a share, and its variance."""
    if trials == 0:
        return 0.0, UNKNOWN
    yes, no = hits + HALF, trials - hits + HALF
    return math.log(yes / no), 1 / yes + 1 / no


def odds_of(share: float) -> float:
    """The log odds of a share; infinite for 0 and 1."""
    if share in (0, 1):
        return math.inf if share else -math.inf
    return math.log(share / (1 - share))


def limits_of(bands: Sequence[Band], first_floor: int, last_floor: int) -> list[Limit]:
    """The limits of all bands."""
    found = []
    for band in bands:
        if band.measure == "median_floor":
            if band.low > first_floor:
                found.append(Limit(band, "survival", int(band.low) - 1, 0.0, math.inf))
            if band.high <= last_floor:
                found.append(Limit(band, "survival", int(band.high), -math.inf, 0.0))
            continue
        low, high = band.low, band.high
        if band.is_share:
            low, high = odds_of(low), odds_of(high)
        elif band.measure == "turns":
            low, high = (math.log(each) if each > 0 else -math.inf for each in (low, high))
        found.append(Limit(band, band.measure, band.floor, low, high))
    return found


class Model:
    """What was seen at some points, for all limits. `points` has shape (n, d), each coordinate from 0 to 1."""

    def __init__(self, limits: Sequence[Limit], points: Array, played: Sequence[Mapping[str, GameSums]]) -> None:
        self.limits = limits
        self._processes = []
        games = np.array([max(sums.games for sums in each.values()) for each in played], np.float64)
        # All were played on the same seeds, the first of them: two means of m and n games share the smaller number.
        overlap = np.sqrt(np.minimum.outer(games, games) / np.maximum.outer(games, games))
        for limit in limits:
            seen = np.array([limit.seen(sums[limit.band.bot]) for sums in played])
            self._processes.append(GaussianProcess(points, seen[:, 0], seen[:, 1], overlap))

    def log_chances(self, points: Array, limits: Sequence[int] | None = None) -> Array:
        """The logarithm of the chance that each limit, or some of them, is kept: shape (limits, points)."""
        chosen = range(len(self.limits)) if limits is None else limits
        return np.array([log_chance(self.limits[row], *self._processes[row].predict(points)) for row in chosen])

    def distances(self, points: Array, rng: np.random.Generator | None = None) -> Array:
        """The square of how far what is expected lies outside each limit: shape (limits, points).

        With dice, it is how far it might lie instead (Thompson 1933).
        """
        found = []
        for limit, process in zip(self.limits, self._processes, strict=True):
            value = process.predict(points)[0] if rng is None else process.sample(points, rng)
            found.append(np.maximum(0.0, np.maximum(limit.low - value, value - limit.high)) ** 2)
        return np.array(found)

    def expected(self, row: int, point: Sequence[float]) -> float:
        """What is expected of the quantity of a limit at a point, as `Band` has it: a share, floors or turns."""
        limit = self.limits[row]
        value = float(self._processes[row].predict(np.array([point]))[0][0])
        if limit.measure == "turns":
            return math.exp(value)
        return value if limit.measure == "cleared" else 1 / (1 + math.exp(-value))


def log_chance(limit: Limit, mean: Array, deviation: Array) -> Array:
    """The logarithm of the chance that a normal value lies in a limit."""
    deviation = np.maximum(deviation, MIN_DEVIATION)
    below, above = (limit.low - mean) / deviation, (limit.high - mean) / deviation
    # Both tails are taken on the side where they are small, so that far outside nothing cancels.
    flip = below + above > 0
    low, high = np.where(flip, -above, below), np.where(flip, -below, above)
    log_high, log_low = log_ndtr(high), log_ndtr(low)
    chance: Array = log_high + np.log1p(-np.exp(np.minimum(log_low - log_high, -1e-12)))
    return chance
