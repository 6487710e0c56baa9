"""The terminal presenter."""
