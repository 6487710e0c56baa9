"""Compiles curves into the tables of a ruleset's record, which rules draw from."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from steep.core.ruleset import MAX_FLOORS, MAX_SPAWN_ROWS, CountTable, SpawnTable
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
    numbers = tuple(weights)
    by_floor = list(zip(*map(values_of, weights.values()), strict=True)) or [()]
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
