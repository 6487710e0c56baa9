"""Reads compiled tables in tests: exact odds from the record's rows, and from the draw itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from steep.core.record import Cells
from steep.core.ruleset import SpawnTable
from steep.spawn import compile_tables


def weights_on(table: SpawnTable, floor: int) -> dict[int, int]:
    """The weights of all kinds with a weight, from the rows of a floor (1 or more)."""
    row = min(floor, table.floors) - 1
    weights = {}
    before = 0
    for at in range(table.first[row], table.first[row + 1]):
        weights[table.kind[at]] = table.cumulative[at] - before
        before = table.cumulative[at]
    return weights


def odds_on(table: SpawnTable, floor: int) -> dict[int, Fraction]:
    """The probabilities of all kinds with a weight, from the rows of a floor."""
    weights = weights_on(table, floor)
    return {kind: Fraction(weight, sum(weights.values())) for kind, weight in weights.items()}


def drawn_odds_on(table: SpawnTable, floor: int) -> dict[int, Fraction]:
    """The probability of each kind, by drawing once for every possible random number."""
    tickets = sum(weights_on(table, floor).values())
    drawn: Counter[int] = Counter()
    with pytest.MonkeyPatch.context() as patched:
        for ticket in range(tickets):

            def take(random: Cells, stream: int, bound: int, ticket: int = ticket) -> int:
                assert bound == tickets
                return ticket

            patched.setattr(compile_tables, "below", take)
            drawn[compile_tables.draw_kind(table, floor, [], 0)] += 1
    return {kind: Fraction(count, tickets) for kind, count in drawn.items()}
