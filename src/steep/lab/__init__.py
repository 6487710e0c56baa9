"""The lab: many games played by bots, and what they say of a ruleset's difficulty."""
