"""Checks arguments of functions that scripts call. Each mistake gives one clear message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def checked_pair(name: str, value: Any, wanted: str) -> tuple[Any, Any]:
    """Two of what is `wanted`, each of which is still to be checked. Raises `InputError`."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InputError(f"{name}: found {brief(value)}; allowed: {wanted}")
    return value[0], value[1]


def checked_text(name: str, value: str, wanted: str) -> str:
    """A text. Raises `InputError`."""
    if not isinstance(value, str):
        raise InputError(f"{name}: found {brief(value)}; allowed: {wanted}")
    return value


def checked_path(name: str, value: Path | str) -> Path:
    """The path to a file or a folder. Raises `InputError`."""
    if not isinstance(value, str | Path):
        raise InputError(f"{name}: found {brief(value)}; allowed: a path")
    return Path(value)


def checked_function(name: str, value: Callable[..., Any] | None) -> None:
    """A function, or None. Raises `InputError`."""
    if value is not None and not callable(value):
        raise InputError(f"{name}: found {brief(value)}; allowed: a function")
