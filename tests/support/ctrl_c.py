"""Somebody who presses Ctrl-C while games are played."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count

from steep.commands.shared.progress import OnProgress


def interrupting_bar(after: int) -> Callable[[int, str], AbstractContextManager[OnProgress]]:
    """In place of `steep.commands.shared.progress.bar`: interrupts once, when so many games were played."""
    presses = count()

    @contextmanager
    def bar(_games: int, _what: str) -> Iterator[OnProgress]:
        played = 0

        def told(games: int, _turns: int) -> None:
            nonlocal played
            played += games
            # Threads may come here together, and a second press would be another thing.
            if played >= after and next(presses) == 0:
                os.kill(os.getpid(), signal.SIGINT)

        yield told

    return bar
