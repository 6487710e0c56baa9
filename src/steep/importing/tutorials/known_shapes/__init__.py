"""Compares the code that decides a game with known shapes: counts, levels, attacks, effects."""
