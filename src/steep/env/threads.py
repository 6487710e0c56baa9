"""Splits worlds among threads: compiled rules let go of Python's lock, so that each thread is on a core of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")

LEAST = 128
"""Worlds of a thread, where their number is not asked for: with fewer, handing work over costs more than it saves."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_for(worlds: int, asked: int | None) -> int:
    """How many threads step so many worlds: as many as asked for or, when None, all cores as far as it is worth it."""
    return max(1, min(cores(), worlds // LEAST)) if asked is None else min(asked, worlds)


def slices_of(worlds: int, threads: int) -> list[slice]:
    """The worlds in as many even parts as there are threads."""
    return [slice(*ends) for ends in pairwise(worlds * thread // threads for thread in range(threads + 1))]


class Team:
    """Threads that work side by side and stay for the next time. Which of them does what decides nothing.

    A copy, and a process that was forked, has threads of its own.
    """

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __reduce__(self) -> tuple[type[Team], tuple[()]]:
        return Team, ()

    def each(self, work: Callable[[T], None], parts: Sequence[T]) -> None:
        """Do the same work on each part, on the first in this thread. Ends when all are done."""
        first, *others = parts
        if not others:
            work(first)
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(others), "steep-worlds"), os.getpid()
        under_way = [self._pool.submit(work, part) for part in others]
        try:
            work(first)
        finally:
            # Nobody may see the arrays, or write to them, while others still do.
            wait(under_way)
        for part in under_way:
            part.result()
