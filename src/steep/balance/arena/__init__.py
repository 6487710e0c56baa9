"""The arena: fights between two sides in an open room, and duels of a hero with one monster."""
