"""Reads what a project does by the code that runs: effects of items, attacks, and rules of its own."""
