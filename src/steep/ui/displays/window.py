"""The window presenter: python-tcod draws the canvas with tiles, SDL reports keys and the mouse.

Tiles come in several sizes, each drawn for its pixels. A window uses the largest size that leaves enough columns and
rows, then as many columns and rows as fit. Nothing is stretched. A map is drawn in square cells, with the same glyphs.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections import deque
from functools import cache
from pathlib import Path
from typing import Self

import numpy as np
import tcod.console
import tcod.context
import tcod.event
import tcod.render
import tcod.sdl.render
import tcod.sdl.video
import tcod.tileset
from numpy.typing import NDArray
from tcod.cffi import lib

from steep.ui.drawing import palette
from steep.ui.drawing.canvas import HOLE, UNSHOWABLE, Canvas, Squares
from steep.ui.main_loop import Signals
from steep.ui.presenters import NoDisplayError
from steep.ui.screen import COLUMNS, NAMED_KEYS, OFF_MAP, ROWS, Closed, Event, Key, Mouse, MouseKind, Resized

# Draws canvases with tiles, in a window or as an image.

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


_ABOVE, _LETTERS = 0.12, 0.82
"""Of a tile's height, what is above all letters, and the letters with all that hangs below them."""

_LINES_AND_SHADES = range(0x2500, 0x25A0)
"""Code points of box drawing and block elements."""


def squares_for(size: tuple[int, int]) -> Squares:
    """The square cells of a map beside text in one of `TILE_SIZES`."""
    return Squares(round(size[1] * _LETTERS), *size)


@cache
def square_tileset(size: tuple[int, int]) -> tcod.tileset.Tileset:
    """The tileset of maps beside text in one of `TILE_SIZES`: its glyphs in the middle of squares.

    Lines and shades, which fill the width of a tile, fill that of the square.
    """
    tiles, side, top = tileset(size), squares_for(size).side, round(size[1] * _ABOVE)
    left = (side - size[0]) // 2
    squares = tcod.tileset.Tileset(side, side)
    for code in tiles:
        glyph = tiles[code][top : top + side]
        margins = ((0, 0), (left, side - size[0] - left), (0, 0))
        squares[code] = np.pad(glyph, margins, mode="edge" if code in _LINES_AND_SHADES else "constant")
    return squares


def console_of(canvas: Canvas) -> tcod.console.Console:
    """A canvas of at least one cell as a libtcod console."""
    shape = (canvas.height, canvas.width)
    console = tcod.console.Console(canvas.width, canvas.height)
    codes, unknown = _codes(), ord(UNSHOWABLE)
    console.rgb["ch"] = np.array([codes.get(glyph, unknown) for glyph in canvas.glyphs]).reshape(shape)
    console.rgb["fg"] = np.array(canvas.fg, np.uint8).reshape((*shape, 3))
    console.rgb["bg"] = np.array(canvas.bg, np.uint8).reshape((*shape, 3))
    return console


def _holes_in(canvas: Canvas) -> NDArray[np.bool_]:
    """Which cells of a canvas are holes. Shape (rows, columns)."""
    return np.array([glyph == HOLE for glyph in canvas.glyphs]).reshape(canvas.height, canvas.width)


def picture_of(canvas: Canvas, size: tuple[int, int] = TILE_SIZES[0]) -> NDArray[np.uint8]:
    """An image of a canvas, drawn without a window. Shape (rows, columns, 3) in pixels: red, green, blue."""
    picture = tileset(size).render(console_of(canvas))[:, :, :3].copy()
    if canvas.map is not canvas:
        below, (width, height) = np.full_like(picture, canvas.bg[0]), size
        squares = square_tileset(size).render(console_of(canvas.map))[:, :, :3]
        top, left = canvas.map_area.y * height, canvas.map_area.x * width
        below[top : top + squares.shape[0], left : left + squares.shape[1]] = squares
        holes = _holes_in(canvas).repeat(height, 0).repeat(width, 1)
        picture[holes] = below[holes]
    return picture


_COMFORTABLE_SIZE = (100, 30)
"""Columns and rows that a window has before its tiles grow."""

_NEW_WINDOW = (1200, 720)
"""Size of a new window in pixels, on a display of normal density."""

_SIGNAL_POLL = 0.1
"""Seconds that SDL waits for an event before Python checks for signals."""

_TEXTURE_LOSSES = (lib.SDL_EVENT_RENDER_TARGETS_RESET, lib.SDL_EVENT_RENDER_DEVICE_RESET)
"""Events after which textures must be drawn anew."""

_RESIZINGS = frozenset(("WindowResized", "PixelSizeChanged", "WindowExposed", "DisplayScaleChanged"))

_ZOOMS = {"ctrl++": 1, "ctrl+=": 1, "ctrl+-": -1, "ctrl+0": 0}
_FULL_SCREEN = ("f11", "alt+enter")

