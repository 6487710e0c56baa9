"""Difficulty as data: what may appear on a floor, how likely, and exactly what comes of it.

A library of its own: it needs neither the game nor anything but the standard
library, and NumPy only for batches of draws. `docs/spawn.md` shows its use.
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
from steep.spawn.exact import SpawnError
from steep.spawn.odds import Answer, Exact, Filling, FloorOdds, Pair, Rooms, Sampled, Spread
from steep.spawn.tables import Source, Stream, Table

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
