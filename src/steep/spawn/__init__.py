"""Difficulty as data: what can appear on a floor, how likely it is, and exact expectations.

It can be used as a library without the game. It needs only the standard library,
and NumPy for batches of draws. See `docs/spawn.md`.
"""

from steep.spawn.curves import (
    Curve,
    Fall,
    Flat,
    Peak,
    Product,
    Ramp,
    Rise,
    SemiPeak,
    Steps,
    Within,
    from_dungeon_level,
)
from steep.spawn.exact_numbers import SpawnError
from steep.spawn.placement_odds_and_counts import Answer, Exact, Filling, FloorOdds, Pair, Rooms, Sampled, Spread
from steep.spawn.weighted_tables import Source, Stream, Table

__all__ = [
    "Answer",
    "Curve",
    "Exact",
    "Fall",
    "Filling",
    "Flat",
    "FloorOdds",
    "Pair",
    "Peak",
    "Product",
    "Ramp",
    "Rise",
    "Rooms",
    "Sampled",
    "SemiPeak",
    "Source",
    "SpawnError",
    "Spread",
    "Steps",
    "Stream",
    "Table",
    "Within",
    "from_dungeon_level",
]
