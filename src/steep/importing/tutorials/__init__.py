"""Finds tables, monsters, items and settings by the names that roguelike tutorials use."""
