"""What to play: everything that decides a bot's games except the ruleset. Needs nothing but Python."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """Games to play: everything that decides them except the ruleset."""

    bot: str
    seed: int
    """Of the first game; the next ones have the next seeds."""
    games: int
    first_floor: int = 1
    last_floor: int = 10
    """Leaving it alive wins."""
    turns: int = 20_000
    """The turn limit, at which a game is stopped."""
