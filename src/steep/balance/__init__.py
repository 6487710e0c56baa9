"""What a ruleset's numbers say: odds and expectations by floor, findings, differences. It plays no game."""
