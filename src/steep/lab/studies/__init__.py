"""Studies: duels in the arena, and which table entries cause deaths."""
