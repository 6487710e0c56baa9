"""The main menu and what it leads to."""
