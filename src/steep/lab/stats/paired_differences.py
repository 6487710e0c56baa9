"""Paired games: the difference between two groups A and B that were played on the same seeds, floor by floor.

The two games of a seed are a pair. How one ends says much about the other, so pairs are counted together: `pairs` has
how many ended with `end_code` a under A and b under B. Floors are rows; row 0 is the first floor played. Nothing here
needs more than Python, so that a browser computes the same.

Every figure is a smooth function of the counts. Its variance is the sum over all pairs of their squared influence on it
(the infinitesimal jackknife; Jaeckel 1972, Efron 1982). A and B are not assumed to be independent.

Pairs that never differed in the data may still differ. So intervals and errors count two more pairs on each floor: in
one the hero dies there under A and survives under B, in the other the reverse. For two plain shares this is the
adjusted interval of Bonett and Price (British J. Math. Statist. Psychol. 65, 2012). Where hardly a pair differs it is
wider than necessary, never too narrow. `value` counts only real pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar, cast

from steep.lab.stats.confidence_intervals import ANYWHERE, Estimate, Interval, mean, normal_quantile, p_value
from steep.lab.stats.hazard_and_survival import hazards, survival

DIED = 0
SURVIVED = 1
"""Left the last floor alive."""
CENSORED = 2
"""Cut off alive: how the game would have ended is unknown."""
OUTCOMES = 3

FEW_PAIRS = 20
"""Below this, no mean of differences is given."""


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


Codes = TypeVar("Codes")
"""Whole numbers, or arrays of them."""


def end_code(row: Codes, outcome: Codes) -> Codes:
    """A game's end as one number: the row of its last floor, and DIED, SURVIVED or CENSORED."""
    code: Codes = cast("Any", row) * OUTCOMES + outcome
    return code


Pairs = Mapping[tuple[int, int], int]
"""How many pairs there are, by their end codes under A and under B."""


