"""The main loop, from screen to screen, at any canvas size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from steep.ui.drawing.canvas import Canvas
from steep.ui.drawing.widgets import draw_key_hints
from steep.ui.main_loop import run
from steep.ui.presenters import NullPresenter
from steep.ui.screen import Closed, Event, Key, Mouse, Resized, Screen


class NamedScreen(Screen):
    """Shows its name and its ticks. The key "n" leads to the next screen, "q" quits."""

    def __init__(self, name: str, following: NamedScreen | None = None) -> None:
        self.name = name
        self.following = following
        self.events: list[Event] = []
        self.ticks = 0

    def draw(self, canvas: Canvas) -> None:
        canvas.print(0, 0, self.name)
        canvas.print(0, 1, f"{self.ticks} ticks")
        canvas.put(canvas.width - 1, canvas.height - 1, "X")

    def handle(self, event: Event) -> Screen | None:
        self.events.append(event)
        if event == Key("q"):
            return None
        return self.following if event == Key("n") else self

    def tick(self) -> Screen | None:
        self.ticks += 1
        return self


def test_handling_an_event_gives_the_next_screen_or_quits() -> None:
    second = NamedScreen("second")
    first = NamedScreen("first", second)
    presenter = NullPresenter([Key("a"), Key("n"), Key("b"), Key("q"), Key("c")])
    run(presenter, first)
    assert [frame.splitlines()[0] for frame in presenter.frames] == ["first", "first", "second", "second"]
    assert first.events == [Key("a"), Key("n")]
    assert second.events == [Key("b"), Key("q")]


def test_a_click_on_a_key_hint_presses_the_key() -> None:
    class Hinting(NamedScreen):
        def draw(self, canvas: Canvas) -> None:
            draw_key_hints(canvas, 2, 5, (("Page up/q", "pages"), ("Ctrl-P", "log"), ("letter", "use")), 60)

    screen = Hinting("screen")
    hints = "  Page up/q pages   Ctrl-P log   letter use"
    clicks = [Mouse(hints.index(text), 5, "left") for text in ("Page", "log", "use", "q ")]
    elsewhere = [Mouse(2, 5, "move"), Mouse(2, 4, "left")]
    presenter = NullPresenter([*elsewhere, *clicks])
    run(presenter, screen)
    assert presenter.frames[0].splitlines()[5].rstrip() == hints
    assert screen.events == [*elsewhere, Key("page_up"), Key("ctrl+p"), clicks[2], Key("q")]


def test_a_screen_receives_closed_once() -> None:
    screen = NamedScreen("screen")
    run(NullPresenter([Key("a")]), screen)
    assert screen.events == [Key("a"), Closed()]


def test_a_screen_ticks_after_its_interval_without_an_event() -> None:
    screen = NamedScreen("screen")
    screen.tick_after = 0.5
    presenter = NullPresenter([None, None, Key("q")])
    run(presenter, screen)
    assert screen.ticks == 2
    assert presenter.frames[-1].splitlines()[1] == "2 ticks"


def test_a_screen_without_an_interval_never_ticks() -> None:
    screen = NamedScreen("screen")
    run(NullPresenter([None, Key("q")]), screen)
    assert screen.ticks == 0


def test_each_frame_starts_on_a_blank_canvas_of_the_whole_size() -> None:
    presenter = NullPresenter([Key("n"), Key("q")], 100, 30)
    run(presenter, NamedScreen("a long name", NamedScreen("short")))
    lines = presenter.frames[-1].splitlines()
    assert lines[0] == "short"
    assert len(lines) == 30
    assert lines[-1] == " " * 99 + "X"


def test_a_canvas_too_small_shows_the_size_needed_and_ignores_keys() -> None:
    screen = NamedScreen("screen")
    screen.tick_after = 0.1

    def growing() -> Iterator[Event | None]:
        yield Key("q")
        yield None
        presenter.width, presenter.height = 80, 24
        yield Resized()
        yield Key("q")

    presenter = NullPresenter(growing(), 79, 24)
    run(presenter, screen)
    assert [frame.strip() for frame in presenter.frames[:-1]] == ["Steep needs 80 x 24; this is 79 x 24"] * 3
    assert presenter.frames[-1].startswith("screen")
    assert screen.events == [Key("q")]
    assert screen.ticks == 0


def test_the_size_needed_is_wrapped_on_a_narrow_canvas() -> None:
    presenter = NullPresenter([], 11, 6)
    run(presenter, NamedScreen("screen"))
    assert presenter.frames[0].split("\n") == ["", "Steep needs", " 80 x 24;", "this is 11", "    x 6", ""]


@pytest.mark.parametrize(("width", "height"), [(9, 2), (1, 1), (0, 0)])
def test_a_tiny_canvas_is_not_an_error(width: int, height: int) -> None:
    presenter = NullPresenter([], width, height)
    run(presenter, NamedScreen("screen"))
    assert len(presenter.frames) == 1


def test_closed_is_received_even_if_the_canvas_is_too_small() -> None:
    screen = NamedScreen("screen")
    run(NullPresenter([], 10, 10), screen)
    assert screen.events == [Closed()]


def test_the_presenter_is_closed_when_a_screen_fails() -> None:
    class Failing(NamedScreen):
        def draw(self, canvas: Canvas) -> None:
            raise RuntimeError("boom")

    class Watched(NullPresenter):
        closed = False

        def __exit__(self, *_: object) -> None:
            self.closed = True

    presenter = Watched()
    with pytest.raises(RuntimeError, match="boom"):
        run(presenter, Failing("screen"))
    assert presenter.closed
