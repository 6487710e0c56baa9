"""A model of the figures that a target has bands for: what they are likely to be at numbers that were not played.

Each band becomes one or two limits on a quantity whose noise is much the same everywhere: a share as its angle, mean
turns and ratios as their logarithms. For the median floor these are survival above a half before the band and at most a
half at its end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

from steep.lab.counting.counts import Counts
from steep.lab.figures.figures_in_bands import highest
from steep.lab.figures.game_figures import hazard_ratios
from steep.lab.stats.confidence_intervals import normal_quantile
from steep.lab.stats.gaussian_process import GaussianProcess
from steep.lab.storage.target_file import Band

Array = NDArray[np.float64]

MIN_DEVIATION = 0.005
"""The smallest standard deviation that is assumed: for a share of a half, half a point."""

AS_GOOD_AS_NONE = 0.002
"""A share of heroes."""

UNKNOWN = 100.0
"""The variance of a quantity of which nothing was seen."""

SHARED = 0.8
"""The correlation of the noise of two values of the same games. It was 0.72 to 0.94 where it was measured."""


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

    def seen(self, counts: Counts, killers: Sequence[str] = ()) -> tuple[float, float]:
        """The quantity in some games, and its variance. `killers` names all that can kill the hero."""
        if self.measure == "killers":
            share, _ = highest(self.band, counts, killers, 0.95)
            deaths = sum(counts.died)
            return angle(round(share.value * deaths) if deaths else 0, deaths)
        if self.measure == "hazard_ratio":
            most, row = highest(self.band, counts, killers, 0.95)
            if math.isnan(most.value):
                return 0.0, UNKNOWN
            interval = hazard_ratios(counts, self.band.reached)[row].interval
            return math.log(most.value), (math.log(interval.high / interval.low) / (2 * normal_quantile(0.95))) ** 2
        if self.measure == "turns":
            ((games,), (total,), (spread,)) = counts.turns.of([0], 0)
            value, variance = total / games, max(spread / games, 1.0) / games
            return math.log(max(value, 1.0)), variance / max(value, 1.0) ** 2
        if self.measure == "cleared":
            left, games = counts.left, counts.games
            value = sum(left) / games
            squares = sum((2 * row + 1) * count for row, count in enumerate(left)) / games
            return value, max(squares - value * value, 1 / games) / games
        if self.measure == "wins":
            return angle(counts.won, counts.games)
        assert self.floor is not None
        row = self.floor - counts.first_floor
        if self.measure == "hazard":
            return angle(counts.died[row], counts.reached[row])
        return angle(counts.games - sum(counts.died[: row + 1]), counts.games)


def angle(hits: int, trials: int) -> tuple[float, float]:
    """The angle whose squared sine is a share, and its variance, which is the same for all shares.

    Anscombe (Biometrika 35, 1948). Log odds would be as smooth, but very uncertain for 100 of 100.
    """
    if trials == 0:
        return math.pi / 4, UNKNOWN
    return math.asin(math.sqrt((hits + 0.375) / (trials + 0.75))), 1 / (4 * trials + 2)


def angles_of(low: float, high: float) -> tuple[float, float]:
    """The angles of the edges of a band; infinite where they limit nothing.

    A few heroes in a thousand count as none, and all but a few as all: no number of games tells them apart.
    """
    return (
        math.asin(math.sqrt(min(low, 1 - AS_GOOD_AS_NONE))) if low > 0 else -math.inf,
        math.asin(math.sqrt(max(high, AS_GOOD_AS_NONE))) if high < 1 else math.inf,
    )


def limits_of(bands: Sequence[Band], first_floor: int, last_floor: int) -> list[Limit]:
    """The limits of all bands."""
    found = []
    for band in bands:
        if band.measure == "median_floor":
            if band.low > first_floor:
                found.append(Limit(band, "survival", int(band.low) - 1, math.pi / 4, math.inf))
            if band.high <= last_floor:
                found.append(Limit(band, "survival", int(band.high), -math.inf, math.pi / 4))
            continue
        low, high = band.low, band.high
        if band.is_share:
            low, high = angles_of(low, high)
        elif band.measure in ("turns", "hazard_ratio"):
            low, high = (math.log(each) if each > 0 else -math.inf for each in (low, high))
        found.append(Limit(band, band.measure, band.floor, low, high))
    return found


class Model:
    """What was seen at some points, for all limits. `points` has shape (n, d), each coordinate from 0 to 1."""

    def __init__(
        self,
        limits: Sequence[Limit],
        points: Array,
        played: Sequence[Mapping[str, Counts]],
        killers: Sequence[str] = (),
        chosen: Sequence[Array] | None = None,
    ) -> None:
        """`killers` names all that can kill the hero; `chosen` are the hyperparameters of an earlier model."""
        self.limits = limits
        self._processes = []
        for row, limit in enumerate(limits):
            seen = np.array([limit.seen(counts[limit.band.bot], killers) for counts in played])
            # All were played on the same seeds, the first of them: two means of m < n games have those m in common.
            noise = SHARED * np.minimum.outer(seen[:, 1], seen[:, 1]) + np.diag((1 - SHARED) * seen[:, 1])
            self._processes.append(GaussianProcess(points, seen[:, 0], noise, None if chosen is None else chosen[row]))

    @property
    def chosen(self) -> list[Array]:
        """The hyperparameters of each limit's process, as `chosen` of a later model takes them."""
        return [process.chosen for process in self._processes]

    def log_chances(self, points: Array, limits: Sequence[int] | None = None) -> Array:
        """The logarithm of the chance that each limit, or some of them, is kept: shape (limits, points)."""
        chosen = range(len(self.limits)) if limits is None else limits
        return np.array([log_chance(self.limits[row], *self._processes[row].predict(points)) for row in chosen])

    def distances(self, points: Array, rng: np.random.Generator | None = None) -> Array:
        """The square of how far what is expected lies outside each limit: shape (limits, points).

        With `rng`, it is how far a value drawn from the posterior lies outside (Thompson 1933).
        """
        found = []
        for limit, process in zip(self.limits, self._processes, strict=True):
            value = process.predict(points)[0] if rng is None else process.sample(points, rng)
            found.append(np.maximum(0.0, np.maximum(limit.low - value, value - limit.high)) ** 2)
        return np.array(found)


def log_chance(limit: Limit, mean: Array, deviation: Array) -> Array:
    """The logarithm of the chance that a normal value lies in a limit."""
    deviation = np.maximum(deviation, MIN_DEVIATION)
    below, above = (limit.low - mean) / deviation, (limit.high - mean) / deviation
    # Both tails are taken on the side where they are small, so that no digits cancel far outside.
    with np.errstate(invalid="ignore"):
        flip = below + above > 0
    low, high = np.where(flip, -above, below), np.where(flip, -below, above)
    log_high, log_low = log_ndtr(high), log_ndtr(low)
    chance: Array = log_high + np.log1p(-np.exp(np.minimum(log_low - log_high, -1e-12)))
    return chance
