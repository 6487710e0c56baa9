"""Simulates Ctrl-C during play."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count

from steep.commands.shared.progress import Drawing, OnProgress


def interrupting_bar(after: int) -> Callable[..., AbstractContextManager[OnProgress]]:
    """A replacement for `steep.commands.shared.progress.bar` that sends SIGINT once, after `after` games."""
    presses = count()

    @contextmanager
    def bar(_drawing: Drawing, _games: int, _what: str, _done: int = 0) -> Iterator[OnProgress]:
        played = 0

        def count_games(games: int, _turns: int) -> None:
            nonlocal played
            played += games
            # Several threads may get here at once, but the signal must be sent only once.
            if played >= after and next(presses) == 0:
                os.kill(os.getpid(), signal.SIGINT)

        yield count_games

    return bar
