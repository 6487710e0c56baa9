"""Records signals for a presenter to act on when it is ready, instead of interrupting it anywhere."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterable
from types import FrameType
from typing import Self

EXIT_SIGNALS = frozenset(("SIGINT", "SIGTERM", "SIGHUP"))
"""Signals that ask the program to quit."""


class Signals:
    """The names of the signals received and not yet discarded.

    Signals that the platform doesn't have, and those set to be ignored (as under nohup), are left alone.
    """

    def __init__(self, names: Iterable[str] = EXIT_SIGNALS) -> None:
        self.received: set[str] = set()
        self._names = tuple(names)
        self._restore = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Start recording."""
        for name in self._names:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                self._restore.callback(signal.signal, number, signal.signal(number, self._record))
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the previous handlers."""
        self._restore.close()

    @property
    def exit_requested(self) -> bool:
        """Whether a signal has asked the program to quit."""
        return bool(self.received & EXIT_SIGNALS)

    def _record(self, number: int, _: FrameType | None) -> None:
        self.received.add(signal.Signals(number).name)
