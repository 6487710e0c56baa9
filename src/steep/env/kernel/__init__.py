"""Compiled rules: step episodes, write observations and compute rewards."""
