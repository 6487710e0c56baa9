"""Intervals where observations come in clusters that are alike: the games of one person among those of many.

A hundred games of one person say less about people than one game of each of a hundred. So clusters, not games, count
as drawn at random. The variance of every figure is that of the jackknife that leaves out one cluster at a time
(Quenouille 1956; Tukey 1958; for clustered survival data Lipsitz and Parzen, Biometrics 52, 291, 1996), and intervals
have Student's t with as many degrees of freedom as there are clusters less one.

With few clusters that variance is itself uncertain, and can come out far below that of independent games by chance. No
game of a person says more about people than one of somebody else would, so no interval is narrower than that of
independent games: of the two the wider one is given. For shares survey statistics do the same, where the effective
sample size is at most the actual one (Korn and Graubard 1998; National Center for Health Statistics, Vital and Health
Statistics 2, 175, 2017); for standard errors in general Angrist and Pischke advise it (Mostly Harmless Econometrics,
2009, section 8.1).

Arrays by cluster and floor have the shape (clusters, floors); row by row they are counts of games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import steep.lab.stats.hazard_and_survival as independent
from steep.lab.stats.confidence_intervals import (
    A_SHARE,
    ANYWHERE,
    Estimate,
    Interval,
    mean_of_moments,
    score_interval,
    t_quantile,
)
from steep.lab.stats.paired_differences import DIED, OUTCOMES

Counts = NDArray[np.int64]
Values = NDArray[np.float64]
Rows: TypeAlias = "Counts | Sequence[Sequence[int]]"

FEW_CLUSTERS = 12
"""With fewer, intervals of means and shares that differ much between clusters cover a few points less than stated."""


def reached_and_died(ends: Rows) -> tuple[Counts, Counts]:
    """By cluster and floor, from the games of each cluster by `end_code`."""
    by_floor = np.asarray(ends, np.int64).reshape(len(ends), -1, OUTCOMES)
    return by_floor.sum(axis=2)[:, ::-1].cumsum(axis=1)[:, ::-1], by_floor[:, :, DIED]


def wider(clustered: Estimate, independent: Estimate) -> Estimate:
    """The first with an interval that is not narrower than that of the second, to either side."""
    a, b = clustered.interval, independent.interval
    return replace(clustered, interval=Interval(min(a.low, b.low), max(a.high, b.high)))


def hazards_of(reached: Counts, died: Counts) -> Values:
    """Shares that died of those that reached each floor; NaN where there are none."""
    with np.errstate(invalid="ignore", divide="ignore"):
        shares: Values = died / reached
    return shares


def survival_of(reached: Counts, died: Counts) -> Values:
    """Kaplan and Meier's survival by floor, the last axis; NaN from a floor on that none reached."""
    alive: Values = (1.0 - hazards_of(reached, died)).cumprod(axis=-1)
    return alive


def without_each(counts: Counts) -> Counts:
    """Totals by floor without each cluster in turn: shape (clusters, floors)."""
    totals: Counts = counts.sum(axis=0) - counts
    return totals


def jackknife(whole: Values, without: Values, clusters: Counts) -> Values:
    """The variance of figures, shape (floors,), from those without each of some clusters, (clusters, floors).

    `clusters` is how many have data of each floor. With one or none, the variance is unknown: infinite.
    """
    apart = np.where(np.isnan(without), 0.0, without - whole)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance: Values = np.where(
            clusters > 1, (clusters - 1) / np.maximum(clusters, 1) * (apart**2).sum(axis=0), np.inf
        )
    return variance


