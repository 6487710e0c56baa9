"""Colours and glyphs as terminals of every kind can show them.

True colour as it is; else the nearest of 256 or 16; with none at all, bold, faint and reverse video
keep bright from dim and marked from plain.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from steep.ui.canvas import UNSHOWABLE, Color

TRUE_COLOR = 1 << 24

_BLACK, _WHITE, _DARK_GREY, _BRIGHT_WHITE = 0, 7, 8, 15

_FAINT_BELOW, _BOLD_FROM, _REVERSE_FROM = 90, 220, 55
"""Lightness, 0 to 255, where glyphs are faint or bold and backgrounds turn into reverse video."""

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
    red, green and blue, of 256 or else of 16.
    """
    if colors >= TRUE_COLOR:
        return cache(_true_color)
    if colors >= 256:
        return cache(lambda fg, bg: f"\x1b[38;5;{nearest(*fg)};48;5;{nearest(*bg)}m")
    if colors >= 8:
        return cache(lambda fg, bg: _of_sixteen(nearest(*fg), nearest(*bg), bright=colors >= 16))
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


def _of_sixteen(fg: int, bg: int, bright: bool) -> str:
    """Colours by number. A glyph that would vanish in its background takes another colour."""
    dark = _DARK_GREY
    if not bright:
        bg, dark = bg % 8, _WHITE
        fg = dark if fg == _DARK_GREY else fg
    if fg == bg:
        fg = dark if bg == _BLACK else _BLACK if bg >= _WHITE else _BRIGHT_WHITE
    if bright:
        return f"\x1b[{30 + fg if fg < 8 else 82 + fg};{40 + bg if bg < 8 else 92 + bg}m"
    return f"\x1b[0;{'1;' if fg >= 8 else ''}{30 + fg % 8};{40 + bg}m"


def _colorless(fg: Color, bg: Color) -> str:
    light, ground = _lightness(fg), _lightness(bg)
    if ground >= _REVERSE_FROM or ground > light:
        return "\x1b[0;7m"
    if light >= _BOLD_FROM:
        return "\x1b[0;1m"
    return "\x1b[0;2m" if light < _FAINT_BELOW else "\x1b[0m"


def _lightness(color: Color) -> int:
    """Luma after ITU-R BT.601, 0 to 255."""
    red, green, blue = color
    return (299 * red + 587 * green + 114 * blue) // 1000
