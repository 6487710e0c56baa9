"""A player's files: saves, replays, scores, morgue files and settings."""
