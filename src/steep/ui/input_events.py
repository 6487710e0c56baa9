"""Input events, and the names of keys.

A key's name is the character it types ("a", "A", "?") or one of `NAMED_KEYS`. Modifiers come first, in the order of
`MODIFIERS`: "ctrl+p", "shift+up". Shift with a character is the shifted character: "K".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MODIFIERS = ("ctrl+", "alt+", "shift+")

NAMED_KEYS = frozenset(
    (
        *("enter", "escape", "tab", "backspace", "delete", "insert", "space"),
        *("up", "down", "left", "right", "home", "end", "page_up", "page_down"),
        *(f"f{number}" for number in range(1, 13)),
        *(f"kp_{digit}" for digit in range(10)),
        *("kp_enter", "kp_period"),
    )
)

MouseKind = Literal["move", "left", "right", "wheel_up", "wheel_down"]


@dataclass(frozen=True, slots=True)
class Key:
    """A key was pressed."""

    name: str


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse moved to, was clicked or was scrolled over a cell of the canvas."""

    x: int
    y: int
    kind: MouseKind


@dataclass(frozen=True, slots=True)
class Resized:
    """The window or terminal has another size."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The window was closed, or the system asked the program to quit."""


Event = Key | Mouse | Resized | Closed


def is_key_name(name: str) -> bool:
    """Whether `name` is a valid key name."""
    base = name
    for modifier in MODIFIERS:
        if len(base) > len(modifier):
            base = base.removeprefix(modifier)
    if base in NAMED_KEYS:
        return True
    typed = len(base) == 1 and base.isprintable() and base != " "
    if not typed or base == name:
        return typed
    modifiers = name.removesuffix(base)
    return "shift+" not in modifiers and ("ctrl+" not in modifiers or base == base.lower())
