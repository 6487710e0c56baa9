"""The window presenter on SDL's dummy driver: SDL events go in, pixels come out."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tcod.event
from tcod.cffi import ffi, lib

from steep.core.input_errors import InputError
from steep.ui.displays.window import TILE_SIZES, WindowPresenter
from steep.ui.drawing.canvas import Canvas
from steep.ui.presenters import window_available
from steep.ui.screen import COLUMNS, ROWS, Closed, Event, Key, Mouse, Resized

RED = (255, 40, 40)
DARK = (14, 16, 22)

SYM = tcod.event.KeySym
SHIFT, CTRL, ALT, ALT_GR = 1, 64, 256, 512

ASSETS = Path(__file__).parents[2] / "src" / "steep" / "ui" / "displays" / "assets"


@pytest.fixture
def window() -> Iterator[WindowPresenter]:
    lib.SDL_SetHint(b"SDL_VIDEO_DRIVER", b"dummy")
    with WindowPresenter() as presenter:
        show(presenter)
        drain(presenter)
        yield presenter


def show(window: WindowPresenter, canvas: Canvas | None = None) -> Canvas:
    """Show a canvas, by default a dark one of the window's size."""
    if canvas is None:
        canvas = Canvas(*window.size())
        canvas.clear(DARK)
    window.show(canvas)
    return canvas


def drain(window: WindowPresenter) -> list[Event]:
    """All events waiting."""
    events = []
    while event := window.wait(0):
        events.append(event)
    return events


def push(kind: int, **fields: Any) -> None:
    """Push an SDL event. Fields are given as `part__field`."""
    event = ffi.new("SDL_Event*")
    event.type = kind
    for path, value in fields.items():
        part, field = path.split("__")
        setattr(getattr(event, part), field, value)
    assert lib.SDL_PushEvent(event)


def press(sym: int, modifiers: int = 0, text: str = "") -> None:
    """Press a key that types `text`, or nothing."""
    push(lib.SDL_EVENT_KEY_DOWN, key__key=sym, key__mod=modifiers, key__down=True)
    if text:
        typed = ffi.new("char[]", text.encode())
        KEPT.append(typed)
        push(lib.SDL_EVENT_TEXT_INPUT, text__text=typed)


KEPT: list[Any] = []
"""Keeps texts alive that SDL may still point to."""


def pixels(window: WindowPresenter) -> Any:
    return window._renderer.read_pixels()[:, :, :3]


def resize(window: WindowPresenter, width: int, height: int) -> None:
    window._window.size = (width, height)
    drain(window)


def test_a_new_window_has_room_for_the_screens(window: WindowPresenter) -> None:
    columns, rows = window.size()
    assert columns >= COLUMNS
    assert rows >= ROWS
    assert window._window.title == "Steep"


def test_colours_are_shown_as_they_are(window: WindowPresenter) -> None:
    canvas = show(window)
    canvas.put(0, 0, "█", RED)
    canvas.put(1, 0, " ", RED, (1, 2, 3))
    show(window, canvas)
    width, height = window._tile
    shown = pixels(window)
    assert (shown[:height, :width] == RED).all()
    assert (shown[:height, width : 2 * width] == (1, 2, 3)).all()
    assert (shown[height:] == DARK).all()


@pytest.mark.parametrize("size", [(800, 480), (1200, 720), (1003, 707), (1919, 1079), (2560, 1440), (3840, 2160)])
def test_tiles_are_never_stretched_and_lines_meet(window: WindowPresenter, size: tuple[int, int]) -> None:
    resize(window, *size)
    canvas = show(window)
    canvas.frame(0, 0, canvas.width, canvas.height, fg=RED, bg=DARK)
    show(window, canvas)
    width, height = window._tile
    visible = (pixels(window) != DARK).any(axis=2)
    top, left = (size[1] - height * canvas.height) // 2, (size[0] - width * canvas.width) // 2
    inside = visible[top : top + height * canvas.height, left : left + width * canvas.width]
    assert inside.sum() == visible.sum()
    line = inside[:height, width : 2 * width]
    assert line.any(axis=0).all()
    for column in range(1, canvas.width - 1):
        assert (inside[:height, column * width : (column + 1) * width] == line).all()


