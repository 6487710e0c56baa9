"""The record of a run, random streams, geometry, field of view and pathfinding. Knows nothing about monsters."""