_ICON_SIZE = 32
_ICON_COLOR, _ICON_BACKGROUND = (*palette.ACCENT, 255), (*palette.PANEL, 255)

_RENAMED = {"RETURN": "enter", "PAGEUP": "page_up", "PAGEDOWN": "page_down"}
_KEYS = {sym: name for sym in tcod.event.KeySym if (name := _RENAMED.get(sym.name, sym.name.lower())) in NAMED_KEYS}
_CLICKS: dict[int, MouseKind] = {tcod.event.MouseButton.LEFT: "left", tcod.event.MouseButton.RIGHT: "right"}


class WindowPresenter:
    """Shows canvases in a resizable window. Ctrl with +, - and 0 changes the size of the tiles."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque()
        self._signals = Signals()
        self._open = contextlib.ExitStack()
        self._tile = _tile_size_for(*_NEW_WINDOW, 0)
        self._drawings: list[tcod.render.SDLConsoleRender] = []
        """What draws a canvas, and what draws the map's own."""
        self._shown = Canvas(0, 0)
        self._zoom = 0
        self._key_handled = False
        self._pointed_at: Mouse | None = None

    def __enter__(self) -> Self:
        """Open the window. Raises `NoDisplayError` if there is no display."""
        logging.getLogger("tcod").addHandler(logging.NullHandler())  # keeps SDL's notes off standard error
        flags = tcod.context.SDL_WINDOW_RESIZABLE | tcod.context.SDL_WINDOW_ALLOW_HIGHDPI
        try:
            context = tcod.context.new(
                width=_NEW_WINDOW[0],
                height=_NEW_WINDOW[1],
                tileset=tileset(self._tile),
                title="Steep",
                sdl_window_flags=flags,
                vsync=False,
                argv=[],
            )
        except RuntimeError as error:
            reason = str(error).strip().splitlines()[-1]
            raise NoDisplayError(f"no window can be opened here: {reason}") from None
        self._open.enter_context(context)
        window, renderer = context.sdl_window, context.sdl_renderer
        assert window is not None
        assert renderer is not None
        self._window, self._renderer = window, renderer
        self._load_tiles()
        self._open.callback(self._drawings.clear)
        self._window.min_size = (COLUMNS * TILE_SIZES[0][0], ROWS * TILE_SIZES[0][1])
        self._window.set_icon(_icon())
        self._window.start_text_input(capitalization=tcod.sdl.video.Capitalization.NONE, autocorrect=False)
        self._open.enter_context(self._signals)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the window."""
        self._open.close()

    def size(self) -> tuple[int, int]:
        """Choose the tiles, and return how many columns and rows of them fit."""
        width, height = self._renderer.output_size
        wanted = _tile_size_for(width, height, self._zoom)
        if wanted != self._tile:
            self._tile = wanted
            self._load_tiles()
        return width // wanted[0], height // wanted[1]

    @property
    def squares(self) -> Squares:
        """The square cells of maps."""
        return squares_for(self._tile)

    def _load_tiles(self) -> None:
        """Prepare the tiles for the renderer."""
        self._drawings[:] = [
            tcod.render.SDLConsoleRender(tcod.render.SDLTilesetAtlas(self._renderer, tiles))
            for tiles in (tileset(self._tile), square_tileset(self._tile))
        ]

    def show(self, canvas: Canvas) -> None:
        """Draw a frame in the middle of the window."""
        if not canvas.glyphs:
            return
        self._shown = canvas
        self._renderer.draw_color = (*canvas.bg[0], 255)
        self._renderer.clear()
        for layer, drawing, corner in reversed([*zip(canvas.layers, self._drawings, self._corners(), strict=False)]):
            console = console_of(layer)
            console.rgba[_holes_in(layer)] = (ord(" "), (0, 0, 0, 0), (0, 0, 0, 0))
            texture = drawing.render(console)
            texture.blend_mode = tcod.sdl.render.BlendMode.BLEND
            self._renderer.copy(texture, dest=(*corner, texture.width, texture.height))
        self._renderer.present()

    def _corners(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where the canvas and its map begin, in pixels."""
        (width, height), canvas = self._tile, self._shown
        room = self._renderer.output_size
        left, top = (room[0] - width * canvas.width) // 2, (room[1] - height * canvas.height) // 2
        return (left, top), (left + width * canvas.map_area.x, top + height * canvas.map_area.y)

    def wait(self, seconds: float | None) -> Event | None:
        """The next event, or None after `seconds` without one."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            if self._signals.exit_requested:
                return Closed()
            if self._events:
                return self._events.popleft()
            left = _SIGNAL_POLL if deadline is None else max(0.0, deadline - time.monotonic())
            for event in tcod.event.wait(min(left, _SIGNAL_POLL)):
                self._queue(event)
            self._key_handled = False
            if left == 0 and not self._events:
                return None

    def _queue(self, event: tcod.event.Event) -> None:
        """Translate an SDL event and queue it."""
        match event:
            case tcod.event.Quit():
                self._events.append(Closed())
            case tcod.event.WindowEvent(type=kind) if kind in _RESIZINGS:
                if not self._events or self._events[-1] != Resized():
                    self._events.append(Resized())
            case tcod.event.Undefined(sdl_event=lost) if lost.type in _TEXTURE_LOSSES:
                self._load_tiles()
                self._events.append(Resized())
            case tcod.event.KeyDown():
                name = _key_name(event)
                self._key_handled = name is not None
                if name is not None:
                    self._press(name)
            case tcod.event.TextInput(text=text):
                if not self._key_handled:
                    self._events.extend(Key(character) for character in text if character.isprintable())
            case tcod.event.MouseMotion(position=position):
                mouse = self._mouse(position, "move")
                if mouse is not None and mouse != self._pointed_at:
                    if self._events and isinstance(self._events[-1], Mouse) and self._events[-1].kind == "move":
                        self._events.pop()
                    self._point(mouse)
                self._pointed_at = mouse
            case tcod.event.MouseButtonDown(position=position, button=button) if button in _CLICKS:
                self._point(self._mouse(position, _CLICKS[button]))
            case tcod.event.MouseWheel(position=position, y=turn) if turn:
                self._point(self._mouse(position, "wheel_up" if turn > 0 else "wheel_down"))

    def _press(self, name: str) -> None:
        if name in _ZOOMS:
            zoom = self._zoom + _ZOOMS[name] if _ZOOMS[name] else 0
            width, height = self._renderer.output_size
            if _tile_size_for(width, height, zoom) != _tile_size_for(width, height, self._zoom):
                self._zoom = zoom
                self._events.append(Resized())
        elif name in _FULL_SCREEN:
            self._window.fullscreen = not self._window.fullscreen
        else:
            self._events.append(Key(name))

    def _point(self, mouse: Mouse | None) -> None:
        if mouse is not None:
            self._events.append(mouse)

    def _mouse(self, position: tuple[float, float], kind: MouseKind) -> Mouse | None:
        """The mouse at a position of the window; None outside the canvas."""
        canvas = self._shown
        pixel = self._renderer.coordinates_from_window((position[0], position[1]))
        corner, map_corner = self._corners()
        x, y = (int((at - start) // size) for at, start, size in zip(pixel, corner, self._tile, strict=True))
        if not (0 <= x < canvas.width and 0 <= y < canvas.height):
            return None
        if canvas.map is canvas:
            return Mouse(x, y, kind)
        column, row = (int((at - start) // self.squares.side) for at, start in zip(pixel, map_corner, strict=True))
        return Mouse(x, y, kind, (column, row) if canvas.glyphs[y * canvas.width + x] == HOLE else OFF_MAP)


def _tile_size_for(width: int, height: int, zoom: int) -> tuple[int, int]:
    """The tile size for a window of this many pixels: `zoom` sizes above or below the comfortable one."""

    def largest(columns: int, rows: int) -> int:
        fitting = [at for at, (w, h) in enumerate(TILE_SIZES) if width >= columns * w and height >= rows * h]
        return fitting[-1] if fitting else 0

    maximum = largest(COLUMNS, ROWS)
    usual = largest(*_COMFORTABLE_SIZE)
    return TILE_SIZES[max(0, min(maximum, usual + zoom))]


def _icon() -> NDArray[np.uint8]:
    """The icon: the glyph for stairs. Shape (32, 32, 4), red, green, blue and alpha."""
    tile = tileset(_tile_size_for(*_NEW_WINDOW, 0))[ord(">")][:, :, 3:]
    icon = np.full((_ICON_SIZE, _ICON_SIZE, 4), _ICON_BACKGROUND, np.uint8)
    top, left = (_ICON_SIZE - tile.shape[0]) // 2, (_ICON_SIZE - tile.shape[1]) // 2
    inside = icon[top : top + tile.shape[0], left : left + tile.shape[1]]
    inside[:] = np.where(tile > 127, np.array(_ICON_COLOR, np.uint8), inside)
    return icon


def _key_name(event: tcod.event.KeyDown) -> str | None:
    """The name of a key; None for keys that type a character, which arrive as text afterwards."""
    modifier = tcod.event.Modifier
    alt_gr = event.mod & (modifier.RALT | modifier.MODE)
    ctrl = "ctrl+" if event.mod & modifier.CTRL and not alt_gr else ""
    alt = "alt+" if event.mod & modifier.LALT and not alt_gr else ""
    shift = "shift+" if event.mod & modifier.SHIFT else ""
    if event.sym in _KEYS:
        return f"{ctrl}{alt}{shift}{_KEYS[event.sym]}"
    typed = chr(event.sym) if 32 < event.sym < 0x110000 else ""
    if typed.isprintable() and typed and (ctrl or alt):
        return f"{ctrl}{alt}{typed.upper() if shift and not ctrl else typed}"
    return None
