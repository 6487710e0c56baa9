"""Studies: the arena, and which table entries cause deaths."""
