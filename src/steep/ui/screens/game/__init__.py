"""Screens that show a game: playing, watching a bot, replaying."""