@pytest.mark.parametrize("size", [(640, 408), (800, 480), (1200, 720), (1920, 1080), (2560, 1440), (3840, 2160)])
def test_any_window_has_the_columns_and_rows_that_screens_need(window: WindowPresenter, size: tuple[int, int]) -> None:
    resize(window, *size)
    columns, rows = window.size()
    assert columns >= COLUMNS
    assert rows >= ROWS


def test_a_larger_window_has_larger_tiles_and_a_wider_one_more_columns(window: WindowPresenter) -> None:
    resize(window, 1200, 720)
    usual, (columns, rows) = window.size(), window._tile
    resize(window, 2400, 1440)
    window.size()
    assert window._tile > (columns, rows)
    resize(window, 1800, 720)
    assert window.size()[0] > usual[0]
    assert window.size()[1] == usual[1]


def test_resizing_the_window_is_an_event(window: WindowPresenter) -> None:
    window._window.size = (1000, 700)
    assert set(drain(window)) == {Resized()}


def test_ctrl_plus_minus_and_0_change_the_size_of_tiles(window: WindowPresenter) -> None:
    resize(window, 1920, 1080)
    sizes = [window.size()]
    for sym in (SYM.PLUS, SYM.MINUS, SYM.MINUS, SYM.N0):
        press(sym, CTRL)
        assert Resized() in drain(window)
        sizes.append(window.size())
    assert sizes[1] < sizes[0] == sizes[2] == sizes[4] < sizes[3]


def test_tiles_grow_only_as_far_as_screens_still_fit(window: WindowPresenter) -> None:
    for _ in range(10):
        press(SYM.EQUALS, CTRL)
        drain(window)
    columns, rows = window.size()
    assert columns >= COLUMNS
    assert rows >= ROWS
    press(SYM.MINUS, CTRL)
    drain(window)
    assert window.size() > (columns, rows)


@pytest.mark.parametrize(
    ("sym", "modifiers", "text", "name"),
    [
        *[(SYM.A, 0, "a", "a"), (SYM.K, SHIFT, "K", "K"), (SYM.SLASH, SHIFT, "?", "?"), (SYM.PERIOD, SHIFT, ">", ">")],
        *[(SYM.Y, 0, "z", "z"), (SYM.Q, ALT_GR, "@", "@"), (SYM.Q, ALT_GR | CTRL, "@", "@"), (0xE9, 0, "é", "é")],
        *[(SYM.SPACE, 0, " ", "space"), (SYM.RETURN, 0, "", "enter"), (SYM.TAB, SHIFT, "", "shift+tab")],
        *[(SYM.UP, 0, "", "up"), (SYM.LEFT, SHIFT, "", "shift+left"), (SYM.PAGEUP, 0, "", "page_up")],
        *[(SYM.KP_8, 0, "8", "kp_8"), (SYM.KP_4, SHIFT, "4", "shift+kp_4"), (SYM.KP_PLUS, 0, "+", "+")],
        *[
            (SYM.P, CTRL, "", "ctrl+p"),
            (SYM.X, ALT, "x", "alt+x"),
            (SYM.F1, 0, "", "f1"),
            (SYM.ESCAPE, 0, "", "escape"),
        ],
    ],
)
def test_a_key_is_one_event_with_its_name(
    window: WindowPresenter, sym: int, modifiers: int, text: str, name: str
) -> None:
    press(sym, modifiers, text)
    assert drain(window) == [Key(name)]


def test_a_modifier_alone_is_not_a_key(window: WindowPresenter) -> None:
    press(SYM.LSHIFT, SHIFT)
    press(SYM.LCTRL, CTRL)
    assert drain(window) == []


def test_text_without_a_key_as_from_an_on_screen_keyboard_is_keys(window: WindowPresenter) -> None:
    press(SYM.UP)
    assert drain(window) == [Key("up")]
    typed = ffi.new("char[]", b"go")
    push(lib.SDL_EVENT_TEXT_INPUT, text__text=typed)
    assert drain(window) == [Key("g"), Key("o")]


def centre(window: WindowPresenter, x: int, y: int) -> tuple[float, float]:
    """The window position of the middle of a cell."""
    (width, height), room, (columns, rows) = window._tile, window._renderer.output_size, window.size()
    return (
        (room[0] - width * columns) // 2 + (x + 0.5) * width,
        (room[1] - height * rows) // 2 + (y + 0.5) * height,
    )


