"""What ablation and tuning are made of: rulesets with one entry changed, and the search for numbers that fit bands."""
