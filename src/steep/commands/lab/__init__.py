"""The commands in which bots play, or which read games that were played."""
