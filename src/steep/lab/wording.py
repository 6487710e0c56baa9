"""Figures as the report writes them. What is not known is a dash, and what is nearly sure is not called sure."""

from __future__ import annotations

import math

from steep.lab.intervals import Estimate

NOT_KNOWN = "–"


def percent(share: float) -> str:
    """A share in percent."""
    if math.isnan(share):
        return NOT_KNOWN
    if 0.9995 <= share < 1:
        return ">99.9%"
    return "<0.1%" if 0 < share < 0.0005 else f"{share:.1%}"


def between(estimate: Estimate) -> str:
    """The interval of a share, in percent."""
    low, high = (f"{100 * end:.1f}" for end in (estimate.interval.low, estimate.interval.high))
    return f"{low}–{high}"


def share(estimate: Estimate) -> str:
    """A share in percent, with its interval."""
    return f"{percent(estimate.value)} ({between(estimate)})"


def amount(value: float, places: int = 1) -> str:
    """A number of anything."""
    return NOT_KNOWN if math.isnan(value) else f"{value:,.{places}f}"


def give_or_take(estimate: Estimate, places: int = 1) -> str:
    """What stands behind the ± of a mean; a question mark where one game tells nothing of it."""
    reach = estimate.interval.half_width
    return f"±{reach:,.{places}f}" if math.isfinite(reach) else "±?"


def mean(estimate: Estimate, places: int = 1) -> str:
    """A mean, give or take."""
    return f"{amount(estimate.value, places)} {give_or_take(estimate, places)}"


def short(count: int) -> str:
    """A count in four or five characters."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if count >= 10 * size:
            return f"{count / size:.0f}{letter}"
        if count >= size and size > 1_000:
            return f"{count / size:.1f}{letter}"
    return f"{count:,}"


def listed(names: list[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
