"""Every colour of the screens, by what it means. No hue stands alone: a glyph, a word or a length says the same."""

from __future__ import annotations

from steep.ui.canvas import Color

GROUND: Color = (14, 16, 22)
"""What lies under everything."""
PANEL: Color = (24, 27, 36)
CHOSEN: Color = (52, 60, 82)
"""Behind the line that a key or a click would choose."""

BRIGHT: Color = (240, 241, 244)
TEXT: Color = (202, 206, 214)
DIM: Color = (142, 148, 162)
FAINT: Color = (78, 84, 100)
"""Frames and rules; never text that has to be read."""

ACCENT: Color = (236, 184, 98)
"""Titles, and keys that can be pressed."""
GOOD: Color = (138, 204, 128)
BAD: Color = (240, 112, 98)
WARN: Color = (236, 184, 98)
MAGIC: Color = (150, 178, 246)

HP_FULL: Color = (112, 190, 108)
HP_HALF: Color = (224, 176, 84)
HP_LOW: Color = (232, 96, 84)
XP: Color = (116, 152, 222)
BAR_EMPTY: Color = (62, 67, 82)

WALL: Color = (168, 154, 128)
WALL_GROUND: Color = (52, 47, 42)
FLOOR: Color = (134, 122, 100)
FLOOR_GROUND: Color = (32, 29, 27)
STAIRS: Color = (250, 214, 120)

WALL_REMEMBERED: Color = (104, 112, 134)
WALL_GROUND_REMEMBERED: Color = (28, 32, 43)
FLOOR_REMEMBERED: Color = (88, 96, 118)
STAIRS_REMEMBERED: Color = (168, 148, 100)

HERO: Color = (255, 252, 240)
BLAST_GROUND: Color = (104, 44, 32)
CURSOR_GROUND: Color = (236, 220, 150)
POINTER_GROUND: Color = (70, 74, 92)

MESSAGES: dict[str, Color] = {
    "info": TEXT,
    "hero_hits": BRIGHT,
    "foe_hits": (244, 150, 130),
    "harmless": DIM,
    "death": ACCENT,
    "good": GOOD,
    "bad": BAD,
    "impossible": DIM,
    "level": MAGIC,
    "hint": ACCENT,
}
"""By a message's kind."""

LEAST_LIGHT = 150
"""Of 255: what a glyph's light must reach to be read on the dark ground."""


def light(color: Color) -> int:
    """Perceived light of a colour, 0 .. 255 (the luma of ITU-R BT.601)."""
    red, green, blue = color
    return (299 * red + 587 * green + 114 * blue) // 1000


def blend(color: Color, other: Color, part: float) -> Color:
    """A colour with a part (0 .. 1) of another mixed in."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(color, other, strict=True))
    return (red, green, blue)


def legible(color: Color) -> Color:
    """A ruleset's colour, mixed with white as far as it is too dark for the ground."""
    lacking = LEAST_LIGHT - light(color)
    return blend(color, (255, 255, 255), lacking / (255 - light(color))) if lacking > 0 else color


def remembered(color: Color) -> Color:
    """A colour of what is remembered and not in view."""
    return blend(color, GROUND, 0.5)


def of_health(hp: int, most: int) -> Color:
    """The colour of a bar of HP; its length and its numbers say the same."""
    if hp * 4 <= most:
        return HP_LOW
    return HP_HALF if hp * 2 <= most else HP_FULL
