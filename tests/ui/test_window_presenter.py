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

from scenes import Scene, set_hp
from screen_driver import ROOM, a_play
from steep.core.input_errors import InputError
from steep.ui.displays.window import TILE_SIZES, WindowPresenter, square_tileset
from steep.ui.drawing import palette
from steep.ui.drawing.canvas import Canvas, Rect
from steep.ui.main_loop import Loop
from steep.ui.presenters import window_available
from steep.ui.screen import COLUMNS, OFF_MAP, ROWS, Closed, Event, Key, Mouse, Resized
from steep.ui.screens.game.look_and_travel_cursors import LookCursor
from steep.ui.screens.game.play_screen import Play
from steep.ui.screens.popups.inventory_dialog import UseItem

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


MAP_AREA = Rect(3, 2, 50, 12)


def show_map(window: WindowPresenter) -> Canvas:
    """Show a canvas with a map whose cells are in two colours in turns."""
    canvas = Canvas(1, 1)
    canvas.resize(*window.size(), squares=window.squares)
    canvas.clear(DARK)
    area = canvas.open_map(MAP_AREA, DARK)
    for x in range(area.width):
        for y in range(area.height):
            canvas.map.put(x, y, " ", bg=RED if (x + y) % 2 == 0 else DARK)
    return show(window, canvas)


def corner_of_map(window: WindowPresenter, canvas: Canvas) -> tuple[int, int]:
    """The pixel of the window where the map begins."""
    (width, height), room = window._tile, window._renderer.output_size
    return (
        (room[0] - width * canvas.width) // 2 + canvas.map_area.x * width,
        (room[1] - height * canvas.height) // 2 + canvas.map_area.y * height,
    )


@pytest.mark.parametrize("size", [(640, 408), (1200, 720), (1003, 707), (1920, 1080)])
def test_a_map_has_square_cells_as_high_as_letters(window: WindowPresenter, size: tuple[int, int]) -> None:
    resize(window, *size)
    canvas = show_map(window)
    left, top = corner_of_map(window, canvas)
    side = window.squares.side
    assert window._tile[0] < side < window._tile[1]
    shown = (pixels(window) == RED).all(axis=2)
    assert shown.sum() == side * side * sum(
        (x + y) % 2 == 0 for x in range(canvas.map.width) for y in range(canvas.map.height)
    )
    for x, y in [(0, 0), (1, 1), (canvas.map.width - 1, canvas.map.height - 1), (4, 7)]:
        cell = shown[top + y * side : top + (y + 1) * side, left + x * side : left + (x + 1) * side]
        assert cell.shape == (side, side)
        assert (cell == ((x + y) % 2 == 0)).all()
    assert canvas.map.width == canvas.map_area.width * window._tile[0] // side
    assert canvas.map.height == canvas.map_area.height * window._tile[1] // side


def test_what_is_drawn_over_a_map_hides_it(window: WindowPresenter) -> None:
    canvas = show_map(window)
    canvas.fill(5, 4, 10, 2, " ", bg=(1, 2, 3))
    show(window, canvas)
    width, height = window._tile
    assert (pixels(window)[4 * height : 6 * height, 5 * width : 15 * width] == (1, 2, 3)).all()


@pytest.mark.parametrize("size", TILE_SIZES)
def test_glyphs_stand_in_the_middle_of_squares_and_lines_fill_them(size: tuple[int, int]) -> None:
    tiles = square_tileset(size)
    side = tiles.tile_width
    assert tiles.tile_height == side
    for glyph in "Tv.":
        inked = np.nonzero(tiles[ord(glyph)][:, :, 3].max(axis=0))[0]
        assert abs(int(inked[0]) - (side - 1 - int(inked[-1]))) <= 2, glyph
    assert tiles[ord("█")][:, :, 3].min() == 255
    assert tiles[ord("─")][:, :, 3].max(axis=0).min() > 100
    assert tiles[ord("@")][:, 0, 3].max() == 0


