"""Framed boxes over a game: lists, questions, the inventory, level-ups."""
