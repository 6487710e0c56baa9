"""Shares, their differences, and means as text, for tables and reports alike."""

from __future__ import annotations

import math

from steep.lab.stats.confidence_intervals import Estimate, Interval

NOT_KNOWN = "–"


def percent(part: float) -> str:
    """A share in percent with one decimal. Only 0 and 1 are written as 0.0% and 100.0%; NaN is NOT_KNOWN."""
    if math.isnan(part):
        return NOT_KNOWN
    if 0.9995 <= part < 1:
        return ">99.9%"
    return "<0.1%" if 0 < part < 0.0005 else f"{part:.1%}"


def give_or_take(interval: Interval, digits: int) -> str:
    """Half an interval's width, with ±; "±?" if it is infinite, as after a single game."""
    reach = interval.half_width
    return f"±{reach:,.{digits}f}" if math.isfinite(reach) else "±?"


def between(estimate: Estimate) -> str:
    """The interval of a share, in percent, without the sign."""
    low, high = (f"{100 * end:.1f}" for end in (estimate.interval.low, estimate.interval.high))
    return f"{low}–{high}"


def share(estimate: Estimate) -> str:
    """A share in percent, with its interval."""
    return f"{percent(estimate.value)} ({between(estimate)})"


def number(value: float, digits: int = 1) -> str:
    """A number with thousands separators and fixed decimals; NaN is NOT_KNOWN."""
    return NOT_KNOWN if math.isnan(value) else f"{value:,.{digits}f}"


def mean(estimate: Estimate, digits: int = 1) -> str:
    """A mean with half its interval."""
    return f"{number(estimate.value, digits)} {give_or_take(estimate.interval, digits)}"


def points(value: float, interval: Interval) -> str:
    """A difference of two shares in percentage points: ``+6.1 ± 1.9 points``; "not known" for NaN.

    The number after ± is half the interval's width, and at least 0.1, the last decimal shown.
    """
    if math.isnan(value):
        return "not known"
    rounded = round(100 * value, 1) + 0.0  # -0.0 + 0.0 is 0.0
    return f"{rounded:+.1f} ± {max(0.1, 100 * interval.half_width):.1f} points"
