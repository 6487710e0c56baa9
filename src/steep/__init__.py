"""Steep: a roguelike whose difficulty is data that can be played, seen, measured and shaped."""

__version__ = "0.1.0"

OWN_RULESET = "steep"
"""The ruleset with a dungeon of its own, to which the title screen leads."""

DEFAULT_RULESET = "steep"
"""The ruleset of `steep play`, of `steep arena` and of the environment where none is named."""
