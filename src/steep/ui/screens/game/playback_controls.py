"""The speed of a game that plays itself: a bot's or a replay."""

from __future__ import annotations

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 250, 1000)
"""Turns per second."""

FRAMES = 50
"""Frames per second at most. At higher speeds, a frame plays several turns."""


class PlaybackControls:
    """A speed that can be changed, and a pause."""

    def __init__(self, speed: int, *, paused: bool) -> None:
        self._index = SPEEDS.index(speed)
        self.paused = paused
        self.backward = False
        """Whether the game plays backward, which only a replay can."""

    @property
    def speed(self) -> int:
        """Turns per second."""
        return SPEEDS[self._index]

    @property
    def tick_after(self) -> float | None:
        """Seconds until the next frame; None if paused."""
        return None if self.paused else max(1 / self.speed, 1 / FRAMES)

    @property
    def turns_per_frame(self) -> int:
        """Turns played per frame."""
        return max(1, self.speed // FRAMES)

    def faster(self) -> None:
        """Increase the speed."""
        self._index = min(self._index + 1, len(SPEEDS) - 1)

    def slower(self) -> None:
        """Decrease the speed."""
        self._index = max(self._index - 1, 0)

    def label(self) -> str:
        """The speed in words, or "paused"."""
        if self.paused:
            return "paused"
        return f"{self.speed} turn{'s' if self.speed > 1 else ''} a second{' back' if self.backward else ''}"
