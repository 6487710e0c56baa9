"""The lab: bots play many games, and their results show how difficult a ruleset is."""
