"""Checks arguments of functions that scripts call. Each mistake gives one clear message."""

from __future__ import annotations

from steep.core.input_errors import InputError, brief


def checked_number(name: str, value: int, low: int, high: int) -> int:
    """A whole number from `low` to `high`. Raises `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{name}: found {brief(value)}; allowed: a whole number from {low} to {high}")
    return value


def checked_decimal(name: str, value: float, low: float, high: float) -> float:
    """A number from `low` to `high`. Raises `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise InputError(f"{name}: found {brief(value)}; allowed: a number from {low:g} to {high:g}")
    return float(value)
