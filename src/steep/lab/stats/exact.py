"""Exact tests on counts: have the odds of dying changed, and which of two players is the better.

A p-value is the chance of what was seen or anything less likely, if nothing
had changed. It is summed term by term, however many games there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

FALSE_ALARM_RATE = 0.001
"""How often a test that stands guard may cry wolf."""

_VANISHED = 1e-290
"""A term this small beside the largest adds nothing. It is also as small as a p-value gets."""

_SAME = 1e-10
"""Terms this close, relatively, are the same: what separates them is rounding."""


def fisher(died_a: int, games_a: int, died_b: int, games_b: int) -> float:
    """The two-sided p-value of Fisher's exact test (1922; JRSS 98, 1935) that two groups die at the same rate.

    Tables with the same sums count as less likely by their own probability. Its relative error is below 1e-9; what lies
    below 1e-290 is given as 0. Raises ValueError for more deaths than games.
    """
    if not (0 <= died_a <= games_a and 0 <= died_b <= games_b):
        raise ValueError(f"{died_a} of {games_a} and {died_b} of {games_b} cannot have died")
    games_a, games_b = int(games_a), int(games_b)  # NumPy's integers are slow, and overflow
    games, died = games_a + games_b, int(died_a) + int(died_b)
    mode = (died + 1) * (games_a + 1) // (games + 2)

    def rise(k: int) -> float:
        return (died - k) * (games_a - k) / ((k + 1) * (games_b - died + k + 1))

    return _two_sided(died_a, mode, max(0, died - games_b), min(died, games_a), rise)


def sign_test(better: int, worse: int) -> float:
    """The two-sided p-value that of pairs that differ each way is as likely: the exact sign test (Arbuthnot, 1710).

    Of two bots on the same seeds, `better` counts the seeds where the first got deeper. Of pairs of yes and no it is
    the exact test of McNemar (Psychometrika 12, 1947). As precise as `fisher`.
    """
    if better < 0 or worse < 0:
        raise ValueError(f"{better} pairs one way and {worse} the other")
    pairs = int(better) + int(worse)
    return _two_sided(better, pairs // 2, 0, pairs, lambda k: (pairs - k) / (k + 1))


def _two_sided(seen: int, mode: int, least: int, most: int, rise: Callable[[int], float]) -> float:
    """The chance of `seen` and all that is no likelier, of a distribution on least..most whose peak is at `mode`.

    `rise(k)` is how much likelier k + 1 is than k.
    """
    weights = {mode: 1.0}
    weight, k = 1.0, mode
    while k < most and weight > _VANISHED:
        weight *= rise(k)
        k += 1
        weights[k] = weight
    weight, k = 1.0, mode
    while k > least and weight > _VANISHED:
        k -= 1
        weight /= rise(k)
        weights[k] = weight
    limit = weights.get(seen, 0.0) * (1 + _SAME)
    if limit <= _VANISHED:
        return 0.0
    return min(1.0, math.fsum(each for each in weights.values() if each <= limit) / math.fsum(weights.values()))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values of a family of tests, adjusted in the order given (Holm, Scand. J. Statist. 6, 1979).

    Where nothing changed, the chance that any of them is at most alpha is at most alpha, whether or not the tests
    depend on each other.
    """
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, test in enumerate(sorted(range(len(p_values)), key=lambda each: p_values[each])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[test]))
        adjusted[test] = highest
    return adjusted


def drift(
    reached_a: Sequence[int], died_a: Sequence[int], reached_b: Sequence[int], died_b: Sequence[int]
) -> list[float]:
    """By floor: the p-value that its hazard is as it was, adjusted for looking at all floors.

    Difficulty has drifted on the floors where it is at most the false-alarm rate that was chosen (FALSE_ALARM). The two
    groups must be of different seeds.
    """
    rows = zip(died_a, reached_a, died_b, reached_b, strict=True)
    return holm([fisher(*row) for row in rows])
