"""All colours, by meaning. No meaning depends on hue alone: a glyph, a word or a length says the same.

Colours are mixed here, too, made legible, and changed for players who can't tell red from green.
"""

from __future__ import annotations

from functools import lru_cache

from steep.ui.drawing.canvas import Canvas, Color

BACKGROUND: Color = (14, 16, 22)
"""Behind everything."""
PANEL: Color = (24, 27, 36)
SELECTED: Color = (52, 60, 82)
"""Behind the selected row."""

BRIGHT: Color = (240, 241, 244)
TEXT: Color = (202, 206, 214)
DIM: Color = (142, 148, 162)
FAINT: Color = (78, 84, 100)
"""For frames and lines, never for text that has to be read."""

ACCENT: Color = (236, 184, 98)
"""For titles, and for keys that can be pressed."""
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
WALL_BACKGROUND: Color = (52, 47, 42)
FLOOR: Color = (134, 122, 100)
FLOOR_BACKGROUND: Color = (32, 29, 27)
STAIRS: Color = (250, 214, 120)

WALL_REMEMBERED: Color = (104, 112, 134)
WALL_BACKGROUND_REMEMBERED: Color = (28, 32, 43)
FLOOR_REMEMBERED: Color = (88, 96, 118)
STAIRS_REMEMBERED: Color = (168, 148, 100)

HERO: Color = (255, 252, 240)
FIRE: Color = (255, 150, 60)
COLD: Color = (140, 210, 255)
LIGHTNING: Color = (255, 240, 130)
BLAST_BACKGROUND: Color = (104, 44, 32)
CURSOR_BACKGROUND: Color = (236, 220, 150)
POINTER_BACKGROUND: Color = (70, 74, 92)

MESSAGES: dict[str, Color] = {
    "info": TEXT,
    "hero_hits": BRIGHT,
    "enemy_hits": (244, 150, 130),
    "harmless": DIM,
    "death": ACCENT,
    "good": GOOD,
    "bad": BAD,
    "impossible": DIM,
    "level": MAGIC,
    "hint": ACCENT,
    "region": STAIRS,
}
"""By message kind."""


def health_color(hp: int, max_hp: int) -> Color:
    """The colour of an HP bar. Its length and the number beside it say the same."""
    if hp * 4 <= max_hp:
        return HP_LOW
    return HP_HALF if hp * 2 <= max_hp else HP_FULL


SHARE = 0.8
"""How much of the difference between green and red is added to blue."""


@lru_cache(maxsize=4096)
def recolored(color: Color) -> Color:
    """A colour with more blue if it is green, and less if it is red. Greys stay as they are."""
    red, green, blue = color
    return red, green, max(0, min(255, round(blue + SHARE * (green - red))))


def recolor(canvas: Canvas) -> None:
    """Recolour a whole canvas."""
    canvas.fg[:] = map(recolored, canvas.fg)
    canvas.bg[:] = map(recolored, canvas.bg)


MIN_LUMA = 150
"""Of 255: the luma that a glyph needs to be legible on the dark background."""


def luma(color: Color) -> int:
    """Luma of a colour, 0 to 255 (ITU-R BT.601)."""
    red, green, blue = color
    return (299 * red + 587 * green + 114 * blue) // 1000


def blend(color: Color, other: Color, share: float) -> Color:
    """Mix a share (0 to 1) of another colour into a colour."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(color, other, strict=True))
    return (red, green, blue)


def legible(color: Color) -> Color:
    """A ruleset's colour, mixed with just enough white to be legible on the dark background."""
    lacking = MIN_LUMA - luma(color)
    return blend(color, (255, 255, 255), lacking / (255 - luma(color))) if lacking > 0 else color


def remembered(color: Color) -> Color:
    """The colour of something remembered but not in view."""
    return blend(color, BACKGROUND, 0.5)
