"""Survival analysis by floor: hazard, survival past each floor, and whether two groups differ.

`reached[f]` games reached floor f, and `died[f]` of those died there. A game that was stopped on a floor is censored
there: it counts as reached on that floor, so as at risk (Kaplan and Meier's convention: censoring comes after deaths),
but not on the next.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from steep.lab.stats.confidence_intervals import A_SHARE, Estimate, Interval, normal_quantile, wilson


def hazards(reached: Sequence[int], died: Sequence[int], confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share that died there, among those that reached it, with the Wilson interval."""
    return [
        Estimate(deaths / at_risk if at_risk else math.nan, wilson(deaths, at_risk, confidence))
        for at_risk, deaths in _rows(reached, died)
    ]


def hazard_ratios(reached: Sequence[int], died: Sequence[int], least: int, confidence: float = 0.95) -> list[Estimate]:
    """By floor: its hazard, divided by the mean hazard of the floors beside it.

    Only floors that `least` games reached count, also as neighbours; NaN where there are none. A half is added to
    the deaths and one to the games, so that no hazard is 0. The interval is symmetric in the logarithm, whose variance
    is that of the delta method: the hazards of different floors are not correlated.
    """
    z, rows = normal_quantile(confidence), _rows(reached, died)
    shares = [(deaths + 0.5) / (at_risk + 1) for at_risk, deaths in rows]
    variances = [share * (1 - share) / (at_risk + 1) for share, (at_risk, _) in zip(shares, rows, strict=True)]
    known = [at_risk >= max(1, least) for at_risk, _ in rows]
    found = []
    for row, share in enumerate(shares):
        beside = [other for other in (row - 1, row + 1) if 0 <= other < len(rows) and known[other]]
        if not known[row] or not beside:
            found.append(Estimate(math.nan, Interval(0.0, math.inf)))
            continue
        total = math.fsum(shares[other] for other in beside)
        ratio = share * len(beside) / total
        spread = variances[row] / share**2 + math.fsum(variances[other] for other in beside) / total**2
        reach = math.exp(z * math.sqrt(spread))
        found.append(Estimate(ratio, Interval(ratio / reach, ratio * reach)))
    return found


def survival(reached: Sequence[int], died: Sequence[int], confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share of games that survive it, corrected for censoring (Kaplan and Meier, JASA 53, 1958).

    The variance is Greenwood's (Reports on Public Health 33, 1926), and the interval is symmetric in log(-log S), which
    keeps it between 0 and 1 and has good coverage in small groups (Kalbfleisch and Prentice, 1980; Borgan and Liestøl,
    Scand. J. Statist. 17, 1990). That scale is undefined for S = 0 and S = 1, so there:

    - before any death, S is 1, with the Wilson interval for no deaths among the smallest number at risk so far;
    - when all games that reached a floor died on it, S is 0; the upper end is the previous upper end times the Wilson
      upper end of the share of survivors on that floor;
    - past a floor that no game reached although some survived the floor before, S is NaN, between 0 and the previous
      upper end.
    """
    z = normal_quantile(confidence)
    found: list[Estimate] = []
    alive, greenwood, fewest = 1.0, 0.0, 0
    before = A_SHARE
    for at_risk, deaths in _rows(reached, died):
        fewest = min(fewest, at_risk) if found else at_risk
        if at_risk == 0:
            alive = 0.0 if alive == 0 else math.nan
        else:
            alive *= (at_risk - deaths) / at_risk
        if math.isnan(alive) or (alive == 0 and at_risk == 0):
            interval = Interval(0.0, before.high)
        elif alive == 0:
            interval = Interval(0.0, before.high * wilson(0, at_risk, confidence).high)
        elif alive == 1:
            interval = Interval(1 - wilson(0, fewest, confidence).high, 1.0)
        else:
            greenwood += deaths / (at_risk * (at_risk - deaths))
            reach = z * math.sqrt(greenwood) / -math.log(alive)
            interval = Interval(alive ** math.exp(reach), alive ** math.exp(-reach))
        found.append(Estimate(alive, interval))
        before = interval
    return found


def median_row(alive: Sequence[float]) -> int:
    """The first row whose survival is at most a half; the number of rows where there is none."""
    return next((row for row, share in enumerate(alive) if share <= 0.5), len(alive))


def _rows(reached: Sequence[int], died: Sequence[int]) -> list[tuple[int, int]]:
    """(reached, died) by floor as Python integers, since NumPy integers overflow.

    Raises ValueError for sequences of different length, and for more deaths than games.
    """
    rows = [(int(at_risk), int(deaths)) for at_risk, deaths in zip(reached, died, strict=True)]
    for row, (at_risk, deaths) in enumerate(rows):
        if not 0 <= deaths <= at_risk:
            raise ValueError(f"row {row}: {deaths} died of {at_risk}")
    return rows
