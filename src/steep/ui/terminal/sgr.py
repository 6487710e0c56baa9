"""Colours and glyphs as terminals of every kind can show them.

True colour as it is; else the nearest of 256; else of 16, by hue and, for greys, by steps that keep dim from
bright and marked from plain; with none at all, faint, bold and reverse video do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from steep.ui.canvas import UNSHOWABLE, Color

TRUE_COLOR = 1 << 24

_BLACK, _BLUE, _WHITE, _DARK_GREY, _BRIGHT_WHITE = 0, 4, 7, 8, 15

_GREY_BELOW = 42
"""Difference between the strongest and the weakest of red, green and blue, below which a colour has no hue."""

_BRIGHT_FROM = 170
"""Of the strongest of red, green and blue, from where a hue is one of the bright eight."""

_MARKED_FROM, _DIM_BELOW, _BOLD_FROM = 55, 115, 215
"""Lightness, 0 to 255: of backgrounds that mark something, of glyphs that are dim, and of those that stand out."""

_LOOKALIKES = {
    "-": "─━═–—",
    "|": "│┃║",
    "+": "┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯",
    "#": "█▓▀▄▌▐",
    "%": "▒",
    ":": "░",
    ".": "·∙",
    "*": "•■▪☼",
    "x": "×",
    "/": "÷",
    "~": "…≈",
    "'": "‘’",
    '"': "“”",
    "<": "←◄",
    ">": "→►",
    "^": "↑▲",
    "v": "↓▼",
}
_ASCII = {ord(glyph): plain for plain, glyphs in _LOOKALIKES.items() for glyph in glyphs}


def styler(colors: int, nearest: Callable[[int, int, int], int]) -> Callable[[Color, Color], str]:
    """The function that gives the sequence which sets a foreground on a background.

    `colors` is how many the terminal shows, 0 for none; `nearest` gives the number of the colour nearest to
    red, green and blue among 256.
    """
    if colors >= TRUE_COLOR:
        return cache(_true_color)
    if colors >= 256:
        return cache(lambda fg, bg: f"\x1b[38;5;{nearest(*fg)};48;5;{nearest(*bg)}m")
    if colors >= 8:
        return cache(_of_sixteen if colors >= 16 else _of_eight)
    return cache(_colorless)


def fallback_glyphs(encoding: str) -> Callable[[str], str] | None:
    """The function that gives a glyph which an encoding can write; None where it can write all of them."""
    try:
        "─│┌┐└┘█☼".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return cache(lambda glyph: _writable(glyph, encoding))
    return None


def _writable(glyph: str, encoding: str) -> str:
    for candidate in (glyph, glyph.translate(_ASCII)):
        try:
            candidate.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            continue
        return candidate
    return UNSHOWABLE


def _true_color(fg: Color, bg: Color) -> str:
    return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*fg, *bg)


def _of_sixteen(fg: Color, bg: Color) -> str:
    front, back = _number(fg), _number(bg)
    if front == back:
        front = _apart_from(back)
    return f"\x1b[{30 + front if front < 8 else 82 + front};{40 + back if back < 8 else 92 + back}m"


def _of_eight(fg: Color, bg: Color) -> str:
    """Bright ones are bold; dark grey is faint white, for bold black is black on many terminals, and blue as ground."""
    front, back = _number(fg), _number(bg)
    back = _BLUE if back == _DARK_GREY else back % 8
    if back == (_WHITE if front == _DARK_GREY else front):
        front = _apart_from(back)
    if front == _DARK_GREY:
        return f"\x1b[0;2;{30 + _WHITE};{40 + back}m"
    return f"\x1b[0;{'1;' if front >= 8 else ''}{30 + front % 8};{40 + back}m"


def _number(color: Color) -> int:
    """The number of a colour among 16: a bit each for red, green and blue, and one for bright."""
    strongest, weakest = max(color), min(color)
    if strongest - weakest >= _GREY_BELOW:
        middle = (strongest + weakest) // 2
        hue = sum(bit for bit, part in zip((1, 2, 4), color, strict=True) if part > middle)
        return hue + 8 if strongest >= _BRIGHT_FROM else hue
    light = _lightness(color)
    if light >= _BOLD_FROM:
        return _BRIGHT_WHITE
    if light >= _DIM_BELOW:
        return _WHITE
    return _DARK_GREY if light >= _MARKED_FROM else _BLACK


def _apart_from(back: int) -> int:
    """A colour for a glyph that would vanish in its background."""
    if back == _BLACK:
        return _DARK_GREY
    return _BRIGHT_WHITE if back < _WHITE or back == _DARK_GREY else _BLACK


def _colorless(fg: Color, bg: Color) -> str:
    light, ground = _lightness(fg), _lightness(bg)
    if ground >= _MARKED_FROM or ground > light:
        return "\x1b[0;7m"
    if light >= _BOLD_FROM:
        return "\x1b[0;1m"
    return "\x1b[0;2m" if light < _DIM_BELOW else "\x1b[0m"


def _lightness(color: Color) -> int:
    """Luma after ITU-R BT.601, 0 to 255."""
    red, green, blue = color
    return (299 * red + 587 * green + 114 * blue) // 1000
