"""Ordinary least squares from sums of products, whose size does not depend on the number of games."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from steep.lab.stats.confidence_intervals import ANYWHERE, Estimate, Interval, normal_quantile

UNKNOWN = Estimate(math.nan, ANYWHERE)

_CONSTANT = 1e-9
"""A column whose variance is this small relative to its mean square is constant up to rounding; so is a combination of
columns."""


def least_squares(products: NDArray[np.int64], confidence: float = 0.95) -> list[Estimate]:
    """The coefficient of each column in a linear model of the last one, with a constant term.

    `products` is the matrix Z'Z of integer rows Z = (1, columns, outcome), (columns + 2) squared. The intervals are the
    classical ones, with the normal quantile: for a column that was drawn by lot, the coefficient is its effect whether
    or not the model is right (Lin, Ann. Appl. Statist. 7, 2013). NaN for a column that is constant, and for all where
    there are no more rows than columns or the outcome is constant, as after games that are all won.
    """
    games = int(products[0, 0])
    columns = len(products) - 2
    if games == 0:
        return [UNKNOWN] * columns
    means = products[0] / games
    covariance = products / games - np.outer(means, means)
    squares = np.diag(products) / games
    varies = np.diag(covariance) > _CONSTANT * squares
    scale = np.sqrt(np.where(varies, np.diag(covariance), 1.0))
    correlation = np.where(np.outer(varies, varies), covariance / np.outer(scale, scale), 0.0)
    inverse = np.linalg.pinv(correlation[1:-1, 1:-1], _CONSTANT, hermitian=True)
    slopes = inverse @ correlation[1:-1, -1]
    freedom = games - 1 - int(np.linalg.matrix_rank(correlation[1:-1, 1:-1], _CONSTANT, hermitian=True))
    if freedom <= 0 or not varies[-1]:
        return [UNKNOWN] * columns
    unexplained = max(0.0, float(correlation[-1, -1] - slopes @ correlation[1:-1, -1]))
    z = normal_quantile(confidence)
    found = []
    for column in range(columns):
        if not varies[column + 1]:
            found.append(UNKNOWN)
            continue
        unit = scale[-1] / scale[column + 1]
        value = float(slopes[column] * unit)
        reach = z * math.sqrt(unexplained * float(inverse[column, column]) / freedom) * float(unit)
        found.append(Estimate(value, Interval(value - reach, value + reach)))
    return found
