"""The layout of a run, randomness, geometry, sight and paths. It knows no monster."""
