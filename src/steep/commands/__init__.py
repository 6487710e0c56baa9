"""The commands that report: what each takes, and how its answer is printed. What they say is worked out elsewhere."""
