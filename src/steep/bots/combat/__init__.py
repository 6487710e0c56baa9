"""How bots fight: which monsters are enemies, what a fight costs, and what to use in it."""
