"""One count of games, whoever played them."""
