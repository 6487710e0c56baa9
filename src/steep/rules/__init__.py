"""What happens in a turn: rules over a world and a compiled ruleset. No rule knows a monster or item by name."""
