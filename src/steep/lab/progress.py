"""How far a function of the lab is, for its `progress` callback."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from steep.core.input_errors import checked_function
from steep.lab.figures.figures_with_intervals import BotFigures


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the lab is with a set of games."""

    wanted: int
    """Games."""
    doing: str = ""
    """What they are played for, where a function plays several sets of games one after another."""
    note: str = ""
    """How far it is in words, if the number of games doesn't say it."""
    games: int = 0
    """Games played so far, including those of an earlier run."""
    turns: int = 0
    """Played since the call."""
    stop: Callable[[], None] = field(default=lambda: None, repr=False)
    """Ends the call soon, with fewer games. May be called from any thread."""
    figures: Callable[[], Sequence[BotFigures]] | None = field(default=None, repr=False)
    """Gives the figures of the games so far; None in a call from another thread than the caller's."""


class Stopped(Exception):  # noqa: N818  # it is no error
    """It was stopped before all games were played, and nothing can be said without them."""


OnProgress = Callable[[Progress], None]
"""Called several times a second, from any thread, one call at a time. What it raises ends the call."""


class Watch:
    """Adds up what worker threads and the compiler report, and tells a callback."""

    def __init__(
        self,
        on_progress: OnProgress | None,
        wanted: int,
        games: int = 0,
        figures: Callable[[], Sequence[BotFigures]] | None = None,
    ) -> None:
        checked_function("progress", on_progress)
        self.wanted = wanted
        self._on_progress = on_progress
        self._figures = figures
        self._lock = threading.Lock()
        self._stops: list[Callable[[], None]] = []
        self._failure: Exception | None = None
        self._stopped = False
        self._now = Progress(wanted, games=games, stop=self.stop)

    def begin(self, doing: str, wanted: int, games: int = 0) -> None:
        """Another set of games begins."""
        self._stops = []
        self._now = replace(self._now, doing=doing, wanted=wanted, games=games)

    def stop(self) -> None:
        """Stop playing and compiling, also what begins later."""
        self._stopped = True
        for each in self._stops:
            each()

    def stop_with(self, *stops: Callable[[], None]) -> None:
        """What to call to stop; tells the callback that games begin."""
        self._stops += stops
        self.played(0, 0)
        if self._stopped:
            self.stop()

    def note(self, note: str) -> None:
        """How far it is, in words."""
        with self._lock:
            self._tell(replace(self._now, note=note))

    def played(self, games: int, turns: int) -> None:
        """Games and turns were played."""
        with self._lock:
            self._tell(replace(self._now, games=self._now.games + games, turns=self._now.turns + turns))

    def tell(self) -> None:
        """Tell the callback, and let it ask for figures. Only for the thread that adds up the games."""
        with self._lock:
            self._call(replace(self._now, figures=self._figures))

    def raise_failure(self) -> None:
        """Raise what the callback raised, if it did."""
        if self._failure is not None:
            raise self._failure

    def _tell(self, now: Progress) -> None:
        self._now = now
        self._call(now)

    def _call(self, now: Progress) -> None:
        if self._on_progress is None or self._failure is not None:
            return
        try:
            self._on_progress(now)
        except Exception as error:
            # Raised here, in a worker's thread, it would be taken for a fault of the game.
            self._failure = error
            self.stop()
