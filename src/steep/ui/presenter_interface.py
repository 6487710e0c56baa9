"""The interface of presenters. Imports none of them."""

from __future__ import annotations

from typing import Protocol, Self

from steep.ui.drawing.canvas import Canvas
from steep.ui.input_events import Event


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
