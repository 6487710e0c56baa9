"""Tests whether difficulty has drifted from a baseline: which figures changed, and how large a change is detectable.

The games of the baseline and those compared with it are on different seeds, and so independent. Each figure is tested
with Fisher's exact test, with Holm's correction over all of them. The number of figures is fixed before any game is
played, so the rate of false alarms is at most the stated one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist

from steep.core.world import DEAD, PLAYING, WON
from steep.lab.counting.counts import Counts
from steep.lab.simulate.play_in_one_thread import GameBatch
from steep.lab.stats.confidence_intervals import FALSE_ALARM_RATE, Estimate, difference_of_shares, fisher, holm
from steep.lab.stats.independent_differences import POWER, detectable

DRIFTED = "drifted"
HELD = "held"
TOO_FEW = "too few games to tell"
"""Verdicts of a check."""

WINS = "games won"

COARSE = 0.2
"""If no figure of a bot would show a change of this share beyond the tolerance, it has played too few games to tell.
A ruleset where a fifth more of all heroes die on a floor is another game."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a difference counts as drift."""

    false_alarms: float = FALSE_ALARM_RATE
    """How often a check may find drift in an unchanged ruleset."""
    tolerance: float = 0.0
    """A share. Differences up to this are never drift, however significant."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One share of a bot's games, in the baseline and now."""

    bot: str
    floor: int | None
    """The share of games that died on this floor, among those that reached it. None for the share of all games won."""
    hits: int
    """Of `trials` games in the baseline, those that died there, or that were won."""
    trials: int
    hits_now: int
    trials_now: int
    difference: Estimate
    """Now minus the baseline."""
    p: float
    """Adjusted with Holm's method for testing all figures."""
    drifted: bool
    detectable_change: float | None
    """The smallest change for the worse (more deaths or fewer wins) that this many games detect about 8 times in 10.

    None where even the largest possible change would be missed.
    """

    @property
    def was(self) -> float:
        """The share in the baseline; NaN when no game reached the floor."""
        return self.hits / self.trials if self.trials else math.nan

    @property
    def now(self) -> float:
        """The share now; NaN when no game reached the floor."""
        return self.hits_now / self.trials_now if self.trials_now else math.nan

    @property
    def subject(self) -> str:
        """What the share is of, in words."""
        return WINS if self.floor is None else f"deaths on floor {self.floor}"


def find_drift(then: Mapping[str, Counts], now: Mapping[str, Counts], first_floor: int, limits: Limits) -> list[Figure]:
    """Test all figures of all bots together; for each bot its floors in order, then the share of games won."""
    pairs = [pair for bot, counts in then.items() for pair in shares(bot, counts, now[bot], first_floor)]
    adjusted = holm([fisher(each.hits, each.trials, each.hits_now, each.trials_now) for each in pairs])
    alpha = limits.false_alarms / len(pairs)
    return [
        replace(
            each,
            p=p,
            # An unknown difference has a p-value of 1.
            drifted=p <= limits.false_alarms and abs(each.difference.value) > limits.tolerance,
            detectable_change=smallest_detectable_change(each, alpha, limits.tolerance),
        )
        for each, p in zip(pairs, adjusted, strict=True)
    ]


def shares(bot: str, then: Counts, now: Counts, first_floor: int) -> Iterator[Figure]:
    """The figures of a bot, not yet tested."""
    rows = zip(then.died, then.reached, now.died, now.reached, strict=True)
    floors: list[tuple[int | None, tuple[int, int, int, int]]] = [
        (first_floor + row, numbers) for row, numbers in enumerate(rows)
    ]
    for floor, (hits, trials, hits_now, trials_now) in [*floors, (None, (then.won, then.games, now.won, now.games))]:
        difference = difference_of_shares(hits, trials, hits_now, trials_now)
        yield Figure(bot, floor, hits, trials, hits_now, trials_now, difference, 1.0, False, None)


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """How small a drift of a bot's figures a check would have found about 8 times in 10."""

    bot: str
    figure: str
    """The one whose detectable change is the smallest; empty where even the largest change would be missed."""
    detectable_change: float | None
    enough: bool
    """Whether that is at most COARSE beyond the tolerance."""


def sensitivities(figures: Sequence[Figure], limits: Limits) -> list[Sensitivity]:
    """One for each bot."""
    found = []
    for bot in dict.fromkeys(figure.bot for figure in figures):
        changes = [
            (figure.detectable_change, figure.subject)
            for figure in figures
            if figure.bot == bot and figure.detectable_change is not None
        ]
        change, subject = min(changes, default=(None, ""))
        found.append(Sensitivity(bot, subject, change, change is not None and change <= limits.tolerance + COARSE))
    return found


def smallest_detectable_change(figure: Figure, alpha: float, tolerance: float) -> float | None:
    """The smallest change for the worse found with POWER, at p-values of at most `alpha` and beyond a tolerance.

    For the observed change to exceed the tolerance with POWER, the true change must be larger by a multiple of its
    standard error.
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
class Examples:
    """The seeds of a bot's first game that died on each floor, and that survived it; also the first won and not won."""

    seeds: dict[tuple[int | None, bool], int] = field(default_factory=dict)
    """By floor and whether the hero died there. Floor None is the whole game: whether it was not won."""

    def add(self, batch: GameBatch) -> None:
        """Look for examples in a batch. Batches must come in the order of their seeds."""
        visits = batch.visits
        last = visits[visits["end"] != PLAYING]
        by_floor = zip(visits["floor"].tolist(), (visits["end"] == DEAD).tolist(), visits["seed"].tolist(), strict=True)
        whole = (
            (None, bad, seed) for bad, seed in zip((last["end"] != WON).tolist(), last["seed"].tolist(), strict=True)
        )
        for floor, bad, seed in [*by_floor, *whole]:
            self.seeds.setdefault((floor, bad), seed)

    def of(self, figure: Figure) -> int | None:
        """The seed of a game that shows the direction in which a figure changed; None when there is none."""
        rose = figure.difference.value > 0
        return self.seeds.get((figure.floor, rose if figure.floor is not None else not rose))
