"""The value of each curve on each floor, checked against its formula."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypothesis_curve_strategies import by_floor, curves, floors, ramps, ranges, shapes, simple, steps
from steep.core.input_errors import InputError
from steep.core.ruleset import MAX_FLOORS
from steep.spawn import Curve, Fall, Flat, Peak, Product, Ramp, Rise, SemiPeak, Steps, Within, from_dungeon_level
from steep.spawn.curves import SHAPES, Shape, values_of

DEEPEST = MAX_FLOORS


def in_force(entries: dict[int, int], floor: int) -> int:
    """The value on a floor, looked up as in the tutorials: the last entry whose floor is reached."""
    current_value = 0
    for floor_minimum, value in sorted(entries.items()):
        if floor_minimum > floor:
            break
        current_value = value
    return current_value


# Steps.


@given(by_floor, floors)
def test_a_value_is_in_force_until_the_next_entry(entries: dict[int, int], floor: int) -> None:
    assert Steps.of(entries).at(floor) == in_force(entries, floor)


@given(by_floor, by_floor)
def test_steps_are_equal_exactly_when_their_values_are(first: dict[int, int], second: dict[int, int]) -> None:
    same = Steps.of(first).values(DEEPEST) == Steps.of(second).values(DEEPEST)
    assert (Steps.of(first) == Steps.of(second)) == same


def test_floor_0_means_from_the_start() -> None:
    assert Steps.of({0: 35, 2: 10}) == Steps.of({1: 35, 2: 10})


def test_a_decimal_has_exactly_its_printed_value() -> None:
    assert Steps.of({1: 0.1}).at(1) == Fraction(1, 10)


def test_numpy_numbers_are_accepted() -> None:
    import numpy as np

    numbers: dict[int, Any] = {1: np.int64(3), 2: np.float32(0.5)}
    assert Steps.of(numbers).values(2) == [3, Fraction(1, 2)]


@given(curves)
def test_steps_along_a_curve_have_its_values(curve: Curve) -> None:
    assert values_of(Steps.along(curve)) == values_of(curve)


# Every curve.


@given(curves)
def test_the_last_floor_of_a_curve_is_the_last_on_which_its_value_changes(curve: Curve) -> None:
    changes = [floor for floor in range(2, DEEPEST + 1) if curve.at(floor) != curve.at(floor - 1)]
    assert curve.last == max(changes, default=1)


@given(curves, st.integers(DEEPEST, 1000))
def test_floors_beyond_the_deepest_have_its_value(curve: Curve, floor: int) -> None:
    assert curve.at(floor) == curve.at(DEEPEST)


@given(curves, floors)
def test_values_are_exact_and_whole_ones_are_ints(curve: Curve, floor: int) -> None:
    value = curve.at(floor)
    assert type(value) is int or (type(value) is Fraction and value.denominator > 1)
    assert value >= 0


# Shapes.

FORMULAS: list[tuple[type[Shape], Any]] = [
    (Flat, lambda w, a, b, x: w),
    (Rise, lambda w, a, b, x: w * Fraction(x - a + 1, b - a + 1)),
    (Fall, lambda w, a, b, x: w * Fraction(b - x + 1, b - a + 1)),
    (Peak, lambda w, a, b, x: w * (1 - Fraction(abs(2 * x - a - b), b - a + 2))),
    (SemiPeak, lambda w, a, b, x: w if a == b else w * (1 - Fraction(abs(2 * x - a - b), 2 * (b - a)))),
]


@pytest.mark.parametrize(("shape", "formula"), FORMULAS)
def test_a_shape_follows_its_formula_within_its_range(shape: type[Shape], formula: Any) -> None:
    @given(shapes(shape), floors)
    def follows(curve: Shape, floor: int) -> None:
        low, high = curve.floors
        nearest = min(max(floor, low), high)
        assert curve.at(nearest) == formula(curve.weight, low, high, nearest)

    follows()


@given(shapes(), floors)
def test_a_tail_falls_to_0_in_equal_steps(curve: Shape, floor: int) -> None:
    low, high = curve.floors
    floor = min(floor, DEEPEST)
    if floor < low:
        fraction = Fraction(max(curve.tail + 1 - (low - floor), 0), curve.tail + 1)
        assert curve.at(floor) == curve.at(low) * fraction
    elif floor > high:
        fraction = Fraction(max(curve.tail + 1 - (floor - high), 0), curve.tail + 1)
        assert curve.at(floor) == curve.at(high) * fraction


@pytest.mark.parametrize(
    ("curve", "values"),
    [
        (Flat(6, (3, 5)), "0 0 6 6 6 0 0"),
        (Flat(6, (3, 5), tail=2), "2 4 6 6 6 4 2"),
        (Rise(6, (3, 5)), "0 0 2 4 6 0 0"),
        (Rise(6, (3, 5), tail=1), "0 1 2 4 6 3 0"),
        (Fall(6, (3, 5)), "0 0 6 4 2 0 0"),
        (Peak(6, (3, 5)), "0 0 3 6 3 0 0"),
        (Peak(6, (2, 6)), "0 2 4 6 4 2 0"),
        (Peak(6, (3, 4)), "0 0 4 4 0 0 0"),
        (Peak(6, (3, 3)), "0 0 6 0 0 0 0"),
        (SemiPeak(6, (3, 5)), "0 0 3 6 3 0 0"),
        (SemiPeak(8, (2, 6)), "0 4 6 8 6 4 0"),
        (SemiPeak(6, (3, 3)), "0 0 6 0 0 0 0"),
        (Ramp.of({2: 1, 5: 7, 6: 0}), "0 1 3 5 7 0 0"),
        (Within(Flat(6), 3, 5), "0 0 6 6 6 0 0"),
        (Product((Flat(6, (2, 4)), Steps.of({3: 2}))), "0 0 12 12 0 0 0"),
        (from_dungeon_level([[2, 1], [3, 4], [5, 6]]), "2 2 2 3 3 5 5"),
        (Steps.from_pairs([(1, 2), (4, 3), (6, 5)]), "2 2 2 3 3 5 5"),
    ],
)
def test_curves_on_floors_1_to_7(curve: Curve, values: str) -> None:
    assert " ".join(str(curve.at(floor)) for floor in range(1, 8)) == values


@given(shapes(), st.integers(1, 30))
def test_doubling_the_weight_doubles_every_value(curve: Shape, floor: int) -> None:
    twice = type(curve)(curve.weight * 2, curve.floors, curve.tail)
    assert twice.at(floor) == 2 * curve.at(floor)


@given(st.sampled_from([Flat, Peak, SemiPeak]), ranges(), st.integers(0, 8), floors)
def test_symmetric_shapes_are_symmetric(shape: type[Shape], span: tuple[int, int], tail: int, floor: int) -> None:
    curve = shape(30, span, tail)
    mirrored = sum(span) - floor
    if 1 <= mirrored <= DEEPEST and floor <= DEEPEST:
        assert curve.at(floor) == curve.at(mirrored)


@given(ranges(), st.integers(0, 8), floors)
def test_a_fall_is_a_rise_backwards(span: tuple[int, int], tail: int, floor: int) -> None:
    mirrored = sum(span) - floor
    if 1 <= mirrored <= DEEPEST and floor <= DEEPEST:
        assert Fall(30, span, tail).at(floor) == Rise(30, span, tail).at(mirrored)


# Ramps, limits, products.


@given(ramps, floors)
def test_a_ramp_is_a_straight_line_between_its_points(ramp: Ramp, floor: int) -> None:
    before = [(start, value) for start, value in ramp.points if start <= floor]
    after = [(start, value) for start, value in ramp.points if start > floor]
    if not before:
        assert ramp.at(floor) == 0
    elif not after:
        assert ramp.at(floor) == before[-1][1]
    else:
        (f, v), (g, u) = before[-1], after[0]
        assert ramp.at(floor) == v + Fraction(u - v) * (floor - f) / (g - f)


@given(simple, ranges(), floors)
def test_within_is_0_outside_its_limits_and_unchanged_inside(curve: Curve, span: tuple[int, int], floor: int) -> None:
    inside = span[0] <= min(floor, DEEPEST) <= span[1]
    assert Within(curve, *span).at(floor) == (curve.at(floor) if inside else 0)


@given(st.lists(simple, max_size=3), floors)
def test_a_product_multiplies_floor_by_floor(factors: list[Curve], floor: int) -> None:
    assert Product(tuple(factors)).at(floor) == math.prod(factor.at(floor) for factor in factors)


@given(steps)
def test_a_product_of_one_curve_is_that_curve(curve: Steps) -> None:
    assert Steps.along(Product((curve,))) == curve


def test_the_shapes_have_the_names_that_rulesets_use() -> None:
    assert {name: shape.__name__ for name, shape in SHAPES.items()} == {
        "flat": "Flat",
        "rise": "Rise",
        "fall": "Fall",
        "peak": "Peak",
        "semi-peak": "SemiPeak",
    }


# Invalid curves.


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Steps.of({3: -15}), "steps on floor 3: found -15; allowed: a number from 0 to 2_147_483_647"),
        (lambda: Steps.of({3: math.inf}), "steps on floor 3: found inf; allowed: a number from 0 to 2_147_483_647"),
        (lambda: Steps.of({3: math.nan}), "steps on floor 3: found nan; allowed: a number from 0 to 2_147_483_647"),
        (lambda: Steps.of({3: 2**31}), "steps on floor 3: found 2147483648; allowed: a number from 0 to 2_147_483_647"),
        (
            lambda: Steps.of({3: 10**5000}),
            "steps on floor 3: found a number of more than 64 bits; allowed: a number from 0 to 2_147_483_647",
        ),
        (lambda: Steps.of({3: True}), "steps on floor 3: found True; allowed: a number from 0 to 2_147_483_647"),
        (lambda: Steps.of({3: "15"}), "steps on floor 3: found '15'; allowed: a number from 0 to 2_147_483_647"),  # type: ignore[dict-item]
        (lambda: Steps.of({-1: 15}), "steps: found the floor -1; allowed: a floor from 0 to 100"),
        (lambda: Steps.of({101: 15}), "steps: found the floor 101; allowed: a floor from 0 to 100"),
        (lambda: Steps.of({True: 15}), "steps: found the floor True; allowed: a floor from 0 to 100"),
        (
            lambda: Steps.of({0: 15, 1: 20}),
            "steps: found floor 1 after floor 0; allowed: one of them: both mean the first floor",
        ),
        (
            lambda: Steps.from_pairs([(5, 30), (3, 15)]),
            "pairs[1]: found floor 3 after floor 5; allowed: floors in rising order",
        ),
        (lambda: Steps.from_pairs([(3, 15), (3, 30)]), "pairs[1]: found floor 3 again; allowed: each floor once"),
        (lambda: Steps.from_pairs([(3,)]), "pairs[0]: found (3,); allowed: a pair [floor, value]"),
        (lambda: Steps.from_pairs(["35"]), "pairs[0]: found '35'; allowed: a pair [floor, value]"),  # type: ignore[list-item]
        (
            lambda: from_dungeon_level([[30, 5], [15, 3]]),
            "from_dungeon_level[1]: found floor 3 after floor 5; allowed: floors in rising order",
        ),
        (
            lambda: from_dungeon_level([[15]]),
            "from_dungeon_level[0]: found [15]; allowed: a pair [value, level]",
        ),
        (lambda: Ramp.of({}), "ramp: found no points; allowed: one value by floor, or more"),
        (lambda: Peak(-3, (1, 4)), "peak.weight: found -3; allowed: a number from 0 to 2_147_483_647"),
        (lambda: Peak(3, (4, 1)), "peak.floors: found floor 4 before floor 1; allowed: the first floor, then the last"),
        (lambda: Peak(3, (4,)), "peak.floors: found (4,); allowed: a pair of floors"),  # type: ignore[arg-type]
        (lambda: Rise(3, (1, 4), tail=-1), "rise.tail: found -1; allowed: a whole number of floors from 0 to 100"),
        (lambda: Within(Flat(3), 5, 4), "within: found from 5 until 4; allowed: the first floor, then the last"),
    ],
)
def test_an_invalid_curve_gets_one_clear_message(make: Any, message: str) -> None:
    with pytest.raises(InputError) as raised:
        make()
    assert str(raised.value) == message


def test_an_input_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="found -1"):
        Flat(-1)
