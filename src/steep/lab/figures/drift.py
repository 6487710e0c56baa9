"""Whether difficulty has drifted from a baseline: which figures are others than they were, and which would be seen.

The games of the baseline and those that are held against it have nothing in
common. Each figure is looked at by Fisher's exact test, all of them together
by Holm's correction. How many figures there are is settled before a game is
played, and so the rate of false alarms is at most the one that is stated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from statistics import NormalDist

from steep.lab.figures.counts import Counts
from steep.lab.simulate.simulator import Batch
from steep.lab.stats.exact import FALSE_ALARM_RATE, fisher, holm
from steep.lab.stats.intervals import Estimate, difference_of_shares
from steep.lab.stats.power import POWER, detectable
from steep.rules.run_ends import DIED, RUNNING, WON


@dataclass(frozen=True, slots=True)
class Limits:
    """When a difference is drift."""

    false_alarms: float = FALSE_ALARM_RATE
    """How often a check of what has not changed may find drift."""
    tolerance: float = 0.0
    """A share. Differences that are not larger are no drift, however sure they are."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One share of a bot's games, as it was and as it is."""

    bot: str
    floor: int | None
    """Where those who reached it died, or did not. None for the whole: who won, of all."""
    hits: int
    """In the baseline."""
    trials: int
    hits_now: int
    trials_now: int
    difference: Estimate
    """Now less then."""
    p: float
    """Adjusted by Holm for all figures that were looked at."""
    drifted: bool
    detectable_change: float | None
    """The smallest change for the worse that so many games show about 8 times in 10: more deaths, or fewer wins.

    None where there is no room for one that large.
    """

    @property
    def was(self) -> float:
        """The share in the baseline; not a number when nobody came."""
        return self.hits / self.trials if self.trials else math.nan

    @property
    def now(self) -> float:
        """The share now; not a number when nobody came."""
        return self.hits_now / self.trials_now if self.trials_now else math.nan

    @property
    def subject(self) -> str:
        """What it is about, in plain words."""
        return "games won" if self.floor is None else f"deaths on floor {self.floor}"


def judge(then: Mapping[str, Counts], now: Mapping[str, Counts], first_floor: int, limits: Limits) -> list[Figure]:
    """All figures of all bots, judged together; of each bot its floors in their order, and then the whole."""
    pairs = [pair for bot, counts in then.items() for pair in shares(bot, counts, now[bot], first_floor)]
    adjusted = holm([fisher(each.hits, each.trials, each.hits_now, each.trials_now) for each in pairs])
    alpha = limits.false_alarms / len(pairs)
    return [
        replace(
            each,
            p=p,
            # A difference that is not known is a p-value of 1.
            drifted=p <= limits.false_alarms and abs(each.difference.value) > limits.tolerance,
            detectable_change=smallest_detectable_change(each, alpha, limits.tolerance),
        )
        for each, p in zip(pairs, adjusted, strict=True)
    ]


def shares(bot: str, then: Counts, now: Counts, first_floor: int) -> Iterator[Figure]:
    """The figures of a bot, not judged yet."""
    rows = zip(then.died, then.reached, now.died, now.reached, strict=True)
    floors: list[tuple[int | None, tuple[int, int, int, int]]] = [
        (first_floor + row, numbers) for row, numbers in enumerate(rows)
    ]
    for floor, (hits, trials, hits_now, trials_now) in [*floors, (None, (then.won, then.games, now.won, now.games))]:
        difference = difference_of_shares(hits, trials, hits_now, trials_now)
        yield Figure(bot, floor, hits, trials, hits_now, trials_now, difference, 1.0, False, None)


def smallest_detectable_change(figure: Figure, alpha: float, tolerance: float) -> float | None:
    """The smallest change for the worse that is found with POWER, at p-values of at most `alpha` and past a tolerance.

    What must be past the tolerance as it was seen, must truly be further by what POWER takes of its standard error.
    """
    bad = figure.hits if figure.floor is not None else figure.trials - figure.hits
    share = bad / figure.trials if figure.trials else 0.0
    rise = detectable(figure.trials, figure.trials_now, share, alpha)
    if rise is None or tolerance == 0:
        return rise
    raised = min(1.0, share + tolerance)
    error = math.sqrt(share * (1 - share) / figure.trials + raised * (1 - raised) / figure.trials_now)
    rise = max(rise, tolerance + NormalDist().inv_cdf(POWER) * error)
    return rise if share + rise <= 1 else None


@dataclass(slots=True)
class Witnesses:
    """The first of a bot's games that went ill on each floor, and that went well; and of all its games."""

    seeds: dict[tuple[int | None, bool], int] = field(default_factory=dict)
    """By floor and whether the hero died there. On no floor, as the whole game: whether it did not win."""

    def add(self, batch: Batch) -> None:
        """Look through a batch. Batches come in the order of their seeds."""
        visits = batch.visits
        last = visits[visits["end"] != RUNNING]
        by_floor = zip(visits["floor"].tolist(), (visits["end"] == DIED).tolist(), visits["seed"].tolist(), strict=True)
        whole = (
            (None, ill, seed) for ill, seed in zip((last["end"] != WON).tolist(), last["seed"].tolist(), strict=True)
        )
        for floor, ill, seed in [*by_floor, *whole]:
            self.seeds.setdefault((floor, ill), seed)

    def of(self, figure: Figure) -> int | None:
        """The seed of a game that goes as a figure has changed; None when there is none."""
        rose = figure.difference.value > 0
        return self.seeds.get((figure.floor, rose if figure.floor is not None else not rose))
