"""Texts to read: help, messages, the character sheet, scores, the end of a run."""
