"""What a ruleset's tables give, told as results: odds, differences, findings and rolled floors. No game is played."""
