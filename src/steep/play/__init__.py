"""A run around the record: the session, sentences, saves, replays, scores, the morgue."""
