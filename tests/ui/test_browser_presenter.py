"""The browser presenter: names of keys, and frames for a page."""

from __future__ import annotations

import pytest

from steep.ui import palette
from steep.ui.browser.key_names import key_name
from steep.ui.browser.presenter import BrowserPresenter
from steep.ui.canvas import Canvas
from steep.ui.input_events import Closed, Event, Key, Mouse, is_key_name
from steep.ui.screen import Screen


class Recorder(Screen):
    """Draws its events' number, and ends at the key q."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.ticks = 0

    def draw(self, canvas: Canvas) -> None:
        canvas.print(0, 0, f"{len(self.events)}é", palette.BAD, palette.PANEL)

    def handle(self, event: Event) -> Screen | None:
        self.events.append(event)
        return None if event in (Key("q"), Closed()) else self

    def tick(self) -> Screen | None:
        self.ticks += 1
        return self


@pytest.mark.parametrize(
    ("key", "code", "modifiers", "name"),
    [
        ("a", "KeyA", "", "a"),
        ("K", "KeyK", "shift", "K"),
        ("?", "Slash", "shift", "?"),
        ("p", "KeyP", "ctrl", "ctrl+p"),
        ("P", "KeyP", "ctrl shift", "ctrl+p"),
        ("x", "KeyX", "alt", "alt+x"),
        ("ArrowUp", "ArrowUp", "", "up"),
        ("ArrowUp", "ArrowUp", "shift", "shift+up"),
        (" ", "Space", "", "space"),
        ("PageDown", "PageDown", "", "page_down"),
        ("Escape", "Escape", "", "escape"),
        ("F2", "F2", "", "f2"),
        ("8", "Numpad8", "", "kp_8"),
        ("ArrowUp", "Numpad8", "", "kp_8"),
        ("ArrowUp", "Numpad8", "shift", "shift+kp_8"),
        ("Enter", "NumpadEnter", "", "kp_enter"),
        (".", "NumpadDecimal", "", "kp_period"),
        ("+", "NumpadAdd", "", "+"),
        ("Dead", "BracketLeft", "", None),
        ("Unidentified", "", "", None),
        ("F13", "F13", "", None),
    ],
)
def test_keys_have_the_names_of_the_keymap(key: str, code: str, modifiers: str, name: str | None) -> None:
    pressed = {each: each in modifiers.split() for each in ("ctrl", "alt", "shift")}
    assert key_name(key, code, **pressed) == name
    assert name is None or is_key_name(name)


def test_a_frame_has_a_glyph_and_two_colors_for_each_cell() -> None:
    frame = BrowserPresenter(Recorder, Recorder).resize(81, 25)
    assert (frame["width"], frame["height"]) == (81, 25)
    assert frame["glyphs"] == "0é" + " " * (81 * 25 - 2)
    assert len(frame["fg"]) == len(frame["bg"]) == 81 * 25 * 3
    assert tuple(frame["fg"][3:6]) == palette.BAD
    assert tuple(frame["bg"][3:6]) == palette.PANEL
    assert frame["seconds"] is None


def test_events_of_the_page_go_to_the_screen_and_give_the_next_frame() -> None:
    screen = Recorder()
    presenter = BrowserPresenter(lambda: screen, Recorder)
    presenter.resize(80, 24)
    presenter.press("Dead", "", ctrl=False, alt=False, shift=False)
    assert screen.events == []
    frame = presenter.press("ArrowLeft", "ArrowLeft", ctrl=False, alt=False, shift=True)
    assert frame["glyphs"].startswith("1")
    presenter.point(3, 4, "right")
    assert screen.events == [Key("shift+left"), Mouse(3, 4, "right")]


def test_the_page_ticks_only_when_the_screen_asked_for_it() -> None:
    screen = Recorder()
    presenter = BrowserPresenter(lambda: screen, Recorder)
    presenter.resize(80, 24)
    presenter.tick()
    assert screen.ticks == 0
    screen.tick_after = 0.5
    assert presenter.frame()["seconds"] == 0.5
    presenter.tick()
    assert screen.ticks == 1


def test_quitting_leads_back_to_the_first_screen() -> None:
    presenter = BrowserPresenter(Recorder, Recorder)
    presenter.resize(80, 24)
    presenter.point(0, 0, "left")
    assert presenter.press("q", "KeyQ", ctrl=False, alt=False, shift=False)["glyphs"].startswith("0")


def test_closing_the_page_closes_the_screen_once() -> None:
    screen = Recorder()
    presenter = BrowserPresenter(lambda: screen, Recorder)
    presenter.close()
    presenter.close()
    assert screen.events == [Closed()]
