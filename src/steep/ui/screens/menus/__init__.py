"""The main menu, new game, profiles and settings."""
