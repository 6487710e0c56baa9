"""Steep: a roguelike whose difficulty is data that can be played, seen, measured and shaped."""

__version__ = "0.1.0"
