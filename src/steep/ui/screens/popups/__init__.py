"""Framed boxes over a game: lists, questions, the inventory, a level-up."""