def test_the_mouse_points_at_squares_of_a_map_and_at_text_over_it(window: WindowPresenter) -> None:
    canvas = show_map(window)
    canvas.print(6, 3, "text")
    left, top = corner_of_map(window, canvas)
    (width, height), side = window._tile, window.squares.side

    def pointed_at(x: float, y: float) -> Event:
        push(lib.SDL_EVENT_MOUSE_BUTTON_DOWN, button__x=x, button__y=y, button__button=1)
        return drain(window)[0]

    x, y = left + 20.5 * side, top + 10.5 * side
    assert pointed_at(x, y) == Mouse(int(x // width), int(y // height), "left", (20, 10))
    assert pointed_at(6.5 * width, 3.5 * height) == Mouse(6, 3, "left", OFF_MAP)
    assert pointed_at(1.5 * width, 20.5 * height) == Mouse(1, 20, "left", OFF_MAP)


def test_textures_that_the_system_lost_are_drawn_again(window: WindowPresenter) -> None:
    canvas = show_map(window)
    before, lost = pixels(window).copy(), window._drawings[0]
    push(lib.SDL_EVENT_RENDER_TARGETS_RESET)
    assert drain(window) == [Resized()]
    assert window._drawings[0] is not lost
    show(window, canvas)
    assert (pixels(window) == before).all()


class GameInWindow:
    """A game played in the window with the mouse."""

    def __init__(self, window: WindowPresenter, play: Play) -> None:
        self.window = window
        self.play = play
        self.loop = Loop(play)
        self.draw()

    def draw(self) -> Canvas:
        """Draw the game as the main loop does."""
        self.canvas = self.loop.draw(*self.window.size(), squares=self.window.squares)
        return show(self.window, self.canvas)

    def click(self, x: float, y: float, button: int = 1) -> None:
        push(lib.SDL_EVENT_MOUSE_BUTTON_DOWN, button__x=x, button__y=y, button__button=button)
        for event in drain(self.window):
            self.loop.take(event)
        self.draw()

    def click_cell(self, cell: int, button: int = 1) -> None:
        """Click the middle of a cell of the map."""
        position = self.play.renderer.map_view.position_of(cell)
        assert position is not None
        corner, side = corner_of_map(self.window, self.canvas), self.window.squares.side
        self.click(corner[0] + (position[0] + 0.5) * side, corner[1] + (position[1] + 0.5) * side, button)

    def click_text(self, text: str) -> None:
        """Click the middle of the first letter of a text."""
        y, x = next((y, row.index(text)) for y, row in enumerate(self.canvas.text().splitlines()) if text in row)
        self.click(*centre(self.window, x, y))


def paint_red(canvas: Canvas) -> None:
    canvas.fg[:] = canvas.bg[:] = [RED] * len(canvas.bg)


@pytest.fixture
def game(window: WindowPresenter, tmp_path: Path) -> GameInWindow:
    scene = Scene(ROOM)
    scene.give("!")
    set_hp(scene.world, 5)
    return GameInWindow(window, a_play(tmp_path, scene))


@pytest.mark.parametrize("size", [(800, 480), (1203, 725), (1920, 1080)])
def test_a_click_on_the_map_travels_there(game: GameInWindow, size: tuple[int, int]) -> None:
    resize(game.window, *size)
    game.draw()
    hero = game.play.session.hero
    there = hero.cell + 3
    game.click_cell(there)
    for _ in range(3):
        game.loop.take(None)
    assert hero.cell == there


def test_the_mouse_over_the_map_marks_the_cell_and_a_right_click_looks_at_it(game: GameInWindow) -> None:
    cell = game.play.session.hero.cell
    game.click_cell(cell, button=3)
    assert isinstance(game.loop.screen, LookCursor)
    assert game.loop.screen.cell == cell
    game.click_cell(cell + 2, button=3)
    position = game.play.renderer.map_view.position_of(cell)
    corner, side = corner_of_map(game.window, game.canvas), game.window.squares.side
    x, y = (start + (at + 0.5) * side for start, at in zip(corner, position or (), strict=True))
    push(lib.SDL_EVENT_MOUSE_MOTION, motion__x=x, motion__y=y)
    for event in drain(game.window):
        game.loop.take(event)
    game.draw()
    assert game.play.pointer == cell
    assert (pixels(game.window)[int(y) - side // 2 : int(y) + side // 2, int(x)] == palette.POINTER_BACKGROUND).any()


def test_the_hero_is_in_the_middle_and_colours_are_changed_as_beside_the_map(game: GameInWindow) -> None:
    view = game.play.renderer.map_view
    x, y = view.position_of(game.play.session.hero.cell) or (0, 0)
    assert abs(x - game.canvas.map.width // 2) <= 1
    assert abs(y - game.canvas.map.height // 2) <= 1
    game.loop = Loop(game.play, paint_red)
    game.draw()
    assert (pixels(game.window) == RED).all()


def test_what_is_said_of_a_cell_never_hides_it(game: GameInWindow) -> None:
    cell = game.play.session.hero.cell
    lines = [(f"Line {number}", RED) for number in range(game.canvas.map_area.height)]
    for height, from_the_top in ((5, False), (len(lines), True)):
        game.draw()
        game.play.renderer.draw_text_panel(game.canvas, lines[-height:], cell)
        assert game.canvas.text().splitlines()[0].startswith("  Line") == from_the_top


def test_hints_and_rows_of_lists_over_a_map_can_be_clicked(game: GameInWindow) -> None:
    game.click_text("i inventory")
    assert isinstance(game.loop.screen, UseItem)
    game.click_text("potion")
    assert game.play.session.hero.inventory_count == 0


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