def hazards(reached: Rows, died: Rows, confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share that died there, among those that reached it.

    The interval is Wilson's with the number of independent games that would have the same variance (Korn and Graubard,
    Survey Methodology 24, 193, 1998; Dean and Pagano, J. Survey Statist. Methodol. 3, 484, 2015), at most the actual
    number. Where all or none died, the floor with the strongest clustering gives the number.
    """
    reached, died = np.asarray(reached), np.asarray(died)
    games, deaths = reached.sum(axis=0), died.sum(axis=0)
    shares = hazards_of(games, deaths)
    clusters = (reached > 0).sum(axis=0)
    variance = jackknife(shares, hazards_of(without_each(reached), without_each(died)), clusters)
    with np.errstate(invalid="ignore", divide="ignore"):
        effects = variance * games / (shares * (1 - shares))
    usable = np.isfinite(effects)
    strongest = max(1.0, float(effects[usable].max())) if usable.any() else math.inf
    found = []
    for row, share in enumerate(shares.tolist()):
        if clusters[row] < 2:
            found.append(Estimate(share, A_SHARE))
            continue
        effect = max(1.0, float(effects[row])) if usable[row] else strongest
        alike = max(games[row] / effect, 1.0) if math.isfinite(effect) else float(clusters[row])
        found.append(Estimate(share, score_interval(share, alike, t_quantile(confidence, int(clusters[row]) - 1))))
    return found


def survival(reached: Counts, died: Counts, confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share of games that survive it (Kaplan and Meier).

    The interval is symmetric in log(-log S). Where S is 1 or 0, its other end is that of the hazards' intervals.
    """
    games, deaths = reached.sum(axis=0), died.sum(axis=0)
    alive = survival_of(games, deaths)
    clusters = (reached > 0).sum(axis=0)
    variance = jackknife(alive, survival_of(without_each(reached), without_each(died)), clusters)
    of_floors = hazards(reached, died, confidence)
    found: list[Estimate] = []
    before = A_SHARE
    for row, share in enumerate(alive.tolist()):
        if math.isnan(share):
            before = Interval(0.0, before.high)
            share = 0.0 if found and found[-1].value == 0 else share
        elif clusters[row] < 2:
            before = A_SHARE
        elif share == 1:
            before = Interval(min(1 - each.interval.high for each in of_floors[: row + 1]), 1.0)
        elif share == 0:
            before = Interval(0.0, before.high * (1 - of_floors[row].interval.low))
        else:
            t = t_quantile(confidence, int(clusters[row]) - 1)
            reach = min(700.0, t * math.sqrt(float(variance[row])) / (share * -math.log(share)))
            before = Interval(share ** math.exp(reach), share ** math.exp(-reach))
        found.append(Estimate(share, before))
    of_games = independent.survival(games.tolist(), deaths.tolist(), confidence)
    return [wider(*pair) for pair in zip(found, of_games, strict=True)]


def hazard_ratios(reached: Counts, died: Counts, least: int, confidence: float = 0.95) -> list[Estimate]:
    """By floor: its hazard, divided by the mean of those beside it, as in `hazard_and_survival.hazard_ratios`.

    The interval is symmetric in the logarithm.
    """
    games, deaths = reached.sum(axis=0), died.sum(axis=0)
    known = games >= max(1, least)
    whole, without = ratio_logs(games, deaths, known), ratio_logs(without_each(reached), without_each(died), known)
    variance = jackknife(whole, without, (reached > 0).sum(axis=0))
    found = []
    for ratio, spread, clusters in zip(
        whole.tolist(), variance.tolist(), (reached > 0).sum(axis=0).tolist(), strict=True
    ):
        if math.isnan(ratio) or clusters < 2:
            found.append(Estimate(math.exp(ratio), Interval(0.0, math.inf)))
            continue
        reach = min(700.0, t_quantile(confidence, clusters - 1) * math.sqrt(spread))
        found.append(Estimate(math.exp(ratio), Interval(math.exp(ratio - reach), math.exp(ratio + reach))))
    of_games = independent.hazard_ratios(games.tolist(), deaths.tolist(), least, confidence)
    return [wider(*pair) for pair in zip(found, of_games, strict=True)]


def ratio_logs(reached: Counts, died: Counts, known: NDArray[np.bool_]) -> Values:
    """Logarithms of the ratios of hazards, floors along the last axis; NaN of floors that are not `known`."""
    shares = np.where(known, (died + 0.5) / (reached + 1), np.nan)
    nothing = np.full((*shares.shape[:-1], 1), np.nan)
    above, below = (np.concatenate(each, axis=-1) for each in ((nothing, shares[..., :-1]), (shares[..., 1:], nothing)))
    beside = np.where(np.isnan(above), below, np.where(np.isnan(below), above, (above + below) / 2))
    logs: Values = np.log(shares / beside)
    return logs


def mean(of_clusters: Sequence[Sequence[float]] | Values, confidence: float = 0.95) -> Estimate:
    """The mean of all values, from their number, sum and squared deviations in each cluster: shape (3, clusters)."""
    counts, sums, spreads = (each := np.array(of_clusters, float))[:, each[0] > 0]
    if not len(counts):
        return Estimate(math.nan, ANYWHERE)
    value = float(sums.sum() / counts.sum())
    if len(counts) == 1:
        return Estimate(value, ANYWHERE)
    without = (sums.sum() - sums) / (counts.sum() - counts)
    variance = float((len(counts) - 1) / len(counts) * ((without - value) ** 2).sum())
    reach = t_quantile(confidence, len(counts) - 1) * math.sqrt(variance)
    spread = float((spreads + counts * (sums / counts - value) ** 2).sum())
    of_values = mean_of_moments(int(counts.sum()), value, spread, confidence)
    return wider(Estimate(value, Interval(value - reach, value + reach)), of_values)
