"""Dice, for random counts by floor: their notation, and the exact odds of their sums."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from steep.core.input_errors import brief
from steep.core.ruleset import MAX_FLOORS, DiceTable
from steep.spawn.exact_numbers import SpawnError, exact_floor

MAX_DICE = 100
MAX_SIDES = 1000
MAX_PLUS = 1000

NOTATION = re.compile(r"(?:([1-9][0-9]{0,3})?d([1-9][0-9]{0,3}))?([+-]?[0-9]{1,4})?", re.ASCII)
DICE = f'dice as "2d4+1", at most {MAX_DICE} of at most {MAX_SIDES:_} sides'


@dataclass(frozen=True, slots=True)
class Dice:
    """The sum of some dice and a constant, at least 0."""

    dice: int = 0
    sides: int = 0
    plus: int = 0

    @classmethod
    def of(cls, given: str | int, where: str = "dice") -> Dice:
        """The dice from "2d4+1", "d6" or a plain number. Raises `SpawnError` for anything else."""
        if type(given) is int and 0 <= given <= MAX_PLUS:
            return cls(plus=given)
        found = NOTATION.fullmatch(given.replace(" ", "")) if isinstance(given, str) else None
        if found is None or not found[0]:
            raise SpawnError(where, brief(given), DICE)
        sides = int(found[2] or 0)
        made = cls(int(found[1] or 1) if sides else 0, sides, int(found[3] or 0))
        signed = found[3] is None or not sides or found[3][0] in "+-"
        if not signed or made.dice > MAX_DICE or made.sides > MAX_SIDES or abs(made.plus) > MAX_PLUS:
            raise SpawnError(where, brief(given), DICE)
        return made

    def __str__(self) -> str:
        """The notation that `of` reads."""
        if not self.dice:
            return str(self.plus)
        return f"{self.dice}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    @property
    def maximum(self) -> int:
        """The largest sum."""
        return max(0, self.dice * self.sides + self.plus)

    @property
    def odds(self) -> dict[int, Fraction]:
        """The probability of each sum."""
        counts = {self.plus: 1}
        for _ in range(self.dice):
            summed: dict[int, int] = {}
            for total, count in counts.items():
                for side in range(1, self.sides + 1):
                    summed[total + side] = summed.get(total + side, 0) + count
            counts = summed
        odds: dict[int, Fraction] = {}
        for total, count in sorted(counts.items()):
            odds[max(0, total)] = odds.get(max(0, total), Fraction(0)) + Fraction(count, self.sides**self.dice)
        return odds

    @property
    def mean(self) -> Fraction:
        """The expected sum."""
        return sum((total * chance for total, chance in self.odds.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class DiceSteps:
    """Dice by floor, each entry in force until the next; none before the first."""

    entries: tuple[tuple[int, Dice], ...] = ()
    """(floor, dice) in order of floor, from 1, only where the dice change."""

    @classmethod
    def of(cls, by_floor: Mapping[int, Dice]) -> DiceSteps:
        """These dice from these floors on, in any order; floors 0 and 1 both mean from the start."""
        entries: list[tuple[int, Dice]] = []
        for floor in sorted(by_floor):
            before = entries[-1][1] if entries else Dice()
            if by_floor[floor] != before:
                entries.append((max(exact_floor(floor, "dice"), 1), by_floor[floor]))
        return cls(tuple(entries))

    @property
    def last(self) -> int:
        """The last floor on which the dice change; 1 if they never do."""
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
    """Fill a dice table, up to the last floor on which the dice change."""
    table.floors = min(dice.last, MAX_FLOORS)
    for row in range(table.floors):
        found = dice.at(row + 1)
        table.dice[row], table.sides[row], table.plus[row] = found.dice, found.sides, found.plus
