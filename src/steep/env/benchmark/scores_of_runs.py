"""Scores of several training runs on several tasks in one figure, as in Agarwal et al. (NeurIPS 2021, `rliable`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steep.core.input_errors import InputError
from steep.lab.stats.confidence_intervals import Estimate, Interval

REPETITIONS = 2_000
"""Samples of the bootstrap."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Figures over all runs of all tasks, each with its stratified bootstrap interval."""

    iqm: Estimate
    """The mean of the middle half of all scores."""
    mean: Estimate
    median: Estimate
    """The median of the tasks' means."""


def aggregate(
    scores: Mapping[str, ArrayLike], *, confidence: float = 0.95, repetitions: int = REPETITIONS, seed: int = 0
) -> Aggregate:
    """Aggregate the normalised scores of training runs.

    `scores` has for each task a list with the score of each run, such as `Score.normalised`; every task the same number
    of runs. The interval is a percentile interval over samples that draw each task's runs anew with replacement, from
    `numpy.random.default_rng(seed)`. Raises `InputError` for no scores, and for unequal or missing ones.
    """
    values = [np.asarray(each, np.float64) for each in scores.values()]
    if not values or any(each.ndim != 1 or not len(each) for each in values):
        raise InputError("scores must have a list of at least one score for each task")
    if len({len(each) for each in values}) > 1:
        counts = ", ".join(f"{task} {len(each)}" for task, each in zip(scores, values, strict=True))
        raise InputError(f"every task must have as many runs: found {counts}")
    table = np.stack(values, axis=1)
    if not np.isfinite(table).all():
        raise InputError("scores has one that is not a finite number")
    random = np.random.default_rng(seed)
    runs, tasks = table.shape
    drawn = random.integers(runs, size=(repetitions, runs, tasks))
    samples = np.take_along_axis(table[None], drawn, axis=1)
    return Aggregate(
        *(
            estimate(figure(table[None])[0], figure(samples), confidence)
            for figure in (interquartile_means, lambda tables: tables.mean(axis=(1, 2)), medians)
        )
    )


def interquartile_means(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each table (shape (n, runs, tasks)) the mean without the lowest and the highest quarter of its numbers."""
    flat = np.sort(tables.reshape(len(tables), -1), axis=1)
    cut = flat.shape[1] // 4
    return np.asarray(flat[:, cut : flat.shape[1] - cut].mean(axis=1))


def medians(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each table (shape (n, runs, tasks)) the median over tasks of the means over runs."""
    return np.asarray(np.median(tables.mean(axis=1), axis=1))


def estimate(value: float, samples: NDArray[np.float64], confidence: float) -> Estimate:
    """A figure with the percentile interval of its samples."""
    low, high = np.quantile(samples, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Estimate(float(value), Interval(float(low), float(high)))
