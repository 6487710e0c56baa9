"""What the checks of a ruleset are given: its tables, its floors as far as they change, and its heroes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from steep.balance.hero import Heroes
from steep.balance.odds import last_change, monsters_on
from steep.balance.survey import Survey
from steep.content import Rulebook


@dataclass(frozen=True)
class Known:
    """A ruleset, its floors as far as they change and one more, and its heroes."""

    book: Rulebook
    found: Survey

    @cached_property
    def heroes(self) -> Heroes:
        """The heroes that the ruleset allows."""
        return Heroes(self.found)

    @cached_property
    def last_change(self) -> int:
        """The last floor on which anything changes."""
        return last_change(self.book.compiled)

    @cached_property
    def coming(self) -> list[set[int]]:
        """The kinds of monsters that can come on each floor, 1 and up."""
        return [monsters_on(self.book.compiled, floor.floor) for floor in self.found.floors]

    @property
    def floors(self) -> range:
        """The floors that are looked at; below the last, all are alike."""
        return range(1, len(self.found.floors) + 1)

    def first_floor(self, kind: int) -> int | None:
        """The first floor on which a monster can come."""
        return next((floor for floor in self.floors if kind in self.coming[floor - 1]), None)

    def comes_from(self, kind: int, floor: int) -> bool:
        """Whether a monster can still come on a floor or deeper."""
        return any(kind in kinds for kinds in self.coming[floor - 1 :])

    def strongest_from(self, floor: int) -> int:
        """The power of the strongest monster that can come on a floor or deeper; 0 when none can."""
        kinds: set[int] = set().union(*self.coming[floor - 1 :])
        return max((self.book.monsters[kind].power for kind in kinds), default=0)
