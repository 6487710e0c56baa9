"""What a screen is: a state that draws itself, takes an event and gives the next state."""

from __future__ import annotations

from abc import ABC, abstractmethod

from steep.ui.canvas import Canvas
from steep.ui.events import Event


class Screen(ABC):
    """One state of the program.

    `pause` is the time in seconds after which `tick` wants to run when nothing has happened;
    None when the screen only waits for events.
    """

    pause: float | None = None

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw everything on a blank canvas of whatever size there is."""

    @abstractmethod
    def handle(self, event: Event) -> Screen | None:
        """Take an event and give the next screen; None ends the program."""

    def tick(self) -> Screen | None:
        """Go on after a pause without an event, and give the next screen; None ends the program."""
        return self
