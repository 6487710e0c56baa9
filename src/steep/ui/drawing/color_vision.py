"""Moves differences between red and green into those between blue and yellow, which nearly everybody sees."""

from __future__ import annotations

from functools import lru_cache

from steep.ui.drawing.canvas import Canvas, Color

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
