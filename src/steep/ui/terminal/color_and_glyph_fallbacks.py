"""Colours and glyphs for terminals of any capability.

True colour is sent as it is, else the nearest of 256 colours. With 16 colours, hues are kept and greys become steps
that keep dim apart from bright and marked apart from plain. Without colours, faint, bold and reverse video do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from steep.core.writable_glyphs import writable
from steep.ui.drawing.canvas import Color
from steep.ui.drawing.palette import luma

TRUE_COLOR = 1 << 24

_BLACK, _BLUE, _WHITE, _DARK_GREY, _BRIGHT_WHITE = 0, 4, 7, 8, 15

_GREY_BELOW = 42
"""Below this difference between the strongest and weakest of red, green and blue, a colour is a grey."""

_BRIGHT_FROM = 170
"""If the strongest of red, green and blue is at least this, the colour is one of the eight bright ones."""

_MARKED_FROM, _DIM_BELOW, _BOLD_FROM = 55, 115, 215
"""Luma, 0 to 255: of backgrounds that mark something, of dim glyphs and of bold glyphs."""


def styler(colors: int, nearest: Callable[[int, int, int], int]) -> Callable[[Color, Color], str]:
    """A function that returns the escape sequence for a text colour and a background colour.

    `colors` is the number of colours the terminal shows, 0 for none. `nearest` maps red, green and blue to the number
    of the nearest of 256 colours.
    """
    if colors >= TRUE_COLOR:
        return cache(_true_color)
    if colors >= 256:
        return cache(lambda fg, bg: f"\x1b[38;5;{nearest(*fg)};48;5;{nearest(*bg)}m")
    if colors >= 8:
        return cache(_of_sixteen if colors >= 16 else _of_eight)
    return cache(_colorless)


def fallback_glyphs(encoding: str) -> Callable[[str], str] | None:
    """A function that replaces glyphs an encoding can't write; None if it can write them all."""
    try:
        "─│┌┐└┘█☼".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return cache(lambda glyph: writable(glyph, encoding))
    return None


def _true_color(fg: Color, bg: Color) -> str:
    return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*fg, *bg)


def _of_sixteen(fg: Color, bg: Color) -> str:
    front, back = _number(fg), _number(bg)
    if front == back:
        front = _contrasting(back)
    return f"\x1b[{30 + front if front < 8 else 82 + front};{40 + back if back < 8 else 92 + back}m"


def _of_eight(fg: Color, bg: Color) -> str:
    """Bright colours are bold. Dark grey is faint white as text, since bold black is black on many terminals.

    As a background, dark grey is blue.
    """
    front, back = _number(fg), _number(bg)
    back = _BLUE if back == _DARK_GREY else back % 8
    if back == (_WHITE if front == _DARK_GREY else front):
        front = _contrasting(back)
    if front == _DARK_GREY:
        return f"\x1b[0;2;{30 + _WHITE};{40 + back}m"
    return f"\x1b[0;{'1;' if front >= 8 else ''}{30 + front % 8};{40 + back}m"


def _number(color: Color) -> int:
    """The nearest of 16 colours: one bit each for red, green and blue, and one for bright."""
    strongest, weakest = max(color), min(color)
    if strongest - weakest >= _GREY_BELOW:
        middle = (strongest + weakest) // 2
        hue = sum(bit for bit, part in zip((1, 2, 4), color, strict=True) if part > middle)
        return hue + 8 if strongest >= _BRIGHT_FROM else hue
    light = luma(color)
    if light >= _BOLD_FROM:
        return _BRIGHT_WHITE
    if light >= _DIM_BELOW:
        return _WHITE
    return _DARK_GREY if light >= _MARKED_FROM else _BLACK


def _contrasting(back: int) -> int:
    """A text colour that is visible on a background of the same colour."""
    if back == _BLACK:
        return _DARK_GREY
    return _BRIGHT_WHITE if back < _WHITE or back == _DARK_GREY else _BLACK


def _colorless(fg: Color, bg: Color) -> str:
    light, ground = luma(fg), luma(bg)
    if ground >= _MARKED_FROM or ground > light:
        return "\x1b[0;7m"
    if light >= _BOLD_FROM:
        return "\x1b[0;1m"
    return "\x1b[0;2m" if light < _DIM_BELOW else "\x1b[0m"
