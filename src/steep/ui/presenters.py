"""What presenters have in common, and the one that shows nothing, for tests. Imports none of the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Self

from steep.ui.drawing.canvas import Canvas
from steep.ui.input_events import Closed, Event


class Presenter(Protocol):
    """Shows canvases and returns input events. It works only inside its context."""

    def __enter__(self) -> Self:
        """Open the window or take over the terminal."""

    def __exit__(self, *_: object) -> None:
        """Close the window or restore the terminal."""

    def size(self) -> tuple[int, int]:
        """Columns and rows available."""

    def show(self, canvas: Canvas) -> None:
        """Show a frame."""

    def wait(self, seconds: float | None) -> Event | None:
        """The next event, or None after `seconds` without one. If `seconds` is None, it waits for an event."""


class NullPresenter:
    """Returns `events` one by one, then `Closed` for ever. None in the list means that the time ran out.

    `frames` holds the text of every frame; `canvas` is the last one, with colours.
    """

    def __init__(self, events: Iterable[Event | None] = (), width: int = 80, height: int = 24) -> None:
        self.events = iter(events)
        self.width = width
        self.height = height
        self.frames: list[str] = []
        self.canvas = Canvas(width, height)

    def __enter__(self) -> Self:
        """Nothing to open."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to close."""

    def size(self) -> tuple[int, int]:
        """The given size, in columns and rows."""
        return self.width, self.height

    def show(self, canvas: Canvas) -> None:
        """Record a frame."""
        self.frames.append(canvas.text())
        self.canvas = canvas

    def wait(self, seconds: float | None) -> Event | None:  # noqa: ARG002  # it never waits
        """The next of the given events."""
        return next(self.events, Closed())
