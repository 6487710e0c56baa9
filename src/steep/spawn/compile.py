"""Compiles curves into the tables of a ruleset's record, from which rules draw."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from steep.core.ruleset import MAX_FLOORS, MAX_SPAWN_ROWS, CountTable, SpawnTable
from steep.spawn.curves import Curve, last_change, values_of
from steep.spawn.exact import SpawnError, Value

MAX_TICKETS = 2**31 - 1
"""Weights of one floor add up to no more, once they are whole."""


def whole_weights(weights: Sequence[Value]) -> list[int]:
    """The weights times their least common denominator: whole numbers with the same odds."""
    scale = math.lcm(*[weight.denominator for weight in weights])
    if scale == 1:
        return [int(weight) for weight in weights]
    return [weight.numerator * (scale // weight.denominator) for weight in weights]


def fill_spawns(table: SpawnTable, weights: Mapping[int, Curve], where: str = "table") -> None:
    """The numbers that have weight, for each floor up to the last that differs from the one above it.

    Raises `SpawnError` when a floor's weights, made whole, add up to more than
    MAX_TICKETS, or when the table has too few rows. `where` begins messages.
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
    """Say for the leading bits of tickets where to look first on a floor (from 0) with rows up to `end`.

    So many bits that they say at most as many things as there are rows, and
    more than half as many: then no more than three looks find the row of an
    average ticket, however many rows there are and whatever they weigh (Chen
    and Asau, "On Generating Random Variates from an Empirical Distribution",
    1974).
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
    """What is wrong with a floor whose weights add up to too much."""
    scale = math.lcm(*[weight.denominator for weight in weights])
    total = f"weights that add up to {float(sum(weights)):_.10g}, in parts of 1/{scale:_}"
    return SpawnError(where, total, f"at most {MAX_TICKETS:_} such parts together")


def fill_counts(table: CountTable, most: Curve) -> None:
    """A row for each floor up to the last that differs from the one above it. Values are rounded down."""
    values = [int(value) for value in values_of(most, MAX_FLOORS)]
    table.floors = last_change(values)
    for floor, value in enumerate(values[: table.floors]):
        table.value[floor] = value
