"""The window presenter: python-tcod draws the canvas with tiles, SDL reports keys and the mouse.

Tiles come in several sizes, each drawn for its pixels. A window uses the largest size that leaves enough columns and
rows, then as many columns and rows as fit. Nothing is stretched.
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
import tcod.sdl.video
import tcod.tileset
from numpy.typing import NDArray

from steep.ui.drawing import palette
from steep.ui.drawing.canvas import UNSHOWABLE, Canvas
from steep.ui.main_loop import Signals
from steep.ui.presenters import NoDisplayError
from steep.ui.screen import COLUMNS, NAMED_KEYS, ROWS, Closed, Event, Key, Mouse, MouseKind, Resized

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


_COMFORTABLE_SIZE = (100, 30)
"""Columns and rows that a window has before its tiles grow."""

_NEW_WINDOW = (1200, 720)
"""Size of a new window in pixels, on a display of normal density."""

_SIGNAL_POLL = 0.1
"""Seconds that SDL waits for an event before Python checks for signals."""

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
        self._shown = (0, 0)
        self._zoom = 0
        self._key_handled = False
        self._pointed_at: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        """Open the window. Raises `NoDisplayError` if there is no display."""
        logging.getLogger("tcod").addHandler(logging.NullHandler())  # keeps SDL's notes off standard error
        flags = tcod.context.SDL_WINDOW_RESIZABLE | tcod.context.SDL_WINDOW_ALLOW_HIGHDPI
        try:
            self._context = tcod.context.new(
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
        self._open.enter_context(self._context)
        window, renderer = self._context.sdl_window, self._context.sdl_renderer
        assert window is not None
        assert renderer is not None
        self._window, self._renderer = window, renderer
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
            self._context.change_tileset(tileset(wanted))
        return width // wanted[0], height // wanted[1]

    def show(self, canvas: Canvas) -> None:
        """Draw a frame in the middle of the window."""
        if not canvas.glyphs:
            return
        self._context.present(console_of(canvas), keep_aspect=True, integer_scaling=True, clear_color=canvas.bg[0])
        self._shown = (canvas.width, canvas.height)

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
            case tcod.event.KeyDown():
                name = _key_name(event)
                self._key_handled = name is not None
                if name is not None:
                    self._press(name)
            case tcod.event.TextInput(text=text):
                if not self._key_handled:
                    self._events.extend(Key(character) for character in text if character.isprintable())
            case tcod.event.MouseMotion(position=position):
                cell = self._cell(position)
                if cell is not None and cell != self._pointed_at:
                    if self._events and isinstance(self._events[-1], Mouse) and self._events[-1].kind == "move":
                        self._events.pop()
                    self._point(cell, "move")
                self._pointed_at = cell
            case tcod.event.MouseButtonDown(position=position, button=button) if button in _CLICKS:
                self._point(self._cell(position), _CLICKS[button])
            case tcod.event.MouseWheel(position=position, y=turn) if turn:
                self._point(self._cell(position), "wheel_up" if turn > 0 else "wheel_down")

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

    def _point(self, cell: tuple[int, int] | None, kind: MouseKind) -> None:
        if cell is not None:
            self._events.append(Mouse(*cell, kind))

    def _cell(self, position: tuple[float, float]) -> tuple[int, int] | None:
        """The cell at a position of the window; None outside the canvas."""
        pixel = self._renderer.coordinates_from_window((position[0], position[1]))
        cell = []
        for at, room, tile, count in zip(pixel, self._renderer.output_size, self._tile, self._shown, strict=True):
            index = int((at - (room - tile * count) // 2) // tile)
            if not 0 <= index < count:
                return None
            cell.append(index)
        return cell[0], cell[1]


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
