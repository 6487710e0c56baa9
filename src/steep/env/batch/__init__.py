"""A batch of episodes: its arrays, seeds and threads, and an episode as bytes."""