@pytest.mark.parametrize("size", [(1200, 720), (1003, 707), (1920, 1080)])
@pytest.mark.parametrize("cell", [(0, 0), (79, 23), (17, 9)])
def test_the_mouse_points_at_cells(window: WindowPresenter, size: tuple[int, int], cell: tuple[int, int]) -> None:
    resize(window, *size)
    show(window)
    x, y = centre(window, *cell)
    push(lib.SDL_EVENT_MOUSE_MOTION, motion__x=x, motion__y=y)
    push(lib.SDL_EVENT_MOUSE_BUTTON_DOWN, button__x=x, button__y=y, button__button=1)
    push(lib.SDL_EVENT_MOUSE_BUTTON_DOWN, button__x=x, button__y=y, button__button=3)
    push(lib.SDL_EVENT_MOUSE_WHEEL, wheel__mouse_x=x, wheel__mouse_y=y, wheel__integer_y=1)
    push(lib.SDL_EVENT_MOUSE_WHEEL, wheel__mouse_x=x, wheel__mouse_y=y, wheel__integer_y=-1)
    kinds = [event.kind for event in drain(window) if event == Mouse(*cell, getattr(event, "kind", "move"))]
    assert kinds == ["move", "left", "right", "wheel_up", "wheel_down"]


def test_mouse_moves_within_a_cell_are_dropped_and_of_many_only_the_last_is_an_event(window: WindowPresenter) -> None:
    for x in range(3, 10):
        position = centre(window, x, 5)
        push(lib.SDL_EVENT_MOUSE_MOTION, motion__x=position[0], motion__y=position[1])
    assert drain(window) == [Mouse(9, 5, "move")]
    push(lib.SDL_EVENT_MOUSE_MOTION, motion__x=position[0] + 1, motion__y=position[1])
    assert drain(window) == []


def test_clicks_outside_the_canvas_are_dropped(window: WindowPresenter) -> None:
    resize(window, 1203, 725)
    show(window)
    push(lib.SDL_EVENT_MOUSE_BUTTON_DOWN, button__x=1202.0, button__y=724.0, button__button=1)
    assert drain(window) == []


def test_closing_the_window_is_an_event(window: WindowPresenter) -> None:
    push(lib.SDL_EVENT_QUIT)
    assert window.wait(0) == Closed()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_exit_signals_close_the_window_while_it_waits(window: WindowPresenter, name: str) -> None:
    timer = threading.Timer(0.1, os.kill, (os.getpid(), getattr(signal, name)))
    timer.start()
    assert window.wait(None) == Closed()
    timer.join()


def test_waiting_ends_after_the_given_time(window: WindowPresenter) -> None:
    assert window.wait(0.01) is None


def test_a_glyph_without_a_tile_is_a_question_mark(window: WindowPresenter) -> None:
    shown = []
    for glyph in "?ꙮ":
        canvas = show(window)
        canvas.put(0, 0, glyph)
        show(window, canvas)
        shown.append(pixels(window))
    assert (shown[0] == shown[1]).all()
    assert (shown[0] != DARK).any()


@pytest.mark.parametrize("size", TILE_SIZES)
def test_every_tile_sheet_has_the_printable_characters_and_frames(size: tuple[int, int]) -> None:
    glyphs = (ASSETS / "tiles.txt").read_text("utf-8")
    sheet = ASSETS / f"tiles-{size[0]}x{size[1]}.png"
    tiles = tcod.tileset.load_tilesheet(sheet, 32, -(-len(glyphs) // 32), map(ord, glyphs))
    assert (tiles.tile_width, tiles.tile_height) == size
    for glyph in "┌─┐│└┘█░▒▓·×…☼" + "".join(map(chr, range(33, 127))):
        assert np.asarray(tiles[ord(glyph)])[:, :, 3].max() > 100, glyph
    assert np.asarray(tiles[ord("█")])[:, :, 3].min() == 255


def test_without_a_display_opening_raises_an_input_error() -> None:
    lib.SDL_SetHint(b"SDL_VIDEO_DRIVER", b"no such driver")
    with pytest.raises(InputError, match="no window can be opened here"), WindowPresenter():
        pass


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_a_window_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert not window_available()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert window_available()


def test_a_window_needs_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not window_available()
