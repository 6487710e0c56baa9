"""Glyphs for outputs whose encoding lacks the one that is wanted, each one column wide."""

from __future__ import annotations

UNSHOWABLE = "?"
"""Instead of what an output can't show: what its encoding lacks, and what doesn't take exactly one column."""

_LOOKALIKES = {
    "-": "─━═–—≡",
    "|": "│┃║",
    "+": "┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯",
    "#": "█▓▀▄▌▐♣♯",
    "&": "♠§",
    "%": "▒",
    ":": "░",
    ".": "·∙",
    "*": "•■▪☼♦◆",
    "!": "¡",
    "n": "∩",
    "x": "×",
    "/": "÷",
    "~": "…",
    "=": "≈≋",
    "'": "‘’",
    '"': "“”",
    "<": "←◄",
    ">": "→►",
    "^": "↑▲",
    "v": "↓▼",
}
_ASCII = {ord(glyph): plain for plain, glyphs in _LOOKALIKES.items() for glyph in glyphs}


def writable(glyph: str, encoding: str) -> str:
    """The glyph if an encoding has it, or else one that looks like it."""
    for candidate in (glyph, glyph.translate(_ASCII)):
        try:
            candidate.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            continue
        return candidate
    return UNSHOWABLE
