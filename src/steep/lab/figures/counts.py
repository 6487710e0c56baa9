"""How the games of one bot ended, floor by floor: what two rulesets, or a ruleset and its past, are compared by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from steep.lab.stats import paired
from steep.lab.stats.intervals import Estimate, mean
from steep.lab.stats.survival import hazards, survival
from steep.rules.run_ends import DIED, STOPPED, WON


@dataclass(frozen=True, slots=True)
class Counts:
    """Games by floor, the first that was played in front."""

    reached: tuple[int, ...]
    died: tuple[int, ...]
    stopped: tuple[int, ...]
    """By the limit of turns."""
    won: int
    """Left the last floor alive."""

    @classmethod
    def of_codes(cls, ends: Any) -> Self:
        """Of the numbers of games that ended in each way, int64 by `steep.lab.stats.paired.end_code`."""
        by_floor = ends.reshape(-1, paired.OUTCOMES)
        reached = by_floor.sum(axis=1)[::-1].cumsum()[::-1].tolist()
        died, stopped = (tuple(by_floor[:, outcome].tolist()) for outcome in (paired.DIED, paired.CENSORED))
        return cls(tuple(reached), died, stopped, int(by_floor[:, paired.SURVIVED].sum()))

    @classmethod
    def of_stays(cls, ends: Any) -> Self:
        """From the number of floor visits by end: int64, floors x END_NAMES (`Tally.ends`)."""
        reached, died, stopped = (
            tuple(column.tolist()) for column in (ends.sum(axis=1), ends[:, DIED], ends[:, STOPPED])
        )
        return cls(reached, died, stopped, int(ends[:, WON].sum()))

    @property
    def games(self) -> int:
        """All of them: every game reaches the first floor."""
        return self.reached[0]

    @property
    def left(self) -> tuple[int, ...]:
        """Games that left the floor alive."""
        rows = zip(self.reached, self.died, self.stopped, strict=True)
        return tuple(reached - died - stopped for reached, died, stopped in rows)

    @property
    def hazards(self) -> list[Estimate]:
        """By floor, with Wilson's intervals."""
        return hazards(self.reached, self.died)

    @property
    def survival(self) -> list[Estimate]:
        """By floor, of Kaplan and Meier."""
        return survival(self.reached, self.died)

    @property
    def cleared(self) -> Estimate:
        """Floors left alive, of one game, on average."""
        return cleared(self.games, self.left)


def cleared(games: int, left: Sequence[int]) -> Estimate:
    """Floors left alive, of one game, on average; `left` counts by floor the games that left it so."""
    # A game that left n floors is counted once in each of the first n, so sums over games are sums over floors.
    return mean(games, sum(left), sum((2 * row + 1) * count for row, count in enumerate(left)))


def strength(bot: str, cleared: Estimate, floors: int) -> str:
    """The bot and how far it comes, to stand beside its figures."""
    return f"{bot} (clears {cleared.value:.2f} ±{cleared.interval.half_width:.2f} of {floors} floors)"
