"""The generators that dig floors, a module each, and what they share."""
