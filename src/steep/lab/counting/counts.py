"""How many games ended where and how, and sums of their numbers, by group and floor: the one count of all studies.

Every figure is a function of such counts (`steep.lab.figures.game_figures`) or of pairs. Counts know neither where
games came from nor what shows them. Their size does not depend on the number of games, and counts of parts may be
joined in any order. This module needs only Python, so a browser counts the same;
`steep.lab.counting.from_arrays` fills the same counts from arrays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, Protocol, Self

from steep.lab.stats.paired_differences import CENSORED, DIED, OUTCOMES, SURVIVED, end_code

Ended = tuple[int, int, int, int]
"""How a game ended: its group, the row of its last floor, DIED, SURVIVED or CENSORED, and what killed the hero, as an
index of the names of killers: -1 if it did not die, or nothing says what killed it."""

OUTCOME_OF_END = (CENSORED, DIED, SURVIVED, CENSORED)
"""The outcome of a game by how its visit to the last floor ended, a number of `steep.core.world.END_NAMES`. A game
whose end is unknown is censored."""


class Numbers(Protocol):
    """Numbers by group and row: `Sums` of whole ones, or `steep.lab.counting.counts.Moments` of any."""

    def join(self, other: Any) -> None:
        """Add all numbers of others of the same kind."""

    def of(self, groups: Sequence[int], row: int) -> list[list[float]]:
        """The numbers of each of some groups in a row: their count, their sum, and their squared deviations."""


@dataclass(slots=True)
class Sums:
    """Whole numbers: how many there are, their sum and the sum of their squares, all of them exact."""

    cells: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """Their count, sum and sum of squares, by group and row."""

    def add(self, group: int, row: int, count: int, total: int, squares: int) -> None:
        """Add numbers, given their count, their sum and the sum of their squares."""
        cell = self.cells.setdefault((group, row), [0, 0, 0])
        cell[0] += count
        cell[1] += total
        cell[2] += squares

    def join(self, other: Sums) -> None:
        """See `Numbers`."""
        for (group, row), cell in other.cells.items():
            self.add(group, row, *cell)

    def of(self, groups: Sequence[int], row: int) -> list[list[float]]:
        """See `Numbers`."""
        found: list[list[float]] = [[], [], []]
        for group in groups:
            count, total, squares = self.cells.get((group, row), (0, 0, 0))
            found[0].append(count)
            found[1].append(total)
            found[2].append((count * squares - total * total) / max(count, 1))
        return found


@dataclass(slots=True)
class Counts:
    """Games of some groups on some floors. Row 0 of what is by floor is the first floor.

    A game counts as having reached all floors down to its last.
    """

    floors: int
    """How many there are."""
    first_floor: int = 1
    ended: Counter[Ended] = field(default_factory=Counter)
    """How many games ended in each way."""
    turns: Numbers = field(default_factory=Sums)
    """Turns of whole games, by group; all are in row 0."""
    numbers: dict[str, Numbers] = field(default_factory=dict)
    """Numbers of floor visits, by their names."""

    @classmethod
    def of_ends(cls, ends: Sequence[int], first_floor: int = 1) -> Self:
        """Games of one group from their number by `end_code`."""
        ended = Counter({(0, *divmod(code, OUTCOMES), -1): int(games) for code, games in enumerate(ends) if games})
        return cls(len(ends) // OUTCOMES, first_floor, ended)

    @classmethod
    def of_floors(cls, died: Sequence[int], stopped: Sequence[int], won: int, first_floor: int = 1) -> Self:
        """Games of one group, by floor. Those that neither died nor were stopped there left it, and won on the last."""
        ends = [games for floor in zip(died, [0] * len(died), stopped, strict=True) for games in floor]
        ends[end_code(len(died) - 1, SURVIVED)] = won
        return cls.of_ends(ends, first_floor)

    def add(self, ended: Ended, turns: int) -> None:
        """Add a game, and the turns that it took."""
        assert isinstance(self.turns, Sums)
        self.ended[ended] += 1
        self.turns.add(ended[0], 0, 1, turns, turns**2)

    @property
    def games(self) -> int:
        """All of them."""
        return self.ended.total()

    @property
    def groups(self) -> list[int]:
        """The numbers of the groups that have games."""
        return sorted({group for group, *_ in self.ended})

    @property
    def ends_by_group(self) -> list[list[int]]:
        """The games of each of `groups` by `end_code`."""
        found = {group: [0] * (self.floors * OUTCOMES) for group in self.groups}
        for (group, row, outcome, _), games in self.ended.items():
            found[group][end_code(row, outcome)] += games
        return list(found.values())

    @property
    def ends(self) -> list[int]:
        """The games of all groups by `end_code`."""
        found = [0] * (self.floors * OUTCOMES)
        for (_, row, outcome, _), games in self.ended.items():
            found[end_code(row, outcome)] += games
        return found

    @property
    def reached(self) -> list[int]:
        """By floor: games that reached it."""
        ended = [0] * self.floors
        for (_, row, *_), games in self.ended.items():
            ended[row] += games
        return [*accumulate(reversed(ended))][::-1]

    @property
    def died(self) -> list[int]:
        """By floor: games that died there."""
        return self.ends[DIED::OUTCOMES]

    @property
    def stopped(self) -> list[int]:
        """By floor: games that were stopped there, or of which nothing more is known."""
        return self.ends[CENSORED::OUTCOMES]

    @property
    def left(self) -> list[int]:
        """By floor: games that left it alive."""
        rows = zip(self.reached, self.died, self.stopped, strict=True)
        return [reached - died - stopped for reached, died, stopped in rows]

    @property
    def won(self) -> int:
        """Games that were won."""
        return sum(self.ends[SURVIVED::OUTCOMES])

    @property
    def killers(self) -> list[Counter[int]]:
        """By floor: deaths there by what killed the hero, where that is known."""
        found = [Counter[int]() for _ in range(self.floors)]
        for (_, row, _, killer), games in self.ended.items():
            if killer >= 0:
                found[row][killer] += games
        return found

    def with_floors(self, floors: int) -> Self:
        """The same games with at least this many floors. No game reached the added ones."""
        return replace(self, floors=max(floors, self.floors))

    def by_group(self) -> dict[int, Self]:
        """The games of each group."""
        found: dict[int, Counter[Ended]] = {}
        for end, games in self.ended.items():
            found.setdefault(end[0], Counter())[end] = games
        return {group: replace(self, ended=ended) for group, ended in found.items()}

    def only(self, groups: Container[int]) -> Self:
        """The games of some groups."""
        return replace(self, ended=Counter({end: games for end, games in self.ended.items() if end[0] in groups}))

    def join(self, other: Self) -> None:
        """Add the games of counts with the same floors."""
        self.ended.update(other.ended)
        self.turns.join(other.turns)
        for name, numbers in other.numbers.items():
            self.numbers.setdefault(name, type(numbers)()).join(numbers)

    def as_plain(self) -> dict[str, Any]:
        """How games ended, and their turns, as plain data that is equal for equal games."""
        assert isinstance(self.turns, Sums)
        return {
            "ended": [[*end, games] for end, games in sorted(self.ended.items())],
            "turns": [[*place, *sums] for place, sums in sorted(self.turns.cells.items())],
        }

    @classmethod
    def from_plain(cls, found: Any, floors: int, first_floor: int = 1) -> Self:
        """Counts from what `as_plain` returned, for games on some floors. Raises `ValueError` for impossible counts."""
        turns, games = Sums(), Counter[int]()
        made = cls(floors, first_floor, turns=turns)
        try:
            for *end, number in found["ended"]:
                group, row, outcome, killer = map(int, end)
                made.ended[group, row, outcome, killer] += int(number)
                games[group] += int(number)
                if not (number > 0 and 0 <= row < floors and 0 <= outcome < OUTCOMES and killer >= -1):
                    raise ValueError(f"no {number} games end as {end}")
                if killer >= 0 and outcome != DIED:
                    raise ValueError(f"what killed the hero of a game that ended as {end}")
            for group, row, count, total, squares in found["turns"]:
                turns.add(int(group), int(row), int(count), int(total), int(squares))
                if total < 0 or count * squares < total**2:
                    raise ValueError(f"no {count} games take {total} turns, and {squares} as squares")
        except (TypeError, KeyError, OverflowError) as error:
            raise ValueError(f"these are no counts of games: {error}") from None
        if not games or {place: sums[0] for place, sums in turns.cells.items()} != {
            (g, 0): n for g, n in games.items()
        }:
            raise ValueError("there are turns of other games")
        return made


# Games that were played twice, under A and under B, by how they ended under each: what comparisons count.

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
        """Games of each side."""
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