def paired_hazards(pairs: Pairs, floors: int, confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in hazard, which is the share that died there among those that reached it."""
    return _differences(pairs, floors, hazards, hazard_influence, confidence)


def paired_survival(pairs: Pairs, floors: int, confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in Kaplan-Meier survival, with Reid's influence function (Ann. Statist. 9, 1981)."""
    return _differences(pairs, floors, survival, survival_influence, confidence)


def paired_shares(pairs: Pairs, floors: int, confidence: float = 0.95) -> list[Difference]:
    """By floor: the difference in the share of all games that die there."""
    codes, rows = range(floors * OUTCOMES), range(floors)
    return [paired_means(pairs, [code == end_code(row, DIED) for code in codes], confidence, row) for row in rows]


def paired_means(pairs: Pairs, values: Sequence[float], confidence: float = 0.95, row: int = 0) -> Difference:
    """The difference in the mean of a value that a game has by how it ended; `values` are by end code.

    The two added pairs are those of the floor in a row.
    """
    games, most = sum(pairs.values()), max(values) - min(values)
    if not games:
        return Difference(math.nan, math.inf, Interval(-most, most), 1.0)
    total = math.fsum(count * (values[b] - values[a]) for (a, b), count in pairs.items())
    middle = total / (games + 2)
    both = chain(pairs.items(), _added(row, len(values) // OUTCOMES))
    squares = math.fsum(count * (values[b] - values[a] - middle) ** 2 for (a, b), count in both)
    error = math.sqrt(squares) / (games + 2)
    reach = normal_quantile(confidence) * error
    interval = Interval(max(-most, middle - reach), min(most, middle + reach))
    return Difference(total / games, error, interval, math.erfc(abs(middle) / error / math.sqrt(2)))


def mean_of_pairs(pairs: int, total: int, squares: int, confidence: float = 0.95) -> Difference:
    """The mean of whole numbers, each the difference in a pair, from their sum and the sum of their squares.

    With Student's t interval. Fewer than FEW_PAIRS say nothing: they may be alike by chance.
    """
    if pairs < FEW_PAIRS:
        return Difference(math.nan, math.inf, ANYWHERE, 1.0)
    found = mean(pairs, total, squares, confidence)
    error = math.sqrt((pairs * squares - total * total) / (pairs * pairs * (pairs - 1)))
    p = p_value(abs(found.value) / error, pairs - 1) if error else float(total == 0)
    return Difference(found.value, error, found.interval, p)


Figure = Callable[[Sequence[int], Sequence[int], float], list[Estimate]]
"""Takes how many games reached each floor and how many died there; returns the figure of one group by itself."""

Influence = Callable[[Sequence[int], int], tuple[float, list[float]]]
"""Takes one group's games by end code and a row; returns the figure, and a game's influence by end code."""


def _differences(
    pairs: Pairs, floors: int, figure: Figure, influence: Influence, confidence: float
) -> list[Difference]:
    a, b = ([0] * (floors * OUTCOMES) for _ in range(2))
    for (one, other), count in pairs.items():
        a[one] += count
        b[other] += count
    singles = [figure(*_reached_and_died(ends), confidence) for ends in (a, b)]
    z = normal_quantile(confidence)
    found = []
    for row, (single_a, single_b) in enumerate(zip(*singles, strict=True)):
        value = single_b.value - single_a.value
        if math.isnan(value):
            low = single_b.interval.low - single_a.interval.high
            high = single_b.interval.high - single_a.interval.low
            found.append(Difference(value, math.inf, Interval(low, high), 1.0))
            continue
        value_a, of_a = influence(_with_added(a, row), row)
        value_b, of_b = influence(_with_added(b, row), row)
        both = chain(pairs.items(), _added(row, floors))
        error = math.sqrt(math.fsum(count * (of_b[other] - of_a[one]) ** 2 for (one, other), count in both))
        middle = value_b - value_a
        interval = Interval(max(-1.0, middle - z * error), min(1.0, middle + z * error))
        found.append(Difference(value, error, interval, math.erfc(abs(middle) / error / math.sqrt(2))))
    return found


def _added(row: int, floors: int) -> list[tuple[tuple[int, int], int]]:
    """The two pairs that are added on a floor: the hero dies there under one side, and wins under the other."""
    dead, won = end_code(row, DIED), end_code(floors - 1, SURVIVED)
    return [((dead, won), 1), ((won, dead), 1)]


def _with_added(ends: Sequence[int], row: int) -> list[int]:
    """One group's games with those of the two pairs that are added."""
    more = list(ends)
    for (code, _), count in _added(row, len(ends) // OUTCOMES):
        more[code] += count
    return more


def hazard_influence(ends: Sequence[int], row: int) -> tuple[float, list[float]]:
    """The hazard on a floor, and each game's influence on it (`Influence`)."""
    first = end_code(row, DIED)
    at_risk = sum(ends[first:])
    hazard = ends[first] / at_risk
    return hazard, [((code == first) - hazard * (code >= first)) / at_risk for code in range(len(ends))]


def survival_influence(ends: Sequence[int], row: int) -> tuple[float, list[float]]:
    """Survival past a floor, and each game's influence on it (`Influence`)."""
    reached, died = _reached_and_died(ends)
    alive, passed = 1.0, 0.0
    influence = [0.0] * len(ends)
    for floor in range(row + 1):
        hazard, left = died[floor] / reached[floor], reached[floor] - died[floor]
        alive *= 1 - hazard
        # Each game that reached the floor was at risk there, and each that died there lowers survival.
        passed += hazard / left
        for outcome in range(OUTCOMES):
            influence[end_code(floor, outcome)] = passed - (1 / left if outcome == DIED else 0.0)
    beyond = end_code(row + 1, DIED)
    influence[beyond:] = [passed] * (len(ends) - beyond)
    return alive, [alive * each for each in influence]


def _reached_and_died(ends: Sequence[int]) -> tuple[list[int], list[int]]:
    """By floor, from games by end code."""
    died = list(ends[DIED::OUTCOMES])
    return [sum(ends[end_code(row, 0) :]) for row in range(len(died))], died
