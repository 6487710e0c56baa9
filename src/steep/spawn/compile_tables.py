"""Compiles curves into the tables of a ruleset's record, which rules draw from."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from steep.core.random_streams import below, between
from steep.core.record import Cells
from steep.core.rule_decorator import rule
from steep.core.ruleset import MAX_FLOORS, MAX_SPAWN_ROWS, CountTable, DiceTable, SpawnTable
from steep.spawn.curves import Curve, last_change, values_of
from steep.spawn.exact_numbers import SpawnError, Value

MAX_TICKETS = 2**31 - 1
"""The largest sum of a floor's weights, scaled to integers."""


def whole_weights(weights: Sequence[Value]) -> list[int]:
    """The weights times their least common denominator: integers with the same odds."""
    scale = math.lcm(*[weight.denominator for weight in weights])
    if scale == 1:
        return [int(weight) for weight in weights]
    return [weight.numerator * (scale // weight.denominator) for weight in weights]


def fill_spawns(table: SpawnTable, weights: Mapping[int, Curve], where: str = "table") -> None:
    """Fill a spawn table with the weight of each number, up to the last floor that differs from the one above.

    Raises `SpawnError` if a floor's weights, scaled to integers, add up to more than
    MAX_TICKETS, or if the table has too few rows. Messages begin with `where`.
    """
    fill_floors(table, tuple(weights), list(zip(*map(values_of, weights.values()), strict=True)), where)


def fill_floors(table: SpawnTable, numbers: Sequence[int], by_floor: Sequence[Sequence[Value]], where: str) -> None:
    """As `fill_spawns`, from the weights of all numbers on each floor, from floor 1 on. The last hold below it, too."""
    by_floor = by_floor or [()]
    table.floors = last_change(by_floor)
    row = 0
    for floor in range(table.floors):
        table.first[floor] = row
        cumulative = 0
        for number, tickets in zip(numbers, whole_weights(by_floor[floor]), strict=True):
            if tickets == 0:
                continue
            cumulative += tickets
            if cumulative > MAX_TICKETS:
                raise too_many_tickets(f"{where} on floor {floor + 1}", by_floor[floor])
            if row == MAX_SPAWN_ROWS:
                raise SpawnError(where, f"{len(numbers)} kinds on {table.floors} floors", f"{row:_} rows in all")
            table.kind[row] = number
            table.cumulative[row] = cumulative
            row += 1
        guide(table, floor, row)
    table.first[table.floors] = row


def guide(table: SpawnTable, floor: int, end: int) -> None:
    """Fill the lookup table of a floor (from 0) whose rows end at `end`: where to start looking for a ticket.

    The number of leading bits is chosen so that the lookup table has at most as many
    entries as the floor has rows, and more than half as many. Then an average ticket's
    row is found within three comparisons, whatever the weights (Chen and Asau, "On
    Generating Random Variates from an Empirical Distribution", 1974).
    """
    first = table.first[floor]
    if first == end:
        return
    tickets = table.cumulative[end - 1]
    rest = 0
    while (tickets - 1) >> rest >= end - first:
        rest += 1
    table.guide_bits[floor] = 31 - rest
    row = first
    for lead in range(((tickets - 1) >> rest) + 1):
        while table.cumulative[row] <= lead << rest:
            row += 1
        table.guide[first + lead] = row - first


def too_many_tickets(where: str, weights: Sequence[Value]) -> SpawnError:
    """The error for a floor whose weights add up to too much."""
    scale = math.lcm(*[weight.denominator for weight in weights])
    total = f"weights that add up to {float(sum(weights)):_.10g}, in parts of 1/{scale:_}"
    return SpawnError(where, total, f"at most {MAX_TICKETS:_} such parts together")


def fill_counts(table: CountTable, values: Curve) -> None:
    """Fill a count table, up to the last floor that differs from the one above. Values are rounded down."""
    numbers = [int(value) for value in values_of(values, MAX_FLOORS)]
    table.floors = last_change(numbers)
    for floor, value in enumerate(numbers[: table.floors]):
        table.value[floor] = value


# Draws from compiled tables.

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
