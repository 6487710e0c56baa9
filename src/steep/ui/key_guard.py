"""Which keys are deliberate where something has just come up that a player who is still playing mustn't answer."""

from __future__ import annotations

from time import monotonic

GUARDED_SECONDS = 0.7
"""How long no key counts, from when the question is first drawn. Keys pressed meanwhile don't make it longer.

It is longer than the usual delay before a held key is repeated.
"""

HELD_SECONDS = 0.12
"""A key that comes again this soon is held, not pressed again."""


class KeyGuard:
    """A question that has come up, and the keys pressed since."""

    def __init__(self) -> None:
        self._until = monotonic() + GUARDED_SECONDS
        self._appeared = False
        self._last_key, self._last_time = "", 0.0

    @property
    def seconds_left(self) -> float:
        """Seconds until keys count; 0 if they do."""
        return max(0.0, self._until - monotonic())

    def appear(self) -> None:
        """The question is drawn: the first time, the wait begins again."""
        if not self._appeared and self._until:
            self._until = monotonic() + GUARDED_SECONDS
        self._appeared = True

    def end(self) -> None:
        """From now on, keys count."""
        self._until = 0.0

    def is_deliberate(self, key: str) -> bool:
        """Whether a key that was just pressed counts: not too soon, and not because it is held."""
        now = monotonic()
        held = key == self._last_key and now - self._last_time < HELD_SECONDS
        self._last_key, self._last_time = key, now
        return now >= self._until and not held
