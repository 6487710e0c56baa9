"""Writes the imported ruleset and reports what was read."""
