"""The floors below the last one: the floors above come back there in turn."""

from __future__ import annotations

from steep.core.rule_decorator import rule
from steep.core.ruleset import FloorsBelow

MOST_RETURNS = 100
"""How often floors come back with stronger monsters; from then on these stay as strong."""


@rule
def is_below(below: FloorsBelow, floor: int) -> bool:
    """Whether a floor is below the last one: a hero that is there has won."""
    return below.count > 0 and floor > below.last_floor


@rule
def floor_above(below: FloorsBelow, floor: int) -> int:
    """The floor whose tables make a floor: itself, or below the last one of those that come back."""
    if not is_below(below, floor):
        return floor
    return below.first_floor + (floor - below.last_floor - 1) % below.count


@rule
def percent_stronger(below: FloorsBelow, floor: int) -> int:
    """The percent by which monsters are stronger on a floor than on the one above that comes back there."""
    if not is_below(below, floor):
        return 0
    return min(MOST_RETURNS, (floor - below.last_floor - 1) // below.count + 1) * below.stronger
