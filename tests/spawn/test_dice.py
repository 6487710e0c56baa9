"""Dice: notation, sums, and dice by floor."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.core.ruleset import DiceTable
from steep.spawn.dice import Dice, DiceSteps, fill_dice
from steep.spawn.exact_numbers import SpawnError

dice = st.builds(Dice, st.integers(1, 5), st.integers(1, 8), st.integers(-12, 12))


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("1d4", Dice(1, 4)),
        ("d6", Dice(1, 6)),
        ("2d4+1", Dice(2, 4, 1)),
        ("3d6 - 8", Dice(3, 6, -8)),
        ("7", Dice(plus=7)),
        (7, Dice(plus=7)),
        (0, Dice()),
    ],
)
def test_dice_notation_is_read(notation: str | int, expected: Dice) -> None:
    assert Dice.of(notation) == expected


@pytest.mark.parametrize(
    "notation",
    ["", "d", "0d6", "2d", "2d0", "2d4+", "2d41+1+1", "2x4", "101d4", "1d1001", "1d4+1001", -1, 1.5, True, "٢d4"],
)
def test_invalid_dice_are_refused(notation: object) -> None:
    with pytest.raises(SpawnError, match="allowed: dice as"):
        Dice.of(notation)  # type: ignore[arg-type]


@given(dice)
def test_dice_survive_a_round_trip_through_their_notation(roll: Dice) -> None:
    assert Dice.of(str(roll)) == roll


@given(dice)
def test_odds_add_up_to_1_and_end_at_the_maximum(roll: Dice) -> None:
    assert sum(roll.odds.values()) == 1
    assert max(roll.odds) == roll.maximum
    assert min(roll.odds) >= 0


@given(dice)
def test_the_mean_is_that_of_the_faces_if_no_sum_is_below_0(roll: Dice) -> None:
    if roll.dice + roll.plus >= 0:
        assert roll.mean == Fraction(roll.dice * (roll.sides + 1), 2) + roll.plus


def test_2d4_has_triangular_odds() -> None:
    assert [Dice(2, 4).odds[total] * 16 for total in range(2, 9)] == [1, 2, 3, 4, 3, 2, 1]


def test_sums_below_0_are_0() -> None:
    assert Dice(1, 4, -3).odds == {0: Fraction(3, 4), 1: Fraction(1, 4)}


@given(st.dictionaries(st.integers(1, 100), dice, max_size=5), st.integers(1, 120))
def test_dice_are_in_force_until_the_next_entry(by_floor: dict[int, Dice], floor: int) -> None:
    reached = [start for start in by_floor if start <= floor]
    expected = by_floor[max(reached)] if reached else Dice()
    steps, table = DiceSteps.of(by_floor), DiceTable()
    fill_dice(table, steps)
    row = min(floor, table.floors) - 1
    assert steps.at(floor) == expected
    assert (table.dice[row], table.sides[row], table.plus[row]) == (expected.dice, expected.sides, expected.plus)


def test_floor_0_means_from_the_start() -> None:
    assert DiceSteps.of({0: Dice(1, 4)}) == DiceSteps.of({1: Dice(1, 4), 5: Dice(1, 4)})
