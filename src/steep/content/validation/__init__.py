"""Cross-field validation: checks of a ruleset that involve more than one key. A module for each subject."""
