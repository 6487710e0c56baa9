"""Whether a world can have come about by playing. Saves and states are checked, because they may be forged."""
