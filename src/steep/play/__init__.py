"""A run around the record: the session, its sentences, saves, replays, scores and morgue."""
