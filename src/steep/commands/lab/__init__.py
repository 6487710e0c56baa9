"""The commands of the lab, which play or read many games."""
