"""What a game that is a process answers: JSON as the records of `steep.lab.game`, and actions as JSON.

The page docs/game-protocol.md is for makers; docs/game-protocol.schema.json says the same for tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from steep.core.input_errors import brief, nearest
from steep.lab.game import Cell
from steep.lab.own_games.play_one_game import Mistake

WALKABLE = {".": True, "#": False}
"""What a character of `cells` says. A space is a cell that the hero has not seen."""

MAX_SIDE = 4_096
"""Cells."""

Check = Callable[[str, Any], Any]
"""Reads the value at a place, as ``enemies[2].at``. Raises `Mistake`."""

Record = TypeVar("Record")


def refuse(where: str, value: object, allowed: str) -> Mistake:
    """What is wrong with an answer."""
    return Mistake(f"{where}: found {brief(value)}; allowed: {allowed}")


def whole(where: str, value: Any) -> int:
    """A whole number. Some languages write it as 3.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse(where, value, "a whole number")
    return value


def number(where: str, value: Any) -> int | float:
    """Any number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise refuse(where, value, "a number")
    return value


def text(where: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise refuse(where, value, "a text")
    return value


def flag(where: str, value: Any) -> bool:
    """A truth."""
    if not isinstance(value, bool):
        raise refuse(where, value, "true or false")
    return value


def key(where: str, value: Any) -> int | str:
    """What a game finds an item by."""
    return value if isinstance(value, str) else whole(where, value)


def cell(where: str, value: Any) -> Cell:
    """A cell."""
    if not isinstance(value, list) or len(value) != 2:
        raise refuse(where, value, "[x, y]")
    return whole(where, value[0]), whole(where, value[1])


def word_of(*allowed: str) -> Check:
    """One of some words."""

    def check(where: str, value: Any) -> str:
        if value not in allowed:
            raise Mistake(f"{where}: found {brief(value)}{nearest(str(value), allowed)}; allowed: {', '.join(allowed)}")
        return str(value)

    return check


def list_of(check: Check) -> Check:
    """A list."""

    def check_list(where: str, value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise refuse(where, value, "a list")
        return [check(f"{where}[{at}]", each) for at, each in enumerate(value)]

    return check_list


def numbers(where: str, value: Any) -> dict[str, float]:
    """Numbers by name."""
    if not isinstance(value, dict):
        raise refuse(where, value, 'numbers by name, as {"gold": 30}')
    return {name: number(f"{where}.{name}", each) for name, each in value.items()}


def record_of(record: Callable[..., Record], checks: Mapping[str, Check], required: Sequence[str]) -> Check:
    """An object of JSON as a record. What is null is left out."""

    def check(where: str, value: Any) -> Record:
        if not isinstance(value, dict):
            raise refuse(where, value, f"an object with {', '.join(required)}")
        dot = f"{where}." if where else ""
        if unknown := value.keys() - checks.keys():
            name = min(unknown)
            raise Mistake(
                f"{where or 'answer'}: found the key {brief(name)}{nearest(name, checks)}; allowed: {', '.join(checks)}"
            )
        there = {name: checks[name](dot + name, each) for name, each in value.items() if each is not None}
        if missing := [name for name in required if name not in there]:
            raise Mistake(f"{where or 'answer'}: {missing[0]} is missing")
        return record(**there)

    return check
