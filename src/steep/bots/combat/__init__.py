"""How bots fight: who is an enemy, what a fight costs, and by what means."""
