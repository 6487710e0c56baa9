"""Mixes colours: blends two, makes one legible on the dark background, dims what is only remembered."""

from __future__ import annotations

from steep.ui.drawing.canvas import Color
from steep.ui.drawing.palette import BACKGROUND

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
