"""Numbers and floors as given by users, converted to exact values or rejected with a reason."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Integral, Rational, Real

from steep.core.input_errors import InputError, brief
from steep.core.ruleset import MAX_FLOORS

Value = int | Fraction
"""An exact number; an int if it is whole."""

Number = int | float | Fraction
"""A number as given by a user. A float means its printed decimal: 0.1 is one tenth."""

MAX_VALUE = 2**31 - 1
"""The largest weight or count."""


class SpawnError(InputError):
    """Invalid input: where it is, what was found and what is allowed."""

    def __init__(self, where: str, found: str, allowed: str) -> None:
        self.where = where
        self.found = found
        self.allowed = allowed
        super().__init__(f"{where}: found {found}; allowed: {allowed}")


def exact(value: object, where: str) -> Value:
    """The exact value of a number. Raises `SpawnError` unless it is a number from 0 to MAX_VALUE."""
    if type(value) is int and 0 <= value <= MAX_VALUE:
        return value
    number = fraction_of(value)
    if number is None or not 0 <= number <= MAX_VALUE:
        raise SpawnError(where, brief(value), f"a number from 0 to {MAX_VALUE:_}")
    return divided(number.numerator, number.denominator)


def fraction_of(value: object) -> Fraction | None:
    """A number as a fraction; None if it isn't a finite number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Real) and math.isfinite(value):
        return Fraction(str(float(value)))
    return None


def exact_floor(floor: object, where: str) -> int:
    """The floor of a table entry; 0 and 1 both mean from the start. Raises `SpawnError` for an invalid floor."""
    if type(floor) is int and 0 <= floor <= MAX_FLOORS:
        return floor
    if isinstance(floor, bool) or not isinstance(floor, Integral) or not 0 <= int(floor) <= MAX_FLOORS:
        raise SpawnError(where, f"the floor {brief(floor)}", f"a floor from 0 to {MAX_FLOORS}")
    return int(floor)


def table_floor(floor: object) -> int:
    """The floor to look up for a floor that may be deeper than any table. Raises `SpawnError` below 1."""
    if isinstance(floor, bool) or not isinstance(floor, Integral) or int(floor) < 1:
        raise SpawnError("floor", brief(floor), "a whole number, 1 or more")
    return min(int(floor), MAX_FLOORS)


def divided(number: Value, by: int) -> Value:
    """A quotient, as an int if it is whole."""
    if number.denominator != 1:
        return Fraction(number.numerator, number.denominator * by)
    whole, rest = divmod(number.numerator, by)
    return Fraction(number.numerator, by) if rest else whole
