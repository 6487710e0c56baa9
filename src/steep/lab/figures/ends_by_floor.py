"""How the games of one bot ended, floor by floor. Comparisons and checks are computed from these counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from steep.core.world import DEAD, STOPPED, WON
from steep.lab.stats.confidence_intervals import Estimate, mean, wilson
from steep.lab.stats.hazard_and_survival import hazard_ratios, hazards, survival
from steep.lab.stats.paired_differences import CENSORED, DIED, OUTCOMES, SURVIVED
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
    def of_codes(cls, ends: Iterable[int]) -> Self:
        """From the number of games by `steep.lab.stats.paired_differences.end_code`."""
        codes = [int(games) for games in ends]
        reached = [sum(codes[first:]) for first in range(0, len(codes), OUTCOMES)]
        died, stopped, won = (tuple(codes[outcome::OUTCOMES]) for outcome in (DIED, CENSORED, SURVIVED))
        return cls(tuple(reached), died, stopped, sum(won))

    @classmethod
    def of_visits(cls, ends: Iterable[Iterable[int]]) -> Self:
        """From the number of floor visits by end: floors x END_NAMES (`Tally.ends`)."""
        floors = [[int(visits) for visits in floor] for floor in ends]
        died, stopped, won = (tuple(floor[end] for floor in floors) for end in (DEAD, STOPPED, WON))
        return cls(tuple(map(sum, floors)), died, stopped, sum(won))

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


class CountedGames(ABC):
    """Figures of games that follow from how they ended, by floor."""

    __slots__ = ()

    @property
    @abstractmethod
    def counts(self) -> Counts:
        """How the games ended."""

    def hazards(self, confidence: float) -> list[Estimate]:
        """By floor: the share of games that died there of those that reached it."""
        return self.counts.hazards_with(confidence)

    def survival(self, confidence: float) -> list[Estimate]:
        """By floor: the share of heroes who leave it alive."""
        return self.counts.survival_with(confidence)

    def ratios(self, least: int, confidence: float) -> list[Estimate]:
        """By floor: its hazard, divided by the mean of those beside it (`hazard_ratios`)."""
        return hazard_ratios(self.counts.reached, self.counts.died, least, confidence)

    def cleared(self, confidence: float) -> Estimate:
        """Mean number of floors that a game leaves alive."""
        return self.counts.cleared_with(confidence)

    def wins(self, confidence: float) -> Estimate:
        """The share of games that were won."""
        counts = self.counts
        return Estimate(counts.won / counts.games, wilson(counts.won, counts.games, confidence))


def cleared(games: int, left: Sequence[int], confidence: float = 0.95) -> Estimate:
    """Mean number of floors that a game leaves alive; `left` holds by floor the games that left it alive."""
    # A game that leaves n floors is counted once on each of the first n, so sums over games are sums over floors.
    return mean(games, sum(left), sum((2 * row + 1) * count for row, count in enumerate(left)), confidence)


def strength(bot: str, cleared: Estimate, floors: int) -> str:
    """The bot and how many floors it clears, to print beside its figures."""
    return f"{bot} (clears {cleared.value:.2f} {give_or_take(cleared.interval, 2)} of {floors} floors)"
