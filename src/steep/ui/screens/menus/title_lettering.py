"""The title: "STEEP" in large letters that go down like stairs."""

from __future__ import annotations

from steep.ui import mix_colors, palette
from steep.ui.canvas import Canvas

LETTERS = (
    (" ███", "█   ", " ██ ", "   █", "███ "),
    ("███", " █ ", " █ ", " █ ", " █ "),
    ("███", "█  ", "██ ", "█  ", "███"),
    ("███", "█  ", "██ ", "█  ", "███"),
    ("███ ", "█  █", "███ ", "█   ", "█   "),
)
"""S, T, E, E, P. Each letter is drawn one row below the one before."""

PIXEL_WIDTH = 2
LETTER_GAP = 2
TITLE_WIDTH = sum(len(letter[0]) * PIXEL_WIDTH + LETTER_GAP for letter in LETTERS)
TITLE_HEIGHT = 10


def draw_title(canvas: Canvas) -> int:
    """Draw the title at the top of the canvas. Returns the row below it."""
    x, y = (canvas.width - TITLE_WIDTH) // 2 + 1, max(1, (canvas.height - 24) // 3)
    for step, letter in enumerate(LETTERS):
        color = mix_colors.blend(palette.ACCENT, palette.BACKGROUND, step * 0.13)
        for row, pixels in enumerate(letter):
            for column, pixel in enumerate(pixels):
                if pixel != " ":
                    at = x + column * PIXEL_WIDTH
                    canvas.fill(at, y + step + row, PIXEL_WIDTH, 1, pixel, color)
        width = len(letter[0]) * PIXEL_WIDTH + LETTER_GAP
        canvas.fill(
            x - 1,
            y + step + len(letter),
            width,
            1,
            "▀",
            mix_colors.blend(palette.FAINT, palette.BACKGROUND, step * 0.13),
        )
        x += width
    return y + TITLE_HEIGHT
