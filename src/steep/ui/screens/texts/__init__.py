"""Screens of text: help, messages, character sheet, high scores, game over."""
