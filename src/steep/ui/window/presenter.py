"""The presenter for windows: python-tcod draws the canvas with tiles, SDL tells of keys and the mouse.

The tiles come in several sizes, each drawn for its pixels. A window takes the largest that leaves room
enough, and then has as many columns and rows of them as fit: nothing is ever stretched.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections import deque
from typing import Self

import numpy as np
import tcod.context
import tcod.event
import tcod.sdl.video
from numpy.typing import NDArray

from steep.ui.canvas import Canvas
from steep.ui.events import NAMED_KEYS, Closed, Event, Key, Mouse, MouseKind, Resized
from steep.ui.presenter import NoDisplayError
from steep.ui.terminal.signals import Signals
from steep.ui.window.tiles import TILE_SIZES, console_of, tileset

_LEAST = (80, 24)
"""Columns and rows that a window has in any case, however small its tiles."""

_COMFORTABLE = (100, 30)
"""Columns and rows that a window has before its tiles grow."""

_SIZE = (1200, 720)
"""Of a new window, in pixels of a display of usual density."""

_SIGNAL_POLL = 0.1
"""Seconds that SDL may wait for an event before Python may look for signals."""

_RESIZINGS = frozenset(("WindowResized", "PixelSizeChanged", "WindowExposed", "DisplayScaleChanged"))

_ZOOMS = {"ctrl++": 1, "ctrl+=": 1, "ctrl+-": -1, "ctrl+0": 0}
_FULL_SCREEN = ("f11", "alt+enter")

_ICON_SIZE = 32
_ICON_COLOR, _ICON_GROUND = (236, 184, 98, 255), (24, 27, 36, 255)


_RENAMED = {"RETURN": "enter", "PAGEUP": "page_up", "PAGEDOWN": "page_down"}
_KEYS = {sym: name for sym in tcod.event.KeySym if (name := _RENAMED.get(sym.name, sym.name.lower())) in NAMED_KEYS}
_CLICKS: dict[int, MouseKind] = {tcod.event.MouseButton.LEFT: "left", tcod.event.MouseButton.RIGHT: "right"}


class WindowPresenter:
    """Shows canvases in a window that can be resized; ctrl with + - 0 changes the size of its tiles."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque()
        self._signals = Signals()
        self._open = contextlib.ExitStack()
        self._tile = _fitting(*_SIZE, 0)
        self._shown = (0, 0)
        self._zoom = 0
        self._keyed = False
        self._pointed_at: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        """Open the window; `NoDisplayError` when there is nowhere to open one."""
        logging.getLogger("tcod").addHandler(logging.NullHandler())  # what SDL only notes would stand on standard error
        flags = tcod.context.SDL_WINDOW_RESIZABLE | tcod.context.SDL_WINDOW_ALLOW_HIGHDPI
        try:
            self._context = tcod.context.new(
                width=_SIZE[0],
                height=_SIZE[1],
                tileset=tileset(self._tile),
                title="Steep",
                sdl_window_flags=flags,
                vsync=False,
                argv=[],
            )
        except RuntimeError as error:
            why = str(error).strip().splitlines()[-1]
            raise NoDisplayError(f"no window can be opened here: {why}") from None
        self._open.enter_context(self._context)
        window, renderer = self._context.sdl_window, self._context.sdl_renderer
        assert window is not None
        assert renderer is not None
        self._window, self._renderer = window, renderer
        self._window.min_size = (_LEAST[0] * TILE_SIZES[0][0], _LEAST[1] * TILE_SIZES[0][1])
        self._window.set_icon(_icon())
        self._window.start_text_input(capitalization=tcod.sdl.video.Capitalization.NONE, autocorrect=False)
        self._open.enter_context(self._signals)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the window."""
        self._open.close()

    def size(self) -> tuple[int, int]:
        """Columns and rows of tiles that fit into the window, after choosing the tiles."""
        width, height = self._renderer.output_size
        wanted = _fitting(width, height, self._zoom)
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
        """The next event, or None when the time has run out."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            if self._signals.ending:
                return Closed()
            if self._events:
                return self._events.popleft()
            left = _SIGNAL_POLL if deadline is None else max(0.0, deadline - time.monotonic())
            for event in tcod.event.wait(min(left, _SIGNAL_POLL)):
                self._take(event)
            self._keyed = False
            if left == 0 and not self._events:
                return None

    def _take(self, event: tcod.event.Event) -> None:
        """Make of SDL's event what screens know."""
        match event:
            case tcod.event.Quit():
                self._events.append(Closed())
            case tcod.event.WindowEvent(type=kind) if kind in _RESIZINGS:
                if not self._events or self._events[-1] != Resized():
                    self._events.append(Resized())
            case tcod.event.KeyDown():
                name = _key_name(event)
                self._keyed = name is not None
                if name is not None:
                    self._press(name)
            case tcod.event.TextInput(text=text):
                if not self._keyed:
                    self._events.extend(Key(character) for character in text if character.isprintable())
            case tcod.event.MouseMotion(position=place):
                cell = self._cell(place)
                if cell is not None and cell != self._pointed_at:
                    if self._events and isinstance(self._events[-1], Mouse) and self._events[-1].kind == "move":
                        self._events.pop()
                    self._point(cell, "move")
                self._pointed_at = cell
            case tcod.event.MouseButtonDown(position=place, button=button) if button in _CLICKS:
                self._point(self._cell(place), _CLICKS[button])
            case tcod.event.MouseWheel(position=place, y=turn) if turn:
                self._point(self._cell(place), "wheel_up" if turn > 0 else "wheel_down")

    def _press(self, name: str) -> None:
        if name in _ZOOMS:
            zoom = self._zoom + _ZOOMS[name] if _ZOOMS[name] else 0
            width, height = self._renderer.output_size
            if _fitting(width, height, zoom) != _fitting(width, height, self._zoom):
                self._zoom = zoom
                self._events.append(Resized())
        elif name in _FULL_SCREEN:
            self._window.fullscreen = not self._window.fullscreen
        else:
            self._events.append(Key(name))

    def _point(self, cell: tuple[int, int] | None, kind: MouseKind) -> None:
        if cell is not None:
            self._events.append(Mouse(*cell, kind))

    def _cell(self, place: tuple[float, float]) -> tuple[int, int] | None:
        """The cell at a place of the window; None beside the canvas."""
        pixel = self._renderer.coordinates_from_window((place[0], place[1]))
        cell = []
        for at, room, tile, count in zip(pixel, self._renderer.output_size, self._tile, self._shown, strict=True):
            index = int((at - (room - tile * count) // 2) // tile)
            if not 0 <= index < count:
                return None
            cell.append(index)
        return cell[0], cell[1]


def _fitting(width: int, height: int, zoom: int) -> tuple[int, int]:
    """The tiles for a window of this many pixels: `zoom` sizes above or below the largest that is comfortable."""

    def largest(columns: int, rows: int) -> int:
        fitting = [at for at, (w, h) in enumerate(TILE_SIZES) if width >= columns * w and height >= rows * h]
        return fitting[-1] if fitting else 0

    most = largest(*_LEAST)
    usual = largest(*_COMFORTABLE)
    return TILE_SIZES[max(0, min(most, usual + zoom))]


def _icon() -> NDArray[np.uint8]:
    """The sign for stairs, as red, green, blue and alpha of a square of pixels."""
    tile = tileset(_fitting(*_SIZE, 0))[ord(">")][:, :, 3:]
    icon = np.full((_ICON_SIZE, _ICON_SIZE, 4), _ICON_GROUND, np.uint8)
    top, left = (_ICON_SIZE - tile.shape[0]) // 2, (_ICON_SIZE - tile.shape[1]) // 2
    inside = icon[top : top + tile.shape[0], left : left + tile.shape[1]]
    inside[:] = np.where(tile > 127, np.array(_ICON_COLOR, np.uint8), inside)
    return icon


def _key_name(event: tcod.event.KeyDown) -> str | None:
    """The name of a key, but for keys that type a character: those are told by the text that follows."""
    modifier = tcod.event.Modifier
    other_layer = event.mod & (modifier.RALT | modifier.MODE)
    ctrl = "ctrl+" if event.mod & modifier.CTRL and not other_layer else ""
    alt = "alt+" if event.mod & modifier.LALT and not other_layer else ""
    shift = "shift+" if event.mod & modifier.SHIFT else ""
    if event.sym in _KEYS:
        return f"{ctrl}{alt}{shift}{_KEYS[event.sym]}"
    typed = chr(event.sym) if 32 < event.sym < 0x110000 else ""
    if typed.isprintable() and typed and (ctrl or alt):
        return f"{ctrl}{alt}{typed.upper() if shift and not ctrl else typed}"
    return None
