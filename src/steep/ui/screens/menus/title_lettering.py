"""Large letters, and the title: "STEEP" in letters that go down like stairs on a canvas that is high enough."""

from __future__ import annotations

from steep.ui.drawing import mix_colors, palette
from steep.ui.drawing.canvas import Canvas

ALPHABET = {
    "S": (" ███", "█   ", " ██ ", "   █", "███ "),
    "T": ("███", " █ ", " █ ", " █ ", " █ "),
    "E": ("███", "█  ", "██ ", "█  ", "███"),
    "P": ("███ ", "█  █", "███ ", "█   ", "█   "),
    "V": ("█ █", "█ █", "█ █", "█ █", " █ "),
    "I": ("█", "█", "█", "█", "█"),
    "C": (" ██", "█  ", "█  ", "█  ", " ██"),
    "O": (" ██ ", "█  █", "█  █", "█  █", " ██ "),
    "R": ("███ ", "█  █", "███ ", "█ █ ", "█  █"),
    "Y": ("█ █", "█ █", " █ ", " █ ", " █ "),
}
"""The letters that titles need, in rows of pixels."""

LETTERS = tuple(ALPHABET[letter] for letter in "STEEP")

PIXEL_WIDTH = 2
LETTER_GAP = 2
TITLE_WIDTH = sum(len(letter[0]) * PIXEL_WIDTH + LETTER_GAP for letter in LETTERS)
TITLE_HEIGHT = 10
"""Rows of the title with each letter one row below the one before."""
FLAT_HEIGHT = 6
"""Rows of the title with all letters side by side."""
HIGH_ENOUGH = 30
"""Rows of a canvas from which the letters go down."""


def lettering(word: str) -> list[str]:
    """A word in large letters side by side, in rows of text."""
    gap = " " * LETTER_GAP
    return [
        gap.join("".join(pixel * PIXEL_WIDTH for pixel in row) for row in rows)
        for rows in zip(*(ALPHABET[letter] for letter in word), strict=True)
    ]


def draw_title(canvas: Canvas) -> int:
    """Draw the title at the top of the canvas. Returns the row below it."""
    x, y = (canvas.width - TITLE_WIDTH) // 2 + 1, max(1, (canvas.height - 24) // 3)
    down = int(canvas.height >= HIGH_ENOUGH)
    for step, letter in enumerate(LETTERS):
        top = y + step * down
        color = mix_colors.blend(palette.ACCENT, palette.BACKGROUND, step * 0.13)
        for row, pixels in enumerate(letter):
            for column, pixel in enumerate(pixels):
                if pixel != " ":
                    at = x + column * PIXEL_WIDTH
                    canvas.fill(at, top + row, PIXEL_WIDTH, 1, pixel, color)
        width = len(letter[0]) * PIXEL_WIDTH + LETTER_GAP
        canvas.fill(
            x - 1,
            top + len(letter),
            width,
            1,
            "▀",
            mix_colors.blend(palette.FAINT, palette.BACKGROUND, step * 0.13),
        )
        x += width
    return y + (TITLE_HEIGHT if down else FLAT_HEIGHT)
