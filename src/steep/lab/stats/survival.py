"""Who lives how long: the hazard of each floor and survival past it, and whether two groups differ.

Games are counted by floor. `reached[f]` of them came to floor f, and `died[f]`
of those died there. A game that the limit of turns stopped on a floor is among
the reached of that floor, so it counts as at risk there (Kaplan and Meier's
rule: who is lost leaves after the deaths), and is not among the next floor's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from steep.lab.stats.intervals import A_SHARE, Estimate, Interval, normal_quantile, wilson


def hazards(reached: Sequence[int], died: Sequence[int], confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share that died there of those that reached it, with Wilson's interval."""
    return [
        Estimate(deaths / at_risk if at_risk else math.nan, wilson(deaths, at_risk, confidence))
        for at_risk, deaths in _rows(reached, died)
    ]


def survival(reached: Sequence[int], died: Sequence[int], confidence: float = 0.95) -> list[Estimate]:
    """By floor: the share of games that live past it if none is stopped (Kaplan and Meier, JASA 53, 1958).

    The variance is Greenwood's (Reports on Public Health 33, 1926), and the interval is symmetric in log(-log S), which
    keeps it between 0 and 1 and covers well in small groups (Kalbfleisch and Prentice, 1980; Borgan and Liestøl,
    Scand. J. Statist. 17, 1990). At the ends that scale has no value, so there:

    - as long as nobody died, S is 1, and the interval is Wilson's of no deaths among the fewest that were at risk;
    - when all that reached a floor died on it, S is 0, and the interval goes from 0 to the highest S before times
      Wilson's highest share of survivors on that floor;
    - past a floor that nobody reached though some might live to, S is not a number, and lies between 0 and the highest
      S before.
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


def log_rank(reached_a: Sequence[int], died_a: Sequence[int], reached_b: Sequence[int], died_b: Sequence[int]) -> float:
    """The p-value, two-sided, of two groups' dying alike on every floor: the log-rank test over floors.

    Deaths of A less those expected of its share of who was at risk, summed over floors, against the variance of Mantel
    (Cancer Chemotherapy Reports 50, 1966), by the normal distribution. For groups of games that have nothing in common:
    two bots on the same seeds are not that (`steep.lab.stats.exact.sign_test`). 1 where nothing can differ.
    """
    excess = variance = 0.0
    groups = zip(_rows(reached_a, died_a), _rows(reached_b, died_b), strict=True)
    for (risk_a, deaths_a), (risk_b, deaths_b) in groups:
        at_risk, deaths = risk_a + risk_b, deaths_a + deaths_b
        if at_risk < 2:
            continue
        excess += deaths_a - deaths * risk_a / at_risk
        variance += deaths * (at_risk - deaths) * risk_a * risk_b / (at_risk * at_risk * (at_risk - 1))
    return math.erfc(abs(excess) / math.sqrt(2 * variance)) if variance else 1.0


def _rows(reached: Sequence[int], died: Sequence[int]) -> list[tuple[int, int]]:
    """Reached and died by floor, as Python's own integers: NumPy's overflow.

    Raises ValueError for columns of different length, and for more deaths than there were to die.
    """
    rows = [(int(at_risk), int(deaths)) for at_risk, deaths in zip(reached, died, strict=True)]
    for row, (at_risk, deaths) in enumerate(rows):
        if not 0 <= deaths <= at_risk:
            raise ValueError(f"row {row}: {deaths} died of {at_risk}")
    return rows
