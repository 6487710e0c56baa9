"""Draws from compiled tables."""

from __future__ import annotations

from steep.core.record import Cells
from steep.core.rule import rule
from steep.core.ruleset import CountTable, SpawnTable
from steep.core.streams import below

NOTHING = -1
"""What an empty table gives."""


@rule
def most_on(table: CountTable, floor: int) -> int:
    """The most that a count table allows on a floor (1 and up)."""
    return int(table.most[(floor if floor < table.floors else table.floors) - 1])


@rule
def draw_kind(table: SpawnTable, floor: int, random: Cells, stream: int) -> int:
    """A kind with the odds of its floor (1 and up), or NOTHING where no kind has weight."""
    row = (floor if floor < table.floors else table.floors) - 1
    low = int(table.first[row])
    high = int(table.first[row + 1]) - 1
    if high < low:
        return NOTHING
    upto = table.upto
    ticket = below(random, stream, int(upto[high]))
    while low < high:
        middle = (low + high) // 2
        if upto[middle] > ticket:
            high = middle
        else:
            low = middle + 1
    return int(table.kind[low])
