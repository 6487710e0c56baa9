"""How fast a game goes by when nobody plays it."""

from __future__ import annotations

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 250, 1000)
"""Turns a second."""

FRAMES = 50
"""Frames a second at the most; a faster game does several turns a frame."""


class PlaybackSpeed:
    """A speed that can be changed, and a pause."""

    def __init__(self, speed: int, *, paused: bool) -> None:
        self._at = SPEEDS.index(speed)
        self.paused = paused

    @property
    def speed(self) -> int:
        """Turns a second."""
        return SPEEDS[self._at]

    @property
    def pause(self) -> float | None:
        """Seconds to the next frame; None while nothing moves."""
        return None if self.paused else max(1 / self.speed, 1 / FRAMES)

    @property
    def turns(self) -> int:
        """Turns in one frame."""
        return max(1, self.speed // FRAMES)

    def faster(self) -> None:
        """Take the next speed."""
        self._at = min(self._at + 1, len(SPEEDS) - 1)

    def slower(self) -> None:
        """Take the speed before."""
        self._at = max(self._at - 1, 0)

    def words(self) -> str:
        """The speed, or that it is paused."""
        return "paused" if self.paused else f"{self.speed} turn{'s' if self.speed > 1 else ''} a second"
