"""Tables of games that others played or recorded: a row for each floor of a game."""
