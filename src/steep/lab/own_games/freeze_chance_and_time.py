"""Replaces chance and time in a worker process, to find out whether a game depends on them."""

from __future__ import annotations

import datetime
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any

START = 1_700_000_000
"""Seconds since 1970 at which frozen time begins. Each look at a clock takes a millisecond."""

CLOCKS = ("time", "monotonic", "perf_counter", "process_time")


@contextmanager
def freeze(seed: int, *, chance: bool, time: bool) -> Iterator[None]:
    """Within this context chance follows from the seed, and clocks from how often they are read.

    Whatever has taken a function out of `random` or `time` before keeps the real one; so the game's modules are
    imported within it.
    """
    with ExitStack() as stack:
        if chance:
            for each in seeded_generators(seed):
                stack.enter_context(each)
        if time:
            for each in frozen_clocks():
                stack.enter_context(each)
        yield


@contextmanager
def replaced(owner: object, name: str, value: object) -> Iterator[None]:
    """Within this context an attribute has another value."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def seeded_generators(seed: int) -> Iterator[Any]:
    """Seeds the global generators of Python and NumPy, and every generator that is made without a seed."""
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % 2**32)
    real = random.Random.seed

    def seeded(self: random.Random, a: Any = None, version: int = 2) -> None:
        real(self, seed if a is None else a, version)

    yield replaced(random.Random, "seed", seeded)


def frozen_clocks() -> Iterator[Any]:
    """Clocks that go on by a millisecond each time they are read."""
    ticks = count()

    def now() -> float:
        return START + next(ticks) / 1000

    for name in CLOCKS:
        yield replaced(time, name, now)
        yield replaced(time, f"{name}_ns", nanoseconds(now))

    class FrozenDateTime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return cls.fromtimestamp(now(), tz)

        @classmethod
        def utcnow(cls) -> Any:
            return cls.fromtimestamp(now(), datetime.UTC).replace(tzinfo=None)

    yield replaced(datetime, "datetime", FrozenDateTime)


def nanoseconds(now: Callable[[], float]) -> Callable[[], int]:
    """A clock that counts nanoseconds."""
    return lambda: int(now() * 1e9)
