"""A screen is one state of the program: it draws itself, handles an event and returns the next screen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from steep.ui.drawing.canvas import Canvas

# Input events, and the names of keys.

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

OFF_MAP = (-1, -1)

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
    square: tuple[int, int] | None = None
    """The cell of the map's own canvas, if there is one; `OFF_MAP` where it isn't seen."""

    @property
    def on_map(self) -> tuple[int, int]:
        """The cell of what a map is drawn on."""
        return self.square or (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of a list was chosen, or an action of a replay, where a display shows them in its own way."""

    row: int
    """Its number, from 0."""


@dataclass(frozen=True, slots=True)
class Resized:
    """The window or terminal has another size."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The window was closed, or the system asked the program to quit."""


Event = Key | Mouse | Choice | Resized | Closed


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


COLUMNS, ROWS = 80, 24
"""The smallest canvas that screens are drawn on."""


class Screen(ABC):
    """One state of the program."""

    shows_map = False
    """Whether it shows a game's map, with or without a list over it."""

    tick_after: float | None = None
    """Seconds without an event before `tick` is called; None if the screen only waits for events."""

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the whole screen on a blank canvas of at least `COLUMNS` x `ROWS`."""

    @abstractmethod
    def handle(self, event: Event) -> Screen | None:
        """Handle an event. Returns the next screen, or None to quit."""

    def tick(self) -> Screen | None:
        """Continue after `tick_after` seconds without an event. Returns the next screen, or None to quit."""
        return self


MakeScreen = Callable[[], Screen]
"""Makes a screen when it is needed, such as the main menu that a game returns to."""
