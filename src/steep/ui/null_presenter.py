"""A presenter for tests and tools: it plays back given events and records the frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from steep.ui.drawing.canvas import Canvas
from steep.ui.input_events import Closed, Event


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
