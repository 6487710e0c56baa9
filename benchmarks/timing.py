"""Measures rates over several runs, and prints them as the lines of a table."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable

RUNS = 7


def heading(what: str) -> None:
    """Print what is measured where, and the heads of the columns."""
    print(f"{what}, Python {platform.python_version()}, {platform.machine()}, {RUNS} runs, a second on one core")
    print(f"{'':<40}{'median':>14}{'least':>14}{'most':>14}{'target':>14}{'ratio':>9}")


def rates(work: Callable[[], int]) -> list[float]:
    """Units of work a second, in each of several runs after one that is not counted."""
    work()
    found = []
    for _ in range(RUNS):
        start = time.perf_counter()
        done = work()
        found.append(done / (time.perf_counter() - start))
    return found


def report(name: str, found: list[float], target: float) -> float:
    """Print a line of the table; the median."""
    median = statistics.median(found)
    print(f"{name:<40}{median:>14,.0f}{min(found):>14,.0f}{max(found):>14,.0f}{target:>14,.0f}{median / target:>8.1f}x")
    return median
