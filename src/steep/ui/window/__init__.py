"""The window presenter."""
