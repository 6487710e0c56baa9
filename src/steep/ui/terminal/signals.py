"""Signals noted for a presenter to act on, in place of what they would do to the program at any moment."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterable
from types import FrameType
from typing import Self

ENDINGS = frozenset(("SIGINT", "SIGTERM", "SIGHUP"))
"""What asks the program to end."""


class Signals:
    """The names of the signals that have come, until they are discarded.

    Signals that the platform does not know, and those that the program is to ignore (as under nohup), stay as they are.
    """

    def __init__(self, names: Iterable[str] = ENDINGS) -> None:
        self.noted: set[str] = set()
        self._names = tuple(names)
        self._before = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Begin to note them."""
        for name in self._names:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                self._before.callback(signal.signal, number, signal.signal(number, self._note))
        return self

    def __exit__(self, *_: object) -> None:
        """Let them do what they did before."""
        self._before.close()

    @property
    def ending(self) -> bool:
        """Whether the program is asked to end."""
        return bool(self.noted & ENDINGS)

    def _note(self, number: int, _: FrameType | None) -> None:
        self.noted.add(signal.Signals(number).name)
