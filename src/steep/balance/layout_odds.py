"""Exact odds of the layouts of a floor, and the last floor on which they change."""

from __future__ import annotations

from fractions import Fraction

from steep.content import Rulebook
from steep.core.ruleset import MAX_FLOORS, Ruleset
from steep.mapgen.make_floor import drawing_on
from steep.spawn.curves import last_change


def layout_weights(ruleset: Ruleset, floor: int) -> list[int]:
    """The weight of each layout on a floor, as integers; 0 for all where the floor is drawn whole."""
    if drawing_on(ruleset, floor):
        return [0] * ruleset.layout_count
    return [int(row.weight[min(floor, MAX_FLOORS) - 1]) for row in ruleset.layouts[: ruleset.layout_count]]


def layout_odds(rulebook: Rulebook, floor: int) -> dict[str, Fraction]:
    """The probability of each layout on a floor, by key; empty where none has weight."""
    weights = layout_weights(rulebook.compiled, floor)
    total = sum(weights)
    keys = [layout.key for layout in rulebook.layouts]
    return {key: Fraction(weight, total) for key, weight in zip(keys, weights, strict=True) if weight}


def last_change_of_layouts(ruleset: Ruleset) -> int:
    """The last floor whose layouts have other weights than on the floor above; 1 if there is none."""
    return last_change([layout_weights(ruleset, floor) for floor in range(1, MAX_FLOORS + 1)])
