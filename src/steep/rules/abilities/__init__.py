"""Abilities: whom they reach, what their effects do, and the statuses that these give."""
