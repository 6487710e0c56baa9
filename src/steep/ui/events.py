"""What a person does, as presenters tell it to screens; and how keys are called.

A key's name is the character that it types ("a", "A", "?"), or one of `NAMED_KEYS`. Before it may stand
modifiers, in the order of `MODIFIERS`: "ctrl+p", "shift+up". A shifted character is the character ("K").
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
    """A key went down."""

    name: str


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse moved to, clicked or turned its wheel over a cell of the canvas."""

    x: int
    y: int
    kind: MouseKind


@dataclass(frozen=True, slots=True)
class Resized:
    """There is more or less room than before."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The window was closed, or the system asks the program to end."""


Event = Key | Mouse | Resized | Closed


def is_key_name(name: str) -> bool:
    """Whether a key could have this name."""
    base = name
    for modifier in MODIFIERS:
        if len(base) > len(modifier):
            base = base.removeprefix(modifier)
    if base in NAMED_KEYS:
        return True
    typed = len(base) == 1 and base.isprintable() and base != " "
    if not typed or base == name:
        return typed
    held = name.removesuffix(base)
    return "shift+" not in held and ("ctrl+" not in held or base == base.lower())
