"""Compiled tables and draws from them have the exact odds."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiled_table_odds import drawn_odds_on, odds_on
from hypothesis_curve_strategies import by_floor, curves, fitting_tables, floors, whole_tables
from steep.core.input_errors import InputError
from steep.core.ruleset import MAX_FLOORS, MAX_KINDS, MAX_SPAWN_ROWS, CountTable, SpawnTable
from steep.spawn import Curve, Rise, Steps, Table, compile_tables
from steep.spawn.compile_tables import (
    MAX_TICKETS,
    NOTHING,
    draw_kind,
    fill_counts,
    fill_spawns,
    value_on,
    whole_weights,
)

HEAVIEST = 1_000_000
"""The largest weight of one kind in a ruleset."""


def compiled(table: dict[int, Curve]) -> SpawnTable:
    record = SpawnTable()
    fill_spawns(record, table)
    return record


def of_steps(table: list[dict[int, int]]) -> SpawnTable:
    return compiled(dict(enumerate(map(Steps.of, table))))


@given(fitting_tables, floors)
def test_compiled_odds_are_exact(table: dict[int, Curve], floor: int) -> None:
    assert odds_on(compiled(table), floor) == Table(table).odds(floor)


@given(whole_tables, floors)
def test_draws_have_the_compiled_odds(table: list[dict[int, int]], floor: int) -> None:
    record = of_steps(table)
    assert drawn_odds_on(record, floor) == odds_on(record, floor)


skewed = st.lists(st.one_of(st.integers(1, 9), st.integers(1, 4_000_000)), min_size=1, max_size=500)


@given(skewed)
def test_the_first_and_the_last_ticket_of_every_row_draw_that_row(weights: list[int]) -> None:
    record = compiled({kind: Steps.of({1: weight}) for kind, weight in enumerate(weights)})
    cumulative = [0, *itertools.accumulate(weights)]
    with pytest.MonkeyPatch.context() as patched:
        for kind in range(len(weights)):
            for ticket in (cumulative[kind], cumulative[kind + 1] - 1):
                patched.setattr(compile_tables, "below", lambda random, stream, bound, ticket=ticket: ticket)
                assert draw_kind(record, 1, [], 0) == kind


@given(skewed)
def test_finding_the_row_of_a_ticket_takes_at_most_three_comparisons_on_average(weights: list[int]) -> None:
    record = compiled({kind: Steps.of({1: weight}) for kind, weight in enumerate(weights)})
    rest = 31 - record.guide_bits[0]
    comparisons = 0
    before = 0
    for row, cumulative in enumerate(itertools.accumulate(weights)):
        for lead in range(before >> rest, ((cumulative - 1) >> rest) + 1):
            tickets = min(cumulative, (lead + 1) << rest) - max(before, lead << rest)
            comparisons += tickets * (row - record.guide[lead] + 1)
        before = cumulative
    assert comparisons <= 3 * sum(weights)


@given(whole_tables, floors)
def test_whole_weights_are_compiled_as_they_are(table: list[dict[int, int]], floor: int) -> None:
    record = of_steps(table)
    row = min(floor, record.floors) - 1
    weights = [Steps.of(entries).at(floor) for entries in table]
    if any(weights):
        assert record.cumulative[record.first[row + 1] - 1] == sum(weights)


@given(st.lists(st.fractions(0, 9, max_denominator=8), max_size=5))
def test_weights_are_scaled_to_integers_by_the_least_common_denominator(weights: list[Fraction]) -> None:
    whole = whole_weights(weights)
    positive = [weight for weight in weights if weight > 0]
    scales = {Fraction(number) / weight for number, weight in zip(whole, weights, strict=True) if weight > 0}
    assert len(scales) <= 1
    for scale in scales:
        smaller = [s for s in range(1, int(scale)) if all((weight * s).denominator == 1 for weight in positive)]
        assert smaller == []


@given(fitting_tables)
def test_a_table_ends_at_its_last_change(table: dict[int, Curve]) -> None:
    assert compiled(table).floors == max((curve.last for curve in table.values()), default=1)


def test_kind_numbers_may_have_gaps() -> None:
    record = compiled({7: Steps.of({1: 1}), 600: Steps.of({1: 3})})
    assert odds_on(record, 1) == {7: Fraction(1, 4), 600: Fraction(3, 4)}


def test_nothing_is_drawn_where_no_kind_has_weight() -> None:
    record = of_steps([{3: 5, 4: 0}])
    assert [draw_kind(record, floor, [0] * 16, 0) for floor in (1, 2, 4, 90)] == [NOTHING] * 4


@given(by_floor, floors)
def test_compiled_counts_equal_the_curve(entries: dict[int, int], floor: int) -> None:
    record = CountTable()
    fill_counts(record, Steps.of(entries))
    assert value_on(record, floor) == Steps.of(entries).at(floor)


@given(curves, floors)
def test_counts_are_rounded_down(curve: Curve, floor: int) -> None:
    record = CountTable()
    fill_counts(record, curve)
    assert value_on(record, floor) == int(curve.at(floor))


def test_the_largest_table_fits_its_record() -> None:
    heaviest = Steps.of({1: HEAVIEST - 1, MAX_FLOORS: HEAVIEST})
    record = compiled(dict.fromkeys(range(MAX_KINDS), heaviest))
    assert record.first[MAX_FLOORS] == MAX_SPAWN_ROWS
    assert record.cumulative[MAX_SPAWN_ROWS - 1] == MAX_KINDS * HEAVIEST


def test_the_maximum_number_of_tickets_fits() -> None:
    record = compiled({0: Steps.of({1: MAX_TICKETS - 1}), 1: Steps.of({1: 1})})
    assert record.cumulative[1] == 2**31 - 1


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            {0: Steps.of({2: MAX_TICKETS}), 1: Steps.of({2: 1})},
            "table on floor 2: found weights that add up to 2_147_483_648, in parts of 1/1; "
            "allowed: at most 2_147_483_647 such parts together",
        ),
        (
            {n: Rise(10_000, (1, length)) for n, length in enumerate((11, 13, 17, 19, 23))},
            "table on floor 1: found weights that add up to 3_227.655371, in parts of 1/1_062_347; "
            "allowed: at most 2_147_483_647 such parts together",
        ),
    ],
)
def test_more_tickets_than_fit_in_31_bits_are_refused(table: dict[int, Curve], message: str) -> None:
    with pytest.raises(InputError) as raised:
        compiled(table)
    assert str(raised.value) == message


def test_more_rows_than_the_record_has_are_refused() -> None:
    changing = Steps.of({1: 1, MAX_FLOORS: 2})
    with pytest.raises(InputError) as raised:
        compiled(dict.fromkeys(range(MAX_KINDS + 1), changing))
    assert str(raised.value) == "table: found 513 kinds on 100 floors; allowed: 51_200 rows in all"
