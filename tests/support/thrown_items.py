"""Pieces of rulesets with items to throw."""

from __future__ import annotations

KNIFE = """
[items.knife]
glyph  = "-"
thrown = 4
"""

OIL = """
[abilities.splash]
trigger = "throw"
shape   = "ball"
reach   = 6
radius  = 1
effects = [{ damage = 3, type = "fire" }]

[items.oil]
glyph     = "!"
abilities = ["splash"]
breaks    = 100
"""

PEBBLE = """
[hero]
throw_range = 4
[items.pebble]
glyph = ","
[items.sword]
glyph = ")"
slot  = "weapon"
power = 2
"""
