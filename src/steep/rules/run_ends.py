"""How a run ends when it is not played to the bottom of the dungeon: the one list for the environment and the lab."""

from __future__ import annotations

RUNNING = 0
"""It has not ended. A floor visit that ends so ended on the stairs."""
DIED = 1
WON = 2
"""Left the last floor alive."""
STOPPED = 3
"""Reached the limit of turns or of steps."""

END_NAMES = ("running", "died", "won", "stopped")
