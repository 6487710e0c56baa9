"""A canvas of character cells, which screens draw on and presenters show.

It holds a glyph and two colours per cell. It knows nothing of the game, of keys or of the display, except what to show
if the encoding of an output lacks a glyph.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from steep.ui.drawing.panels import Color as Color
from steep.ui.drawing.panels import Panels

TEXT: Color = (204, 204, 204)
"""Default text colour."""

BACKGROUND: Color = (0, 0, 0)
"""Default background colour."""

_ACROSS, _DOWN = "─", "│"
_CORNERS = ("┌", "┐", "└", "┘")


class Rect(NamedTuple):
    """A rectangle of the canvas, in cells."""

    x: int
    y: int
    width: int
    height: int

    def contains(self, x: int, y: int) -> bool:
        """Whether a cell is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Link(NamedTuple):
    """Cells that can be clicked instead of pressing a key."""

    area: Rect
    label: str
    """The key, as it is drawn."""
    does: str
    """What it does; empty if that is said of two keys together."""


class Squares(NamedTuple):
    """The square cells in which a display draws maps, beside its cells of text. All in pixels."""

    side: int
    text_width: int
    text_height: int

    def rows_of_text(self, squares: int) -> int:
        """How many rows of text are as high as some squares."""
        return -(-squares * self.side // self.text_height)


HOLE = "\0"
"""The glyph of a cell of text through which the map's own canvas is seen."""

ELLIPSIS = "…"
"""The last glyph of a text that is cut off."""


class Canvas:
    """A grid of cells, each with a glyph of one column, a text colour and a background colour.

    Drawing outside the canvas is clipped; it is not an error.
    """

    def __init__(self, width: int, height: int, *, for_fingers: bool = False) -> None:
        self.for_fingers = for_fingers
        """Whether it is shown where there are no keys, and what can be clicked is tapped."""
        self.resize(width, height)

    def resize(self, width: int, height: int, panels: Panels | None = None, squares: Squares | None = None) -> None:
        """Change the size and blank every cell.

        With `panels`, what stands beside a map goes there instead. With `squares`, a map has a canvas of its own.
        """
        self.width = width
        self.height = height
        self.panels = panels
        self.squares = squares
        self.clear()

    def clear(self, bg: Color = BACKGROUND) -> None:
        """Blank every cell."""
        cells = self.width * self.height
        self.glyphs = [" "] * cells
        self.fg = [TEXT] * cells
        self.bg = [bg] * cells
        self.links: list[Link] = []
        """What can be clicked."""
        self.map_area = Rect(0, 0, self.width, self.height)
        """The cells that show a map. Its own canvas begins at the same corner."""
        self._map: Canvas | None = None

    @property
    def map(self) -> Canvas:
        """What a map is drawn on: the canvas itself, or the map's own, which is seen through holes in it."""
        return self._map or self

    @property
    def layers(self) -> tuple[Canvas, ...]:
        """The canvas, and the map's own if it has one."""
        return (self,) if self._map is None else (self, self._map)

    def open_map(self, area: Rect, bg: Color) -> Rect:
        """Let a map be seen in a blank area. Returns the area of `map` to draw it in."""
        self.map_area = area
        if self.squares is None:
            return area
        side, width, height = self.squares
        self._map = Canvas(area.width * width // side, area.height * height // side)
        self._map.clear(bg)
        for row in range(area.y, area.y + area.height):
            self._set(row * self.width + area.x, [HOLE] * area.width, TEXT, None)
        return Rect(0, 0, self._map.width, self._map.height)

    def row_of_text(self, map_row: int) -> int:
        """The lowest row over a row of `map`."""
        return map_row if self.squares is None else self.map_area.y + self.squares.rows_of_text(map_row + 1) - 1

    def copy(self, other: Canvas) -> None:
        """Show what another canvas of this size shows. Nothing of it can be clicked."""
        self.glyphs, self.fg, self.bg = other.glyphs[:], other.fg[:], other.bg[:]
        self.panels, self.map_area = other.panels, other.map_area
        if other._map is not None:
            self._map = Canvas(other._map.width, other._map.height)
            self._map.copy(other._map)

    def put(self, x: int, y: int, glyph: str, fg: Color = TEXT, bg: Color | None = None) -> None:
        """Draw one glyph. Without `bg`, the background is kept."""
        if 0 <= x < self.width and 0 <= y < self.height:
            cell = y * self.width + x
            self.glyphs[cell] = glyph if " " <= glyph <= "~" and len(glyph) == 1 else _one_column(glyph)
            self.fg[cell] = fg
            if bg is not None:
                self.bg[cell] = bg

    def print(
        self, x: int, y: int, text: str, fg: Color = TEXT, bg: Color | None = None, width: int | None = None
    ) -> None:
        """Draw one line of text in at most `width` columns. If it is cut off, it ends in an ellipsis."""
        text = text if width is None else shortened(text, max(0, width))
        if not 0 <= y < self.height or not text:
            return
        if x < 0:
            x, text = 0, text[-x:]
        text = text[: max(0, self.width - x)]
        glyphs = list(text) if text.isascii() and text.isprintable() else [_one_column(glyph) for glyph in text]
        self._set(y * self.width + x, glyphs, fg, bg)

    def fill(self, x: int, y: int, w: int, h: int, glyph: str = " ", fg: Color = TEXT, bg: Color | None = None) -> None:
        """Fill a rectangle with one glyph."""
        left, right = max(0, x), min(self.width, x + w)
        glyphs = [_one_column(glyph)] * (right - left)
        for row in range(max(0, y), min(self.height, y + h)):
            self._set(row * self.width + left, glyphs, fg, bg)

    def _set(self, start: int, glyphs: list[str], fg: Color, bg: Color | None) -> None:
        """Draw glyphs of one column on cells that are next to each other and inside the canvas."""
        end = start + len(glyphs)
        self.glyphs[start:end] = glyphs
        self.fg[start:end] = [fg] * len(glyphs)
        if bg is not None:
            self.bg[start:end] = [bg] * len(glyphs)

    def frame(
        self, x: int, y: int, w: int, h: int, title: str = "", fg: Color = TEXT, bg: Color | None = BACKGROUND
    ) -> None:
        """Draw a framed empty box with the title in its top edge."""
        if w < 2 or h < 2:
            return
        right, bottom = x + w - 1, y + h - 1
        self.fill(x, y, w, h, " ", fg, bg)
        for row in (y, bottom):
            self.fill(x + 1, row, w - 2, 1, _ACROSS, fg, bg)
        for column in (x, right):
            self.fill(column, y + 1, 1, h - 2, _DOWN, fg, bg)
        for (column, row), glyph in zip(((x, y), (right, y), (x, bottom), (right, bottom)), _CORNERS, strict=True):
            self.put(column, row, glyph, fg, bg)
        if title and w > 6:
            self.print(x + 2, y, f" {title[: w - 6]} ", fg, bg)

    def text(self) -> str:
        """The glyphs without colours, one line per row, trailing spaces removed."""
        rows = range(0, self.width * self.height, self.width) if self.width else range(0)
        return "\n".join("".join(self.glyphs[row : row + self.width]).rstrip() for row in rows)


def shortened(text: str, width: int) -> str:
    """The text, cut to `width` columns with an ellipsis at the end if it is longer. Spaces at its end don't count."""
    if len(text.rstrip()) <= width:
        return text[:width]
    return f"{text[: width - 1].rstrip()}{ELLIPSIS}" if width else ""


@lru_cache(maxsize=1024)
def _one_column(glyph: str) -> str:
    """The glyph if it is one character of one column, else a space or `UNSHOWABLE`."""
    if len(glyph) != 1 or not glyph.isprintable():
        return " " if glyph.isspace() else UNSHOWABLE
    if unicodedata.east_asian_width(glyph) in "WF" or unicodedata.category(glyph) in ("Mn", "Me"):
        return UNSHOWABLE
    return glyph


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
