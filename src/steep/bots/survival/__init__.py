"""How bots stay alive between fights: food, rest, and terrain that harms."""
