"""Multi-turn moves: explore, travel, descend, rest, run, fight, and what interrupts them."""
