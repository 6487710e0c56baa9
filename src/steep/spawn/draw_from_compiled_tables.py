"""Draws from compiled tables."""

from __future__ import annotations

from steep.core.random_streams import below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import CountTable, DiceTable, SpawnTable

NOTHING = -1
"""The result of a draw from an empty table."""


@rule
def value_on(table: CountTable, floor: int) -> int:
    """The value of a count table on a floor (from 1); 0 if the table is empty."""
    if table.floors == 0:
        return 0
    return int(table.value[(floor if floor < table.floors else table.floors) - 1])


@rule
def roll_dice(table: DiceTable, floor: int, random: Cells, stream: int) -> int:
    """Roll a floor's dice (from 1). 0 if the table is empty or the sum is negative."""
    if table.floors == 0:
        return 0
    row = (floor if floor < table.floors else table.floors) - 1
    total = int(table.plus[row])
    for _ in range(table.dice[row]):
        total += between(random, stream, 1, int(table.sides[row]))
    return total if total > 0 else 0


@rule
def draw_kind(table: SpawnTable, floor: int, random: Cells, stream: int) -> int:
    """Draw a kind by weight on a floor (from 1); NOTHING if no kind has weight."""
    if table.floors == 0:
        return NOTHING
    row = (floor if floor < table.floors else table.floors) - 1
    low = int(table.first[row])
    end = int(table.first[row + 1])
    if low == end:
        return NOTHING
    cumulative = table.cumulative
    ticket = below(random, stream, int(cumulative[end - 1]))
    at = low + int(table.guide[low + (ticket >> (31 - int(table.guide_bits[row])))])
    while cumulative[at] <= ticket:
        at += 1
    return int(table.kind[at])
