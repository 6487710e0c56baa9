"""Games that were played twice, under A and under B, by how they ended under each: what comparisons count.

As `steep.lab.counting.counts`, they need no more than Python, and do not grow with the number of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from steep.lab.counting.counts import Counts
from steep.lab.stats.paired_differences import DIED, OUTCOMES, SURVIVED, end_code

MAX_EXAMPLES = 3
"""How many seeds are kept as examples for each floor and direction."""


@dataclass(slots=True)
class Pairs:
    """Pairs of games with the same seed. Row 0 of what is by floor is the first floor."""

    floors: int
    """How many there are."""
    first_floor: int = 1
    ended: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How many pairs have these two `end_code`, under A and under B."""
    dead_only: tuple[list[list[int]], list[list[int]]] = field(init=False)
    """For A and for B, by floor: the first few seeds whose game dies there and gets past it under the other."""

    def __post_init__(self) -> None:
        none_yet: list[list[list[int]]] = [[[] for _ in range(self.floors)] for _ in range(2)]
        self.dead_only = (none_yet[0], none_yet[1])

    def join(self, other: Pairs) -> None:
        """Add pairs with later seeds, of the same floors."""
        self.ended.update(other.ended)
        for mine, more in zip(self.dead_only, other.dead_only, strict=True):
            for seeds, others in zip(mine, more, strict=True):
                seeds += others[: MAX_EXAMPLES - len(seeds)]

    @property
    def games(self) -> int:
        """Of each side."""
        return self.ended.total()

    @property
    def sides(self) -> tuple[Counts, Counts]:
        """How the games ended under A, and under B."""
        ends = [[0] * (self.floors * OUTCOMES) for _ in range(2)]
        for pair, games in self.ended.items():
            for of_side, code in zip(ends, pair, strict=True):
                of_side[code] += games
        return Counts.of_ends(ends[0], self.first_floor), Counts.of_ends(ends[1], self.first_floor)

    def add(self, pairs: Iterable[tuple[int, int, int]]) -> None:
        """Add pairs: the seed of each, and its `end_code` under A and under B."""
        for seed, *codes in pairs:
            self.ended[codes[0], codes[1]] += 1
            for by_floor, dead, other in zip(self.dead_only, codes, reversed(codes), strict=True):
                row, outcome = divmod(dead, OUTCOMES)
                gets_past = other >= end_code(row + 1, 0) or other == end_code(row, SURVIVED)
                if outcome == DIED and gets_past and len(by_floor[row]) < MAX_EXAMPLES:
                    by_floor[row].append(seed)
