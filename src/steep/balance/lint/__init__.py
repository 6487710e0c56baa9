"""`steep lint`: faults in a ruleset's tables, proved by arithmetic or measured in duels. A module for each subject."""
