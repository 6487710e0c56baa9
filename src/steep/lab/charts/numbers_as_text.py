"""Numbers as the report writes them. Unknown values are a dash."""

from __future__ import annotations

import math

from steep.lab.stats import shares_as_text
from steep.lab.stats.confidence_intervals import Estimate
from steep.lab.stats.shares_as_text import NOT_KNOWN, percent

__all__ = ["NOT_KNOWN", "between", "give_or_take", "mean", "number", "percent", "share", "short"]


def between(estimate: Estimate) -> str:
    """The interval of a share, in percent, without the sign."""
    low, high = (f"{100 * end:.1f}" for end in (estimate.interval.low, estimate.interval.high))
    return f"{low}–{high}"


def share(estimate: Estimate) -> str:
    """A share in percent, with its interval."""
    return f"{percent(estimate.value)} ({between(estimate)})"


def number(value: float, digits: int = 1) -> str:
    """A number with thousands separators and fixed decimals."""
    return NOT_KNOWN if math.isnan(value) else f"{value:,.{digits}f}"


def give_or_take(estimate: Estimate, digits: int = 1) -> str:
    """Half the interval of a mean, with ±; "±?" where there was only one game."""
    return shares_as_text.give_or_take(estimate.interval, digits)


def mean(estimate: Estimate, digits: int = 1) -> str:
    """A mean with half its interval."""
    return f"{number(estimate.value, digits)} {give_or_take(estimate, digits)}"


def short(count: int) -> str:
    """A count in at most four characters, up to a billion: 950, 9.5k, 12M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        # Write 1.0M rather than 1000k.
        if count >= size * 0.9995:
            scaled = count / size
            return f"{scaled:.1f}{letter}" if scaled < 9.95 else f"{scaled:.0f}{letter}"
    return str(count)
