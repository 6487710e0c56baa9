"""Difficulty as data: what may appear on a floor, and how likely."""
