"""Regression with a Gaussian process: what a figure is likely to be where it was not measured, and how sure that is.

Rasmussen and Williams, Gaussian Processes for Machine Learning (2006): algorithm 2.1 for predictions, equation 2.30 for
the marginal likelihood. The covariance is that of a constant, a plane, and a deviation from them that may have steep
places (Matérn's with 3/2, equation 4.17, with a length for each direction). The noise of every value is known, and it
is correlated where two values were measured on the same games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

Array = NDArray[np.float64]

CONSTANT = 10.0
"""Variance of the constant, of values whose own variance is 1."""

JITTER = 1e-6
SAMPLE_JITTER = 1e-4
"""Added to variances, because rounding could make them negative."""

PRIOR_MEAN = {"height": math.log(0.5), "slope": math.log(1.5), "length": math.log(0.7)}
PRIOR_DEVIATION = {"height": 1.0, "slope": 1.0, "length": 0.7}
"""Normal priors of logarithms: lengths are in units of the whole range, heights and slopes of the values' deviation."""

BOUNDS = 4.0
"""How far from its prior mean, in prior deviations, each may be."""


class GaussianProcess:
    """Fitted to some values at construction.

    `points` has shape (n, d), each coordinate from 0 to 1; `values` has shape (n,), and `noise`, the covariance of
    their noise, (n, n).
    """

    def __init__(self, points: Array, values: Array, noise: Array, chosen: Array | None = None) -> None:
        """With `chosen`, the hyperparameters of an earlier fit, none are fitted."""
        weights = 1 / (np.diag(noise) + values.var() + JITTER)
        self._middle = float((weights * values).sum() / weights.sum())
        self._scale = math.sqrt(float((weights * (values - self._middle) ** 2).sum() / weights.sum()) + JITTER)
        self._points = points
        self._values = (values - self._middle) / self._scale
        self._noise = noise / self._scale**2 + JITTER * np.eye(len(values))
        directions = points.shape[1]
        names = ["height", "slope", *["length"] * directions]
        self._mean = np.array([PRIOR_MEAN[name] for name in names])
        self._deviation = np.array([PRIOR_DEVIATION[name] for name in names])
        reach = BOUNDS * self._deviation
        bounds = list(zip(self._mean - reach, self._mean + reach, strict=True))
        if chosen is None:
            options = {"maxiter": 40}
            chosen = minimize(self._loss, self._mean, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x
        self.chosen: Array = chosen
        """Logarithms of the height and the slope, and of the length in each direction."""
        self._factor = cho_factor(self._covariance(chosen, points, points) + self._noise, lower=True)
        self._solved: Array = cho_solve(self._factor, self._values)

    def predict(self, points: Array) -> tuple[Array, Array]:
        """The expected value at each point, and its standard deviation; both of shape (m,) for points (m, d)."""
        across = self._covariance(self.chosen, points, self._points)
        mean = across @ self._solved
        variance = self._own_variance(points) - (across * cho_solve(self._factor, across.T).T).sum(axis=1)
        return self._middle + self._scale * mean, self._scale * np.sqrt(np.maximum(variance, JITTER))

    def sample(self, points: Array, rng: np.random.Generator) -> Array:
        """Values at all points together, of shape (m,), drawn from the posterior."""
        across = self._covariance(self.chosen, points, self._points)
        spread = self._covariance(self.chosen, points, points) - across @ cho_solve(self._factor, across.T)
        root = np.linalg.cholesky(spread + SAMPLE_JITTER * np.eye(len(points)))
        drawn: Array = across @ self._solved + root @ rng.standard_normal(len(points))
        return self._middle + self._scale * drawn

    def _covariance(self, logs: Array, a: Array, b: Array) -> Array:
        height, slope, lengths = math.exp(2 * logs[0]), math.exp(2 * logs[1]), np.exp(logs[2:])
        apart = np.sqrt(3 * ((a[:, None, :] / lengths - b[None, :, :] / lengths) ** 2).sum(axis=2))
        found: Array = height * (1 + apart) * np.exp(-apart) + slope * ((a - 0.5) @ (b - 0.5).T) + CONSTANT
        return found

    def _derivatives(self, logs: Array) -> Iterator[Array]:
        """Derivatives of the covariance of all points, by each of the hyperparameters."""
        height, slope, lengths = math.exp(2 * logs[0]), math.exp(2 * logs[1]), np.exp(logs[2:])
        squares = ((self._points[:, None, :] - self._points[None, :, :]) / lengths) ** 2
        apart = np.sqrt(3 * squares.sum(axis=2))
        falling = height * np.exp(-apart)
        yield 2 * (1 + apart) * falling
        yield 2 * slope * ((self._points - 0.5) @ (self._points - 0.5).T)
        for direction in range(squares.shape[2]):
            yield 3 * squares[:, :, direction] * falling

    def _own_variance(self, points: Array) -> Array:
        height, slope = math.exp(2 * self.chosen[0]), math.exp(2 * self.chosen[1])
        variance: Array = height + slope * ((points - 0.5) ** 2).sum(axis=1) + CONSTANT
        return variance

    def _loss(self, logs: Array) -> tuple[float, Array]:
        """Minus the logarithm of the posterior of the hyperparameters, but for a constant; and its gradient."""
        factor = cho_factor(self._covariance(logs, self._points, self._points) + self._noise, lower=True)
        solved = cho_solve(factor, self._values)
        fit = 0.5 * self._values @ solved + np.log(np.diag(factor[0])).sum()
        # Equation 5.9: half the trace of (K^-1 - solved solved^T) times the derivative of K.
        weights = cho_solve(factor, np.eye(len(solved))) - np.outer(solved, solved)
        gradient = np.array([0.5 * (weights * each).sum() for each in self._derivatives(logs)])
        away = (logs - self._mean) / self._deviation
        return float(fit + 0.5 * (away**2).sum()), gradient + away / self._deviation
