"""Files of a player: saves, replays, scores, and how they are written and checked."""
