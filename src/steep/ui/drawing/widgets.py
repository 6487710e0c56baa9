"""Drawing functions shared by screens: bars, coloured text, key hints, framed boxes, dimming, large letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap

from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Color, Link, Rect
from steep.ui.drawing.panels import Span

FULL, HALF, EMPTY = "█", "▌", "░"

FOLDERS = re.compile(r"[^/\\]*[/\\]+|[^/\\]+")
"""The parts of a path, each with the separator behind it."""

WITHOUT_KEYS = {"letter": "tap to", "wait": "wait", "arrows": "", "0-9": "", "any move": ""}
"""On a screen for fingers, what replaces a hint's label that is no key. If it is empty, the hint is left out."""

_shades: dict[Color, Color] = {}


def print_spans(canvas: Canvas, x: int, y: int, spans: Iterable[Span], width: int, bg: Color | None = None) -> int:
    """Draw spans side by side in at most `width` columns. Returns the column after the last one."""
    end = x + width
    for text, color in spans:
        room = end - x
        canvas.print(x, y, text, color, bg, room)
        x += min(len(text), max(0, room))
    return x


def flowed(spans: Iterable[Span], width: int) -> list[list[Span]]:
    """Spans with two spaces between them, in as many rows of at most `width` columns as they need."""
    rows: list[list[Span]] = []
    left = 0
    for text, color in spans:
        if len(text) + 2 <= left:
            rows[-1] += [("  ", color), (text, color)]
            left -= len(text) + 2
        else:
            rows.append([(text, color)])
            left = width - len(text)
    return rows


def draw_key_hints(canvas: Canvas, x: int, y: int, keys: Iterable[tuple[str, str]], width: int) -> None:
    """Draw key hints for a footer, without commands that have no key and hints that don't fit in `width` columns.

    A click on one presses the key, where its label is that of a key. "A/B" are two keys. A screen for fingers has hints
    of its own.
    """
    if canvas.for_fingers:
        draw_tap_hints(canvas, x, y, keys, width)
        return
    left = width
    for label, does in keys:
        left -= len(label) + 1 + len(does)
        if label and left >= 0:
            canvas.print(x, y, label, palette.ACCENT)
            canvas.print(x + len(label) + 1, y, does, palette.DIM)
            first, slash, second = label.partition("/") if len(label) > 1 else (label, "", "")
            middle, end = x + len(first) + 1, x + len(label) + 1 + len(does)
            # A finger may also touch the edge of the frame below.
            if slash:
                canvas.links.append(Link(Rect(x, y, middle - x, 2), first, ""))
                canvas.links.append(Link(Rect(middle, y, end - middle, 2), second, ""))
            else:
                canvas.links.append(Link(Rect(x, y, end - x, 2), label, does))
            x = end + 3
        left -= 3


def draw_tap_hints(canvas: Canvas, x: int, y: int, keys: Iterable[tuple[str, str]], width: int) -> None:
    """Draw for a footer what can be tapped: what keys do, without the keys.

    Two keys together are left out, since swipes and the page's buttons do what they do.
    """
    end = x + width
    for label, does in keys:
        instead = WITHOUT_KEYS.get(label)
        text = f"{instead} {does}" if instead else does
        if not label or instead == "" or ("/" in label and len(label) > 1) or x + len(text) > end:
            continue
        canvas.print(x, y, text, palette.DIM if instead else palette.ACCENT)
        if not instead:
            canvas.links.append(Link(Rect(x, y, len(text), 2), label, does))
        x += len(text) + 3


def draw_bar(canvas: Canvas, x: int, y: int, width: int, value: int, maximum: int, color: Color) -> None:
    """Draw `value` of `maximum` as a bar. Any value above 0 shows, and only the maximum fills the bar."""
    halves = 0 if maximum <= 0 else max(0, min(value, maximum)) * width * 2 // maximum
    if value > 0:
        halves = max(1, halves)
    for column in range(width):
        left = halves - column * 2
        if left >= 2:
            canvas.put(x + column, y, FULL, color)
        elif left == 1:
            canvas.put(x + column, y, HALF, color, palette.BAR_EMPTY)
        else:
            canvas.put(x + column, y, EMPTY, palette.BAR_EMPTY)


def shade(canvas: Canvas) -> None:
    """Dim everything drawn so far, so that a box stands out; nothing of it can be clicked."""
    canvas.links.clear()
    for colors in (colors for layer in canvas.layers for colors in (layer.fg, layer.bg)):
        for at, color in enumerate(colors):
            shaded = _shades.get(color)
            if shaded is None:
                shaded = _shades[color] = palette.blend(color, palette.BACKGROUND, 0.6)
            colors[at] = shaded


def draw_box(canvas: Canvas, x: int, y: int, w: int, h: int, title: str) -> None:
    """Draw an empty framed box with a title."""
    canvas.frame(x, y, w, h, title, palette.FAINT, palette.PANEL)
    if title:
        canvas.print(x + 2, y, f" {title} ", palette.ACCENT, palette.PANEL, w - 4)


def wrapped(text: str, width: int) -> list[str]:
    """Wrap text to lines of at most `width` columns. Empty lines are kept, and long paths break between folders."""
    return [line for part in text.split("\n") for line in wrapped_words(part, width) or ("",)]


@lru_cache(maxsize=512)
def wrapped_words(text: str, width: int) -> tuple[str, ...]:
    """Wrap text of one line. What is longer than a line is broken after folders, if it is a path."""
    if all(len(word) <= width for word in text.split()):
        return tuple(wrap(text, width))
    lines = [""]
    for word in text.split():
        parts = FOLDERS.findall(word) if len(word) > width else [word]
        for number, part in enumerate(parts):
            gap = " " if number == 0 and lines[-1] else ""
            if len(lines[-1]) + len(gap) + len(part) <= width:
                lines[-1] += gap + part
            else:
                lines += wrap(part, width)
    return tuple(line for line in lines if line)


def folded(line: Sequence[Span], width: int) -> list[Sequence[Span]]:
    """A line of spans, broken between words to rows of at most `width` columns; the later ones are indented."""
    whole = "".join(text for text, _ in line)
    if len(whole) <= width:
        return [line]
    indent = " " * (len(whole) - len(whole.lstrip()) + 2)
    rows: list[list[Span]] = [[]]
    used = 0
    for text, color in line:
        for found in re.findall(r"\s*\S+|\s+", text):
            word = found
            if used + len(found.rstrip()) > width and used > len(indent):
                rows.append([(indent, color)])
                used, word = len(indent), found.lstrip()
            rows[-1].append((word, color))
            used += len(word)
    return [*rows]


def columns_that_fit(widths: Sequence[int], room: int) -> int:
    """How many columns of a table, with two spaces between them, have room beside one another; at least one."""
    ends = [sum(widths[: count + 1]) + 2 * count for count in range(len(widths))]
    return max(1, sum(end <= room for end in ends))


def print_lines(canvas: Canvas, x: int, y: int, lines: Sequence[Span], width: int) -> None:
    """Draw lines below one another, each cut off after `width` columns."""
    for row, (text, color) in enumerate(lines):
        canvas.print(x, y + row, text, color, None, width)


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
        color = palette.blend(palette.ACCENT, palette.BACKGROUND, step * 0.13)
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
            palette.blend(palette.FAINT, palette.BACKGROUND, step * 0.13),
        )
        x += width
    return y + (TITLE_HEIGHT if down else FLAT_HEIGHT)
