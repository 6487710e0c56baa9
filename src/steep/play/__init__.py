"""Everything around a run that is not a rule: session, messages, multi-turn moves, saves, replays, scores, morgue."""
