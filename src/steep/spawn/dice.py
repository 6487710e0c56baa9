"""Dice, as counts by floor are rolled: how they are spelled, and the exact odds of their sums."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from steep.core.errors import brief
from steep.core.ruleset import MAX_FLOORS, DiceTable
from steep.spawn.exact import SpawnError, exact_floor

MAX_DICE = 100
MAX_SIDES = 1000
MAX_PLUS = 1000

SPELLING = re.compile(r"(?:([1-9][0-9]{0,3})?d([1-9][0-9]{0,3}))?([+-]?[0-9]{1,4})?", re.ASCII)
DICE = f'dice as "2d4+1", at most {MAX_DICE} of at most {MAX_SIDES:_} sides'


@dataclass(frozen=True, slots=True)
class Dice:
    """The sum of some dice and a number; 0 when that is below 0."""

    dice: int = 0
    sides: int = 0
    plus: int = 0

    @classmethod
    def of(cls, spelled: str | int, where: str = "dice") -> Dice:
        """The dice of "2d4+1", "d6" or a plain number. Raises `SpawnError` for what spells none."""
        if type(spelled) is int and 0 <= spelled <= MAX_PLUS:
            return cls(plus=spelled)
        found = SPELLING.fullmatch(spelled.replace(" ", "")) if isinstance(spelled, str) else None
        if found is None or not found[0]:
            raise SpawnError(where, brief(spelled), DICE)
        sides = int(found[2] or 0)
        made = cls(int(found[1] or 1) if sides else 0, sides, int(found[3] or 0))
        signed = found[3] is None or not sides or found[3][0] in "+-"
        if not signed or made.dice > MAX_DICE or made.sides > MAX_SIDES or abs(made.plus) > MAX_PLUS:
            raise SpawnError(where, brief(spelled), DICE)
        return made

    def __str__(self) -> str:
        """The spelling that `of` reads."""
        if not self.dice:
            return str(self.plus)
        return f"{self.dice}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    @property
    def most(self) -> int:
        """The largest sum."""
        return max(0, self.dice * self.sides + self.plus)

    @property
    def odds(self) -> dict[int, Fraction]:
        """The probability of every sum."""
        ways = {self.plus: 1}
        for _ in range(self.dice):
            more: dict[int, int] = {}
            for total, count in ways.items():
                for side in range(1, self.sides + 1):
                    more[total + side] = more.get(total + side, 0) + count
            ways = more
        odds: dict[int, Fraction] = {}
        for total, count in sorted(ways.items()):
            odds[max(0, total)] = odds.get(max(0, total), Fraction(0)) + Fraction(count, self.sides**self.dice)
        return odds

    @property
    def mean(self) -> Fraction:
        """The expected sum."""
        return sum((total * chance for total, chance in self.odds.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class DiceSteps:
    """Dice by floor, in force until the next entry; none before the first."""

    entries: tuple[tuple[int, Dice], ...] = ()
    """(floor, dice) by rising floor, from 1, and only where the dice change."""

    @classmethod
    def of(cls, by_floor: Mapping[int, Dice]) -> DiceSteps:
        """These dice from these floors on, whatever their order; 0 and 1 both mean from the start."""
        entries: list[tuple[int, Dice]] = []
        for floor in sorted(by_floor):
            before = entries[-1][1] if entries else Dice()
            if by_floor[floor] != before:
                entries.append((max(exact_floor(floor, "dice"), 1), by_floor[floor]))
        return cls(tuple(entries))

    @property
    def last(self) -> int:
        """The last floor on which the dice change; 1 when they never do."""
        return self.entries[-1][0] if self.entries else 1

    def at(self, floor: int) -> Dice:
        """The dice of a floor, counted from 1."""
        dice = Dice()
        for start, entered in self.entries:
            if start > floor:
                break
            dice = entered
        return dice


def fill_dice(table: DiceTable, dice: DiceSteps) -> None:
    """A row for each floor up to the last on which the dice change."""
    table.floors = min(dice.last, MAX_FLOORS)
    for row in range(table.floors):
        found = dice.at(row + 1)
        table.dice[row], table.sides[row], table.plus[row] = found.dice, found.sides, found.plus
