"""Compares the code that decides a game with shapes that are known: counts, levels, blows, effects."""
