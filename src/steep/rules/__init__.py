"""What happens in a turn: rules over a world and a compiled ruleset. No rule knows a kind by name."""
