"""A presenter without a person: it feeds events that were written down and keeps what was shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from steep.ui.canvas import Canvas
from steep.ui.events import Closed, Event


class NullPresenter:
    """Feeds `events` one by one, then `Closed` for ever. A None among them stands for a time that ran out.

    `frames` keeps the text of every frame, `canvas` the last one with its colours.
    """

    def __init__(self, events: Iterable[Event | None] = (), width: int = 80, height: int = 24) -> None:
        self.events = iter(events)
        self.width = width
        self.height = height
        self.frames: list[str] = []
        self.canvas = Canvas(width, height)

    def __enter__(self) -> Self:
        """Nothing to take over."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to give back."""

    def size(self) -> tuple[int, int]:
        """The columns and rows that it was given."""
        return self.width, self.height

    def show(self, canvas: Canvas) -> None:
        """Keep a frame."""
        self.frames.append(canvas.text())
        self.canvas = canvas

    def wait(self, seconds: float | None) -> Event | None:  # noqa: ARG002  # nobody waits here
        """The next of the events."""
        return next(self.events, Closed())
