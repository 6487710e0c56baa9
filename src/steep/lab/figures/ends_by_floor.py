"""How the games of one bot ended, floor by floor. Comparisons and checks are computed from these counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steep.core.world import DEAD, STOPPED, WON
from steep.lab.stats import paired_differences
from steep.lab.stats.confidence_intervals import Estimate, mean
from steep.lab.stats.hazard_and_survival import hazards, survival
from steep.lab.stats.shares_as_text import give_or_take


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of games by floor, starting with the first floor played."""

    reached: tuple[int, ...]
    died: tuple[int, ...]
    stopped: tuple[int, ...]
    """At the turn limit."""
    won: int
    """Left the last floor alive."""

    @classmethod
    def of_codes(cls, ends: NDArray[np.int64]) -> Self:
        """From the number of games by `steep.lab.stats.paired_differences.end_code`, an int64 array."""
        by_floor = ends.reshape(-1, paired_differences.OUTCOMES)
        reached = by_floor.sum(axis=1)[::-1].cumsum()[::-1].tolist()
        died, stopped = (
            tuple(by_floor[:, outcome].tolist()) for outcome in (paired_differences.DIED, paired_differences.CENSORED)
        )
        return cls(tuple(reached), died, stopped, int(by_floor[:, paired_differences.SURVIVED].sum()))

    @classmethod
    def of_visits(cls, ends: NDArray[np.int64]) -> Self:
        """From the number of floor visits by end: int64, floors x END_NAMES (`Tally.ends`)."""
        reached, died, stopped = (
            tuple(column.tolist()) for column in (ends.sum(axis=1), ends[:, DEAD], ends[:, STOPPED])
        )
        return cls(reached, died, stopped, int(ends[:, WON].sum()))

    @property
    def games(self) -> int:
        """All games: every game reaches the first floor."""
        return self.reached[0]

    @property
    def left(self) -> tuple[int, ...]:
        """By floor: games that left it alive."""
        rows = zip(self.reached, self.died, self.stopped, strict=True)
        return tuple(reached - died - stopped for reached, died, stopped in rows)

    @property
    def hazards(self) -> list[Estimate]:
        """By floor, with Wilson intervals."""
        return self.hazards_with(0.95)

    def hazards_with(self, confidence: float) -> list[Estimate]:
        """The same with intervals of another confidence."""
        return hazards(self.reached, self.died, confidence)

    @property
    def survival(self) -> list[Estimate]:
        """By floor, estimated by Kaplan and Meier's method."""
        return self.survival_with(0.95)

    def survival_with(self, confidence: float) -> list[Estimate]:
        """The same with intervals of another confidence."""
        return survival(self.reached, self.died, confidence)

    @property
    def cleared(self) -> Estimate:
        """Mean number of floors that a game leaves alive."""
        return cleared(self.games, self.left)

    def cleared_with(self, confidence: float) -> Estimate:
        """The same with an interval of another confidence."""
        return cleared(self.games, self.left, confidence)


def cleared(games: int, left: Sequence[int], confidence: float = 0.95) -> Estimate:
    """Mean number of floors that a game leaves alive; `left` holds by floor the games that left it alive."""
    # A game that leaves n floors is counted once on each of the first n, so sums over games are sums over floors.
    return mean(games, sum(left), sum((2 * row + 1) * count for row, count in enumerate(left)), confidence)


def strength(bot: str, cleared: Estimate, floors: int) -> str:
    """The bot and how many floors it clears, to print beside its figures."""
    return f"{bot} (clears {cleared.value:.2f} {give_or_take(cleared.interval, 2)} of {floors} floors)"
