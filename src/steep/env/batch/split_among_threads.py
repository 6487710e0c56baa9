"""Split the environments of a vector among threads. Compiled rules release the GIL, so the threads run in parallel."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import TypeVar

from steep.core.cpu_cores import cores

T = TypeVar("T")

MIN_ENVS_PER_THREAD = 128
"""Environments per thread, unless the number of threads is given. With fewer, the overhead exceeds the gain."""


def threads_for(num_envs: int, requested: int | None) -> int:
    """The number of threads: as requested; for None one per core, as long as each has MIN_ENVS_PER_THREAD."""
    return max(1, min(cores(), num_envs // MIN_ENVS_PER_THREAD)) if requested is None else min(requested, num_envs)


def slices_of(num_envs: int, threads: int) -> list[slice]:
    """One slice of rows per thread, as even as possible."""
    return [slice(*bounds) for bounds in pairwise(num_envs * thread // threads for thread in range(threads + 1))]


class ThreadTeam:
    """A pool of threads that is started when first needed and kept. Copies and forked processes start their own."""

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def __reduce__(self) -> tuple[type[ThreadTeam], tuple[()]]:
        return ThreadTeam, ()

    def run(self, work: Callable[[T], None], parts: Sequence[T]) -> None:
        """Call `work` on each part, on the first in this thread. Returns when all are done."""
        first, *others = parts
        if not others:
            work(first)
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(others), "steep-worlds"), os.getpid()
        futures = [self._pool.submit(work, part) for part in others]
        try:
            work(first)
        finally:
            # Even after an exception, no thread may still be writing to the arrays.
            wait(futures)
        for future in futures:
            future.result()
