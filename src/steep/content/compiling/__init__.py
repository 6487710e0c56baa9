"""Compiles the sections of a ruleset into the record of numbers that the rules read."""
