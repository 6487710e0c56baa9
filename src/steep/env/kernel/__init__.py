"""Compiled rules that step episodes and write observations."""
