"""Draws canvases with tiles, in a window or as an image."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import tcod.console
import tcod.tileset
from numpy.typing import NDArray

from steep.core.writable_glyphs import UNSHOWABLE
from steep.ui.drawing.canvas import Canvas

_ASSETS = Path(__file__).with_name("assets")
_SHEET_COLUMNS = 32
TILE_SIZES = ((8, 17), (10, 19), (12, 24), (14, 28), (16, 32), (20, 39), (26, 51))
"""Available tile sizes: width and height in pixels."""


@cache
def _codes() -> dict[str, int]:
    """The code point of each glyph that has a tile, in the order of the tile sheets."""
    return {glyph: ord(glyph) for glyph in (_ASSETS / "tiles.txt").read_text("utf-8")}


@cache
def tileset(size: tuple[int, int]) -> tcod.tileset.Tileset:
    """The tileset of one of `TILE_SIZES`."""
    codes = list(_codes().values())
    sheet = _ASSETS / f"tiles-{size[0]}x{size[1]}.png"
    return tcod.tileset.load_tilesheet(sheet, _SHEET_COLUMNS, -(-len(codes) // _SHEET_COLUMNS), codes)


def console_of(canvas: Canvas) -> tcod.console.Console:
    """A canvas of at least one cell as a libtcod console."""
    shape = (canvas.height, canvas.width)
    console = tcod.console.Console(canvas.width, canvas.height)
    codes, unknown = _codes(), ord(UNSHOWABLE)
    console.rgb["ch"] = np.array([codes.get(glyph, unknown) for glyph in canvas.glyphs]).reshape(shape)
    console.rgb["fg"] = np.array(canvas.fg, np.uint8).reshape((*shape, 3))
    console.rgb["bg"] = np.array(canvas.bg, np.uint8).reshape((*shape, 3))
    return console


def picture_of(canvas: Canvas, size: tuple[int, int] = TILE_SIZES[0]) -> NDArray[np.uint8]:
    """An image of a canvas, drawn without a window. Shape (rows, columns, 3) in pixels: red, green, blue."""
    return tileset(size).render(console_of(canvas))[:, :, :3].copy()
