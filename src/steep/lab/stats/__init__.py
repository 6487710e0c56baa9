"""Statistics. They know nothing of Steep."""
