"""Waits for what another process or thread does."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMEOUT = 300
"""In seconds: long enough for the slowest machine, compiling included."""


def wait_until(condition: Callable[[], object]) -> None:
    """Return as soon as a condition holds."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.02)
