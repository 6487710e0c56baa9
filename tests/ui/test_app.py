"""The loop: screens one after another, in as much room as there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from steep.ui.app import run
from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Event, Key, Resized
from steep.ui.null import NullPresenter
from steep.ui.screen import Screen


class Room(Screen):
    """Shows its name and the keys that it was told of; "n" leads to the next one, "q" out."""

    def __init__(self, name: str, following: Room | None = None) -> None:
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


def test_each_event_gives_the_next_screen_and_none_ends() -> None:
    second = Room("second")
    first = Room("first", second)
    presenter = NullPresenter([Key("a"), Key("n"), Key("b"), Key("q"), Key("c")])
    run(presenter, first)
    assert [frame.splitlines()[0] for frame in presenter.frames] == ["first", "first", "second", "second"]
    assert first.events == [Key("a"), Key("n")]
    assert second.events == [Key("b"), Key("q")]


def test_a_screen_is_told_once_that_the_program_is_closed() -> None:
    room = Room("room")
    run(NullPresenter([Key("a")]), room)
    assert room.events == [Key("a"), Closed()]


def test_a_screen_ticks_when_its_pause_is_over() -> None:
    room = Room("room")
    room.tick_after = 0.5
    presenter = NullPresenter([None, None, Key("q")])
    run(presenter, room)
    assert room.ticks == 2
    assert presenter.frames[-1].splitlines()[1] == "2 ticks"


def test_a_screen_without_a_pause_never_ticks() -> None:
    room = Room("room")
    run(NullPresenter([None, Key("q")]), room)
    assert room.ticks == 0


def test_drawing_starts_on_a_blank_canvas_of_the_whole_room() -> None:
    presenter = NullPresenter([Key("n"), Key("q")], 100, 30)
    run(presenter, Room("a long name", Room("short")))
    lines = presenter.frames[-1].splitlines()
    assert lines[0] == "short"
    assert len(lines) == 30
    assert lines[-1] == " " * 99 + "X"


def test_too_little_room_is_said_and_waited_out() -> None:
    room = Room("room")
    room.tick_after = 0.1

    def growing() -> Iterator[Event | None]:
        yield Key("q")
        yield None
        presenter.width, presenter.height = 80, 24
        yield Resized()
        yield Key("q")

    presenter = NullPresenter(growing(), 79, 24)
    run(presenter, room)
    assert [frame.strip() for frame in presenter.frames[:-1]] == ["Steep needs 80 x 24; this is 79 x 24"] * 3
    assert presenter.frames[-1].startswith("room")
    assert room.events == [Key("q")]
    assert room.ticks == 0


def test_the_words_are_wrapped_into_narrow_room() -> None:
    presenter = NullPresenter([], 11, 6)
    run(presenter, Room("room"))
    assert presenter.frames[0].split("\n") == ["", "Steep needs", " 80 x 24;", "this is 11", "    x 6", ""]


@pytest.mark.parametrize(("width", "height"), [(9, 2), (1, 1), (0, 0)])
def test_hardly_any_room_is_not_an_error(width: int, height: int) -> None:
    presenter = NullPresenter([], width, height)
    run(presenter, Room("room"))
    assert len(presenter.frames) == 1


def test_closing_is_told_even_without_room() -> None:
    room = Room("room")
    run(NullPresenter([], 10, 10), room)
    assert room.events == [Closed()]


def test_the_presenter_is_closed_when_a_screen_fails() -> None:
    class Failing(Room):
        def draw(self, canvas: Canvas) -> None:
            raise RuntimeError("boom")

    class Watched(NullPresenter):
        closed = False

        def __exit__(self, *_: object) -> None:
            self.closed = True

    presenter = Watched()
    with pytest.raises(RuntimeError, match="boom"):
        run(presenter, Failing("room"))
    assert presenter.closed
