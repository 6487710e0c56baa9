"""Results that follow from a ruleset's tables: odds, differences, findings and rolled floors. No game is played."""
