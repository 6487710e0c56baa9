"""What stands beside a map, as rows with meaning: the hero, who is in view, the inventory, the log, lists.

A screen describes it once. The terminal and the window draw it on their canvas; a page makes elements of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Color = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each, in sRGB."""

Span = tuple[str, Color]
"""A piece of text in one colour."""

KeyHint = tuple[str, str]
"""A key as it is shown, or "A/B" for two of them, and what it does."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A value of a maximum."""

    name: str
    value: int
    maximum: int
    text: str
    """The value in words, such as "18/30 +5"."""
    color: Color


@dataclass(frozen=True, slots=True)
class MonsterRow:
    """A monster in view."""

    glyph: str
    color: Color
    name: str
    health: Bar
    lines: Sequence[str]
    """The forecast of a fight or its side, its statuses, and where it is if the map doesn't show that."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A stack of the inventory."""

    letter: str
    glyph: str
    color: Color
    name: str


@dataclass(frozen=True, slots=True)
class Sidebar:
    """The hero and what is around it."""

    title: str
    region: str
    """Empty if the floor is in none."""
    bars: Sequence[Bar]
    numbers: Sequence[tuple[str, str]]
    """Names and values: floor, level, power, defense and turn."""
    statuses: Sequence[Span]
    """Gold, nutrition and statuses."""
    monsters: Sequence[MonsterRow]
    """Nearest first."""
    carried: str
    """How many things of how many: "3/26"."""
    items: Sequence[ItemRow]


@dataclass(frozen=True, slots=True)
class DialogRow:
    """A row of a list: its key, its text, and a detail beside it."""

    key: str
    text: str
    detail: str = ""
    color: Color | None = None
    """None for that of text."""
    heading: str = ""
    """Printed above the first of consecutive rows that have it."""
    note: str = ""
    """Follows the detail where there is room; below the list it has a line of its own."""

    @property
    def whole_detail(self) -> str:
        """The detail and the note in one line."""
        return "; ".join(text for text in (self.detail, self.note) if text)


@dataclass(frozen=True, slots=True)
class DialogBox:
    """A list to choose from."""

    title: str
    prompt: str
    """The text above the list; empty for none."""
    rows: Sequence[DialogRow]
    selected: int
    hints: Sequence[KeyHint]


@dataclass(slots=True)
class Panels:
    """All that stands beside the map of one frame, for a display whose canvas holds the map alone."""

    sidebar: Sidebar | None = None
    log: Sequence[Sequence[Span]] = ()
    """The latest messages, the last one last."""
    banner: Sequence[Span] = ()
    """Who plays and how fast, in watching and replaying."""
    progress: Bar | None = None
    """How far a replay is."""
    note: Sequence[Span] = ()
    """What is said at the moment: a warning, or what is under the mouse."""
    text: Sequence[Span] = ()
    """Lines about the cell under a cursor."""
    hints: list[KeyHint] = field(default_factory=list)
    dialog: DialogBox | None = None
