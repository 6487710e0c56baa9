"""Mistakes in a text, as a page shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from steep.content.ruleset_errors import Mistake
from steep.core.input_errors import printable


class Problem(TypedDict):
    """A mistake in a text."""

    path: str
    """The key, such as ``monsters.troll.hp``, or "line 3, column 5"; empty for the whole file."""
    text: str


def problems_of(mistakes: Iterable[Mistake]) -> list[Problem]:
    """Mistakes as plain data."""
    return [
        Problem(
            path=each.path or (f"line {each.line}, column {each.column}" if each.line else ""),
            text=printable(f"{each.found}; allowed: {each.allowed}"),
        )
        for each in mistakes
    ]
